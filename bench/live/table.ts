import type { Row } from '#bench/report/figures.ts'

/** The results of one target in one phase: times in milliseconds, `seconds` and `cpu` in seconds. */
export type Phase = {
  p50: number
  p99: number
  max: number
  seconds: number
  /** The CPU time of the server. */
  cpu: number
  /** The 99th percentile of API calls during the phase. */
  api: number
  /** API calls that failed. */
  failed: number
  lost: number
  reordered: number
  closed: number
}

export type Measured = {
  name: string
  joining: number
  divided: Phase
  steady: Phase
  together: Phase
  /** In megabytes: without sockets, with all of them, and at most. */
  memory: { empty: number; joined: number; most: number }
}

const phases = {
  divided: 'burst over all lists',
  steady: 'one a second, one list',
  together: 'burst on one list',
} as const

const shown: Record<keyof Phase, string> = {
  p50: 'p50',
  p99: 'p99',
  max: 'max',
  seconds: 'until all came, s',
  cpu: 'server computed, s',
  api: 'API p99',
  failed: 'calls that failed',
  lost: 'lost',
  reordered: 'reordered',
  closed: 'closed',
}

type Of = (one: Measured) => number

const names = Object.keys(phases) as (keyof typeof phases)[]
const kinds = Object.keys(shown) as (keyof Phase)[]

const rows: [string, Of][] = [
  ['all have joined, s', ({ joining }) => joining],
  ...names.flatMap((name) =>
    kinds.map((kind): [string, Of] => [`${phases[name]}: ${shown[kind]}`, (one) => one[name][kind]]),
  ),
  ['memory without sockets, MB', ({ memory }) => memory.empty],
  ['memory with all of them, MB', ({ memory }) => memory.joined],
  ['memory at most, MB', ({ memory }) => memory.most],
]

type Size = { sockets: number; burst: number; lists: number; asks: number }

/** Prints the results of both targets and their ratio. */
export function print(measured: readonly Measured[], { sockets, burst, lists, asks }: Size) {
  const [ours, peer] = measured
  console.log(
    `${sockets.toLocaleString('en')} sockets on ${lists} lists, then all on one; bursts of ${burst}; ${asks} calls a second; ms`,
  )
  console.log(''.padEnd(44), ...measured.map(({ name }) => name.padStart(10)), 'ratio'.padStart(8))
  for (const [title, of] of rows) {
    const ratio = ours && peer && of(ours) > 0 && of(peer) > 0 ? `${(of(peer) / of(ours)).toFixed(1)}×` : ''
    console.log(title.padEnd(44), ...measured.map((one) => numbers(of(one)).padStart(10)), ratio.padStart(8))
  }
}

/** The results of both targets for the report; a time of zero is below the resolution of a millisecond. */
export function comparedRows(ours: Measured, peer: Measured): Row[] {
  const row = (what: string, unit: Row['unit'], of: Of, goal?: number): Row => ({
    what,
    unit,
    ours: of(ours),
    other: of(peer),
    other_name: peer.name,
    ...(goal !== undefined && { goal }),
  })
  return [
    row('all have joined', 's', ({ joining }) => joining),
    ...names.flatMap((name) => [
      row(`${phases[name]}, p99`, 'ms', (one) => one[name].p99, limitsOf[name].p99),
      row(`${phases[name]}, processor`, 's', (one) => one[name].cpu),
    ]),
    row('memory at most', 'MB', ({ memory }) => memory.most, memoryLimit),
  ]
}

/** The limits of a phase: p99 latency, delivery in order, and API latency. */
const deliveryLimits: Partial<Record<keyof Phase, number>> = { lost: 0, reordered: 0, closed: 0, api: 300, failed: 0 }
const allLimits: typeof deliveryLimits = { p99: 1000, ...deliveryLimits }
const memoryLimit = 250

/** For a burst on one list only complete delivery is promised, no latency (decision 0054). */
const limitsOf: Record<(typeof names)[number], typeof allLimits> = {
  divided: allLimits,
  steady: allLimits,
  together: deliveryLimits,
}

type Judgment = { what: string; limit: number; value: number; isMet: boolean }

/** Compares every limit with the measured value. NaN means not measured and counts as not met. */
export function judgmentsOf(ours: Measured): Judgment[] {
  const ofPhases = names.flatMap((name) =>
    kinds.flatMap((kind) => {
      const limit = limitsOf[name][kind]
      return limit === undefined ? [] : [{ what: `${phases[name]}: ${shown[kind]}`, limit, value: ours[name][kind] }]
    }),
  )
  const all = [...ofPhases, { what: 'memory at most, MB', limit: memoryLimit, value: ours.memory.most }]
  return all.map((one) => ({ ...one, isMet: one.value <= one.limit }))
}

/** Prints every limit; returns whether all are met. */
export function judge(ours: Measured): boolean {
  console.log('')
  const judged = judgmentsOf(ours)
  for (const { what, limit, value, isMet } of judged)
    console.log(`${what.padEnd(36)} ${numbers(value).padStart(8)} ≤ ${limit} ${isMet ? 'met' : 'NOT MET'}`)
  return judged.every(({ isMet }) => isMet)
}

const numbers = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** The percentile of a histogram. */
export function share(times: readonly [ms: number, count: number][], part: number) {
  const all = times.reduce((sum, [, count]) => sum + count, 0)
  let counted = 0
  for (const [ms, count] of times) {
    counted += count
    if (counted >= all * part) return ms
  }
  return Number.NaN
}
