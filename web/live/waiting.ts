/** How long to wait before trying again, in milliseconds: longer each time, and never all at the same moment. */
export function waitBefore(tries: number, random = Math.random()) {
  const longest = Math.min(30_000, 1000 * 2 ** Math.min(tries, 5))
  return Math.round(longest * (0.5 + random / 2))
}
