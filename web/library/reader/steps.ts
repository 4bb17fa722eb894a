/** The index of the next of `count` matches, cyclically; 0 without matches. */
export function nextMatchIndex(current: number, direction: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + direction + count) % count
}

/** The index of the last heading above the line; the first if there is none. */
export function headingAt(tops: readonly number[], line: number): number {
  const below = tops.findIndex((top) => top > line)
  if (below === -1) return Math.max(0, tops.length - 1)
  return Math.max(0, below - 1)
}
