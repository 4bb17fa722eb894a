/** Runs in the browser: what is wider than the page, cut, or outside of the screen, one sentence each. */
export function layoutProblems(): string[] {
  /** Corners are round. */
  const inset = 6
  return [...overflow(), ...cutNumbers(), ...brokenNumbers(), ...hiddenButtons(), ...clippedPopups()]

  function overflow() {
    const { scrollWidth, clientWidth } = document.documentElement
    const page = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide on a screen of ${clientWidth}`] : []
    const dialogs = all('[role="dialog"]')
    return [
      ...page,
      ...dialogs
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `the dialog ${nameOf(one)} is ${one.scrollWidth} wide in ${one.clientWidth}`),
      ...dialogs.filter(isOutsideScreen).map((one) => `the dialog ${nameOf(one)} is outside of the screen`),
    ]
  }

  /** Case numbers in the lists: neither they nor their cell are cut. */
  function cutNumbers() {
    return all('[data-column="case_numbers_text"][role="gridcell"], [data-case-number]')
      .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('*')])
      .filter((one) => getComputedStyle(one).overflowX !== 'visible' && isWider(one))
      .map((one) => `the case number ${one.textContent} is cut in ${one.clientWidth} pixels`)
  }

  /** Case numbers in a text. */
  function brokenNumbers() {
    return all('[data-case-number]')
      .filter((one) => one.getClientRects().length > 1)
      .map((one) => `the case number ${one.textContent} is broken over two lines`)
  }

  /** Not by `scrollWidth`: left-to-right text that is cut on the right does not count in a right-to-left element. */
  function isWider(element: HTMLElement) {
    const range = document.createRange()
    range.selectNodeContents(element)
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return text.left < box.left - 1 || text.right > box.right + 1
  }

  /** The buttons at the ends of a dialog, which stay on the screen while its content scrolls. */
  function hiddenButtons() {
    const top = all('[role="dialog"]').at(-1)
    if (!top) return []
    return [...top.querySelectorAll<HTMLElement>('button')]
      .filter((button) => isShown(button) && isOutsideScreen(button))
      .map((button) => `the button ${nameOf(button)} is outside of the screen`)
  }

  /** Lists, menus, and calendars: each corner is on the screen, and covered by nothing. */
  function clippedPopups() {
    return all('[role="listbox"], [role="menu"], [data-calendar]').flatMap((popup) => {
      const { left, right, top, bottom } = popup.getBoundingClientRect()
      const corners = [left + inset, right - inset].flatMap((x) => [top + inset, bottom - inset].map((y) => ({ x, y })))
      const isClipped = corners.some(({ x, y }) => !popup.parentElement?.contains(document.elementFromPoint(x, y)))
      return isClipped ? [`the popup ${nameOf(popup)} is cut`] : []
    })
  }

  function isOutsideScreen(element: HTMLElement) {
    const { left, right } = element.getBoundingClientRect()
    return left < -1 || right > window.innerWidth + 1
  }

  function all(selector: string) {
    return [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown)
  }

  function isShown(element: HTMLElement) {
    return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  }

  function nameOf(element: HTMLElement) {
    return element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)
  }
}
