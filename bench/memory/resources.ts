import { readdirSync, readFileSync } from 'node:fs'
import { median } from '#bench/report/percentile.ts'

/** The resident memory of a process, in megabytes, and the numbers of its open files and threads (Linux). */
export function resourcesOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const valueOf = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return {
    megabytes: valueOf('VmRSS') / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    threads: valueOf('Threads'),
  }
}

/** By how much the median of the last fifth of the values is above that of the first fifth. */
export function medianGrowth(values: readonly number[]): number {
  const fifth = Math.max(1, Math.floor(values.length / 5))
  return median(values.slice(-fifth)) - median(values.slice(0, fifth))
}
