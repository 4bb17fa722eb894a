/** The next of `count` matches, cyclically; none where there are none. */
export function stepTo(current: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + by + count) % count
}

/** The last of the headings whose top has come up to the line; the first while none has. */
export function headingAt(tops: readonly number[], line: number): number {
  const below = tops.findIndex((top) => top > line)
  if (below === -1) return Math.max(0, tops.length - 1)
  return Math.max(0, below - 1)
}
