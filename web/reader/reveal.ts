/** How much of the window's height stays free above and below what is brought into view. */
const margin = { above: 150, below: 80 }

/** Brings a range into view; where it can be seen already, nothing moves. */
export function reveal(range: Range) {
  const element = range.startContainer.parentElement
  const block = element?.closest('p, li, td, h2, h3') ?? element
  if (!block) return
  settle(() => {
    // What was never laid out has no place yet: its paragraph is brought into view first, then the letters.
    if (range.getBoundingClientRect().height === 0) block.scrollIntoView({ block: 'center' })
    const place = range.getBoundingClientRect()
    if (isInView(place)) return true
    scrollerOf(block).scrollBy({ top: place.top - window.innerHeight / 2 })
    return false
  })
  bringAcross(range, block)
}

/** Brings the heading of that id to the head of the window, and the focus with it. */
export function goToHeading(id: string) {
  const heading = document.getElementById(id)
  if (!heading) return
  bringUp(heading)
  heading.focus({ preventScroll: true })
}

function bringUp(heading: Element) {
  let before: number | undefined
  settle(() => {
    heading.scrollIntoView({ block: 'start' })
    const { top } = heading.getBoundingClientRect()
    const isThere = top === before
    before = top
    return isThere
  })
}

/** Brings words into view; where they can be seen already, nothing moves. */
export function bringIntoView(element: Element) {
  settle(() => {
    if (isInView(element.getBoundingClientRect())) return true
    element.scrollIntoView({ block: 'center' })
    return false
  })
}

/**
 * Scrolls until it is there. Parts of a long text are laid out when they come near, and then take other room than was
 * held for them: what was scrolled to moves away again.
 */
function settle(isThere: () => boolean, tries = 6) {
  if (isThere() || tries === 0) return
  requestAnimationFrame(() => settle(isThere, tries - 1))
}

const isInView = ({ top, bottom }: DOMRect) => top >= margin.above && bottom <= window.innerHeight - margin.below

/** A wide table scrolls in its own frame. */
function bringAcross(range: Range, block: Element) {
  const frame = block.closest('[data-table]')
  if (!frame) return
  const [place, seen] = [range.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (place.left < seen.left || place.right > seen.right)
    frame.scrollBy({ left: place.left + place.width / 2 - (seen.left + seen.width / 2) })
}

/** What scrolls the page around an element: a window over the page, or the page itself. */
function scrollerOf(element: Element): Element {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around)
    if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight && around !== document.body)
      return around
  }
  return document.scrollingElement ?? document.documentElement
}
