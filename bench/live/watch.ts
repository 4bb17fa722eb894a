import { readFileSync } from 'node:fs'

/** What a process takes while it is measured. */

/** The most that it has held in memory, in megabytes. */
export function watchMemory(pid: number) {
  let most = 0
  const now = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    most = Math.max(most, Number(kilobytes) / 1024)
    return Number(kilobytes) / 1024
  }
  const timer = setInterval(now, 200)
  return {
    now,
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** The time that it has computed, in seconds: its own and what the system did for it. */
export function cpuOf(pid: number): number {
  // Fields 14 and 15, counted behind the name, which may hold anything; in hundredths.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Asks ten times a second; answers the time within which 99 of 100 were answered, and how many were not. */
export function watchApi(ask: () => Promise<unknown>) {
  const taken: number[] = []
  const running = new Set<Promise<unknown>>()
  const failures: string[] = []
  const timer = setInterval(() => {
    const begun = performance.now()
    const one = ask().then(
      () => void taken.push(performance.now() - begun),
      (error: unknown) => failures.push(reasonOf(error)),
    )
    running.add(one)
    void one.then(() => running.delete(one))
  }, 100)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      taken.sort((one, other) => one - other)
      if (failures.length > 0) console.log(`${failures.length} calls failed: ${[...new Set(failures)].join(', ')}`)
      return { api: taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN, failed: failures.length }
    },
  }
}

function reasonOf(error: unknown) {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : String(error)
}
