type Limits = { first_ms?: number; longest_ms?: number; random?: number }

/** Exponential backoff with jitter: how long to wait before the next attempt, in milliseconds. */
export function backoff(
  attempts: number,
  { first_ms = 1000, longest_ms = 30_000, random = Math.random() }: Limits = {},
) {
  const limit_ms = Math.min(longest_ms, first_ms * 2 ** Math.min(attempts, 30))
  return Math.round(limit_ms * (0.5 + random / 2))
}
