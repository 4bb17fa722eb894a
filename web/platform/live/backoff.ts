/** Exponential backoff with jitter: how long to wait before the next attempt, in milliseconds. */
export function backoff(attempts: number, random = Math.random()) {
  const limit_ms = Math.min(30_000, 1000 * 2 ** Math.min(attempts, 5))
  return Math.round(limit_ms * (0.5 + random / 2))
}
