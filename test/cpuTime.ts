/** The processor time of this thread for a piece of work, in milliseconds, independent of the load of the machine. */
function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Whether twice the input takes about twice the time; quadratic work would take four times as long. */
export function isLinear(work: (text: string) => unknown, text: string): boolean {
  work(text)
  // A slightly different text, because results of the first one are memoized.
  const once = cpuTime(() => work(`${text} `))
  return cpuTime(() => work(text + text)) < once * 3.5 + 40
}
