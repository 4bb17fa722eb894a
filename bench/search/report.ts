import type { Answered } from './engines.ts'
import { type Spread, spreadOf } from './timings.ts'

/** One query with our latency, and that of the peer if it was measured. */
export type Measured = { kind: string; ours: Answered; theirs?: Answered }

/** The latency limits of the search in milliseconds, for libraries from a number of cases on. */
const latencyLimits: readonly { cases: number; limits: readonly (readonly [what: string, ms: number])[] }[] = [
  {
    cases: 1_000_000,
    limits: [
      ['p95', 120],
      ['facets p95', 500],
      ['hostile', 200],
      ['suggestions p95', 30],
      ['published', 2000],
    ],
  },
  {
    cases: 0,
    limits: [
      ['p50', 20],
      ['p95', 60],
      ['worst word', 150],
      ['hostile', 200],
      ['suggestions p95', 30],
      ['published', 2000],
    ],
  },
]

const number = (ms: number | undefined, width = 8) => (ms === undefined ? '' : ms.toFixed(1)).padStart(width)

export function reportMix(measured: readonly Measured[]) {
  console.log(
    '\nmilliseconds           matches    ours p50     p95   worst   PostgreSQL p50     p95   ratio p50    p95',
  )
  for (const kind of [...new Set(measured.map((one) => one.kind)), 'all']) {
    const some = measured.filter((one) => kind === 'all' || one.kind === kind)
    const ours = spreadOf(some.map((one) => one.ours.ms))
    const peer = some.flatMap(({ theirs }) => theirs?.ms ?? [])
    const theirs = peer.length > 0 ? spreadOf(peer) : undefined
    const matches = Math.round(some.reduce((sum, one) => sum + one.ours.count, 0) / some.length)
    console.log(
      kind.padEnd(20),
      String(matches).padStart(9),
      number(ours.p50, 11),
      number(ours.p95, 7),
      number(ours.worst, 7),
      number(theirs?.p50, 16),
      number(theirs?.p95, 7),
      number(theirs && theirs.p50 / ours.p50, 11),
      number(theirs && theirs.p95 / ours.p95, 6),
    )
  }
  const facets = facetsOf(measured)
  if (facets)
    console.log(
      `facets in a separate response: ${facets.of} times, p50 ${facets.p50.toFixed(1)}, p95 ${facets.p95.toFixed(1)}, worst ${facets.worst.toFixed(1)}`,
    )
}

export function facetsOf(measured: readonly Measured[]): (Spread & { of: number }) | undefined {
  const times = measured.flatMap(({ ours }) => ours.facets_ms ?? [])
  return times.length > 0 ? { ...spreadOf(times), of: times.length } : undefined
}

export const oursOf = (measured: readonly Measured[]) => spreadOf(measured.map(({ ours }) => ours.ms))

export const reportSpread = (what: string, { p50, p95, worst }: Spread) =>
  console.log(`\n${what}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, worst ${worst.toFixed(1)}`)

/** Prints the slowest queries, the slowest first. */
export function reportWorst(what: string, times: readonly (readonly [name: string, ms: number])[], maxLines: number) {
  console.log(`\n${what}; the slowest of ${times.length}:`)
  for (const [name, ms] of times.toSorted(([, one], [, other]) => other - one).slice(0, maxLines))
    console.log(`${number(ms)}  ${name}`)
}

/** Prints every limit and its measured value; returns whether all are met. */
export function judge(size: number, measured: Readonly<Record<string, number | undefined>>): boolean {
  const promised = latencyLimits.find(({ cases }) => size >= cases)?.limits ?? []
  const judged = promised.flatMap(([what, limit]) => {
    const ms = measured[what]
    return ms === undefined ? [] : [{ what, limit, ms, isMet: ms <= limit }]
  })
  console.log('')
  for (const { what, limit, ms, isMet } of judged)
    console.log(`${what.padEnd(14)} ${number(ms)} ≤ ${limit} ${isMet ? 'met' : 'NOT MET'}`)
  return judged.every(({ isMet }) => isMet)
}
