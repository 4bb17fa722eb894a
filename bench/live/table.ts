/** What was measured of one side in one phase: times in milliseconds, `seconds` and `cpu` in seconds. */
export type Phase = {
  p50: number
  p99: number
  max: number
  seconds: number
  /** What the server computed. */
  cpu: number
  /** Within what time 99 of 100 calls were answered meanwhile. */
  api: number
  /** Calls that were not answered. */
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
  ...names.flatMap((name) => kinds.map((kind): [string, Of] => [`${phases[name]}: ${shown[kind]}`, (one) => one[name][kind]])), // prettier-ignore
  ['memory without sockets, MB', ({ memory }) => memory.empty],
  ['memory with all of them, MB', ({ memory }) => memory.joined],
  ['memory at most, MB', ({ memory }) => memory.most],
]

type Size = { sockets: number; burst: number; lists: number }

/** Prints both sides beside each other, and how many times ours the other takes. */
export function print(measured: readonly Measured[], { sockets, burst, lists }: Size) {
  const [ours, peer] = measured
  console.log(`${sockets.toLocaleString('en')} sockets on ${lists} lists, then all on one; bursts of ${burst}; ms`)
  console.log(''.padEnd(44), ...measured.map(({ name }) => name.padStart(10)), 'ratio'.padStart(8))
  for (const [title, of] of rows) {
    const ratio = ours && peer && of(ours) > 0 && of(peer) > 0 ? `${(of(peer) / of(ours)).toFixed(1)}×` : ''
    console.log(title.padEnd(44), ...measured.map((one) => numbers(of(one)).padStart(10)), ratio.padStart(8))
  }
}

/** What the channels promise of a phase: how late the 99th of a hundred is, that all come in order, and what calls take. */
const whole: Partial<Record<keyof Phase, number>> = { lost: 0, reordered: 0, closed: 0, api: 300, failed: 0 }
const promised: typeof whole = { p99: 1000, ...whole }
const promisedMemory = 250

/** No promise is made of how late a burst on one list is for all at once, only that nothing of it is lost (0054). */
const promisedOf: Record<(typeof names)[number], typeof promised> = {
  divided: promised,
  steady: promised,
  together: whole,
}

export type Judgment = { what: string; limit: number; value: number; kept: boolean }

/** Each promise of each phase, and of memory, beside what was measured. What is no number was not measured, nor kept. */
export function judgmentsOf(ours: Measured): Judgment[] {
  const ofPhases = names.flatMap((name) =>
    kinds.flatMap((kind) => {
      const limit = promisedOf[name][kind]
      return limit === undefined ? [] : [{ what: `${phases[name]}: ${shown[kind]}`, limit, value: ours[name][kind] }]
    }),
  )
  const all = [...ofPhases, { what: 'memory at most, MB', limit: promisedMemory, value: ours.memory.most }]
  return all.map((one) => ({ ...one, kept: one.value <= one.limit }))
}

/** Prints what was promised. Answers whether all is kept. */
export function judge(ours: Measured): boolean {
  console.log('')
  const judged = judgmentsOf(ours)
  for (const { what, limit, value, kept } of judged)
    console.log(`${what.padEnd(36)} ${numbers(value).padStart(8)} ≤ ${limit} ${kept ? 'kept' : 'NOT KEPT'}`)
  return judged.every(({ kept }) => kept)
}

const numbers = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** The time within which so much of all came. */
export function share(times: readonly [ms: number, count: number][], part: number) {
  const all = times.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [ms, count] of times) {
    seen += count
    if (seen >= all * part) return ms
  }
  return Number.NaN
}
