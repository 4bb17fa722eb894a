import { readFile } from 'node:fs/promises'

/** What a process uses: resident memory, and its processor time since it started, by all of its threads. */
export type Use = { memory_bytes: number; processor_seconds: number }

const interval_ms = 50
const page_bytes = 4096
/** USER_HZ, which is the same on every Linux. */
const ticks_per_second = 100

/**
 * Samples what a process uses until it is stopped. WebAssembly reserves far more address space than it uses, so that only
 * resident memory says something. Linux only: elsewhere there is no sample, and other limits remain.
 */
export function watchUse(pid: number | undefined, onSample: (use: Use) => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined
  const timer = setInterval(() => {
    void useOf(pid).then((use) => {
      if (use) onSample(use)
    })
  }, interval_ms)
  return () => clearInterval(timer)
}

/** From `/proc`; undefined for a process that has ended. */
async function useOf(pid: number): Promise<Use | undefined> {
  try {
    const [memory, stat] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The name of the program, in brackets, may contain spaces. The times in user and in system mode are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      memory_bytes: Number(memory.split(' ')[1]) * page_bytes,
      processor_seconds: (Number(fields[11]) + Number(fields[12])) / ticks_per_second,
    }
  } catch {
    return undefined
  }
}
