import { firstIndexWhere } from '#shared/binarySearch.ts'
import { blocksIn } from './blocks.ts'

/** The space that stays free above and below the target, in pixels. */
const viewMargin = { above: 150, below: 80 }

/** Scrolls a range into view, unless it is visible already. */
export function scrollRangeIntoView(range: Range) {
  const element = range.startContainer.parentElement
  const block = element?.closest('p, li, td, th, h2, h3') ?? element
  if (!block) return
  scrollUntil(() => {
    // Without layout a range has no position: its block is scrolled into view first.
    if (range.getBoundingClientRect().height === 0) block.scrollIntoView({ block: 'center' })
    const rect = range.getBoundingClientRect()
    if (isInView(rect)) return true
    scrollerOf(block).scrollBy({ top: rect.top - window.innerHeight / 2 })
    return false
  })
  scrollTable(range, block)
}

/** Scrolls the heading with this id to the top and focuses it. */
export function goToHeading(id: string) {
  const heading = document.getElementById(id)
  if (!heading) return
  scrollToTop(heading)
  heading.focus({ preventScroll: true })
}

function scrollToTop(heading: Element) {
  let previousTop: number | undefined
  scrollUntil(() => {
    heading.scrollIntoView({ block: 'start' })
    const { top } = heading.getBoundingClientRect()
    const isDone = top === previousTop
    previousTop = top
    return isDone
  })
}

/** Scrolls an element into view, unless it is visible already. */
export function scrollElementIntoView(element: Element) {
  scrollUntil(() => {
    if (isInView(element.getBoundingClientRect())) return true
    element.scrollIntoView({ block: 'center' })
    return false
  })
}

/** The block at the top of the window, by its index and its text, and its top in pixels. */
export type ReadingPlace = { index: number; text: string; top: number }

/** The place that is read; undefined above the end of the first block, where a text is opened. */
export function placeIn(article: HTMLElement): ReadingPlace | undefined {
  const blocks = [...blocksIn(article)]
  // Few are measured, as each may be in a part of the text without layout.
  const index = firstIndexWhere(
    blocks.length,
    (at) => (blocks[at]?.getBoundingClientRect().bottom ?? 0) > viewMargin.above,
  )
  const block = blocks[index]
  if (!block || index === 0) return undefined
  return { index, text: block.textContent, top: block.getBoundingClientRect().top }
}

/** Scrolls the block of a place to where it was: the nearest with its text, or else the one with its index. */
export function scrollToPlace(article: HTMLElement, { index, text, top }: ReadingPlace) {
  const blocks = [...blocksIn(article)]
  const distance = (found: number) => Math.abs(found - index)
  const same = blocks.flatMap(({ textContent }, at) => (textContent === text ? at : []))
  const block = blocks[same.sort((a, b) => distance(a) - distance(b))[0] ?? index] ?? blocks.at(-1)
  if (!block) return
  const scroller = scrollerOf(block)
  scrollUntil(() => {
    const moved = block.getBoundingClientRect().top - top
    scroller.scrollBy({ top: moved })
    return Math.abs(moved) < 1
  })
}

/**
 * Scrolls again in each frame until the target is in view: off-screen parts of a long text get their real size only
 * when they come near, which moves the target.
 */
function scrollUntil(isDone: () => boolean, attempts = 6) {
  if (isDone() || attempts === 0) return
  requestAnimationFrame(() => scrollUntil(isDone, attempts - 1))
}

const isInView = ({ top, bottom }: DOMRect) =>
  top >= viewMargin.above && bottom <= window.innerHeight - viewMargin.below

/** A wide table scrolls horizontally in its own frame. */
function scrollTable(range: Range, block: Element) {
  const frame = block.closest('[data-table]')
  if (!frame) return
  const [rect, frameRect] = [range.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (rect.left < frameRect.left || rect.right > frameRect.right)
    frame.scrollBy({ left: rect.left + rect.width / 2 - (frameRect.left + frameRect.width / 2) })
}

/** The scroll container of an element: a modal, or the page. */
function scrollerOf(element: Element): Element {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const { overflowY } = getComputedStyle(ancestor)
    if (/auto|scroll/.test(overflowY) && ancestor.scrollHeight > ancestor.clientHeight && ancestor !== document.body)
      return ancestor
  }
  return document.scrollingElement ?? document.documentElement
}
