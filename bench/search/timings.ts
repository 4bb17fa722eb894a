import { percentile } from '#bench/report/percentile.ts'

/** Runs an operation and returns its duration in milliseconds. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The same, and prints the duration. */
export async function timed(what: string, work: () => Promise<unknown>) {
  console.log(`${what}: ${((await clock(work)) / 1000).toFixed(1)} s`)
}

export type Spread = { p50: number; p95: number; worst: number }

export const spreadOf = (times: readonly number[]): Spread => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  worst: Math.max(0, ...times),
})
