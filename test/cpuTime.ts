/** Milliseconds of this thread's own processor time that a piece of work takes, however busy the machine is. */
export function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Does twice the work take about twice the time? Four times and a little would be the square of it. */
export function growsWithItsLength(work: (text: string) => unknown, text: string): boolean {
  work(text)
  // Another text of the same length but for a space: what is remembered of the first takes no time.
  const once = cpuTime(() => work(`${text} `))
  return cpuTime(() => work(text + text)) < once * 3.5 + 40
}
