import { limits } from '#shared/limits.ts'

/** Rows from one to another, both counted. */
export type InSight = { first: number; last: number }

const row_px = limits.list.row_height_px
/** Rows that are drawn before and behind those in sight, for the scrolling that outruns the drawing. */
const more = 3

/** The rows in sight of a box that is scrolled so far and has so much height for them. */
export const rowsInSight = (scrolled_px: number, height_px: number): InSight => ({
  first: Math.floor(scrolled_px / row_px),
  last: Math.floor((scrolled_px + Math.max(height_px, 1) - 1) / row_px),
})

/**
 * The places of the rows to draw, of so many: those in sight, those next to them, and the one that has the focus, wherever
 * the others are scrolled to. Where fewer rows are left than were scrolled past, the last ones are in sight.
 */
export function drawnRows({ first, last }: InSight, count: number, active: number): number[] {
  const end = Math.min(count - 1, last + more)
  const begin = Math.max(0, Math.min(first - more, end - (last - first)))
  const drawn = Array.from({ length: Math.max(0, end - begin + 1) }, (_, place) => begin + place)
  if (active < 0 || active >= count || (active >= begin && active <= end)) return drawn
  return active < begin ? [active, ...drawn] : [...drawn, active]
}

/** How far to scroll so that a row is in sight; as far as before, where it is. */
export function scrollFor(row: number, scrolled_px: number, height_px: number): number {
  const start = row * row_px
  const end = start + row_px
  if (start < scrolled_px) return start
  return end > scrolled_px + height_px ? end - height_px : scrolled_px
}
