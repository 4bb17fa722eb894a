/**
 * Whether an element is drawn: it is neither hidden nor in a part out of view that the browser skips
 * (`content-visibility`). A browser without `checkVisibility` skips nothing.
 */
export const isDrawn = (element: Element) =>
  canCheckVisibility(element)
    ? element.checkVisibility({ contentVisibilityAuto: true })
    : element.getClientRects().length > 0

const canCheckVisibility = (element: Element): boolean => 'checkVisibility' in element
