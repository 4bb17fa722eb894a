/** The processor time of this thread for a piece of work, in milliseconds, independent of the load of the machine. */
function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const measurements = 5

/**
 * Whether twice the input takes about twice the time; quadratic work would take four times as long. A collection of garbage and
 * shared caches of the processor only add to a time: the least of several is compared.
 */
export function isLinear(work: (text: string) => unknown, text: string): boolean {
  work(text)
  let once = Infinity
  let twice = Infinity
  for (let index = 1; index <= measurements; index++) {
    // A different text each time, because results are memoized.
    const padding = ' '.repeat(index)
    once = Math.min(
      once,
      cpuTime(() => work(text + padding)),
    )
    twice = Math.min(
      twice,
      cpuTime(() => work(text + text + padding)),
    )
    if (twice < once * 3.5 + 40) return true
  }
  return false
}

/** Whether the work takes less than `milliseconds` of the processor, in the least of several measurements. */
export const takesLessThan = (milliseconds: number, work: () => unknown): boolean =>
  Array.from({ length: measurements }).some(() => cpuTime(work) < milliseconds)
