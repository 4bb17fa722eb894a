import { readFileSync } from 'node:fs'
import { percentile } from '#bench/report/percentile.ts'

/** Samples the resident memory of a process; returns its peak in megabytes. */
export function watchMemory(pid: number) {
  let peak = 0
  const now = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    peak = Math.max(peak, Number(kilobytes) / 1024)
    return Number(kilobytes) / 1024
  }
  const timer = setInterval(now, 200)
  return {
    now,
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

/** The CPU time of a process in seconds, user and system. */
export function cpuOf(pid: number): number {
  // Fields 14 and 15, counted after the process name, which may contain anything; in hundredths.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Calls the API at an even rate; returns the 99th percentile of the latency and the number of failures. */
export function watchApi(ask: () => Promise<unknown>, perSecond: number) {
  const latencies: number[] = []
  const running = new Set<Promise<unknown>>()
  const failures: string[] = []
  const timer = setInterval(() => {
    const startedAt = performance.now()
    const one = ask().then(
      () => void latencies.push(performance.now() - startedAt),
      (error: unknown) => failures.push(reasonOf(error)),
    )
    running.add(one)
    void one.then(() => running.delete(one))
  }, 1000 / perSecond)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      if (failures.length > 0) console.log(`${failures.length} calls failed: ${[...new Set(failures)].join(', ')}`)
      return { api: percentile(latencies, 0.99), failed: failures.length }
    },
  }
}

function reasonOf(error: unknown) {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : String(error)
}
