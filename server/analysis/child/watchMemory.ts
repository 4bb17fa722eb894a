import { readFile } from 'node:fs/promises'

const interval_ms = 50
const page_bytes = 4096

/**
 * Calls `onExceeded` once when a process uses more memory than allowed. WebAssembly reserves far more address space than
 * it uses, so that only resident memory says something. Linux only: elsewhere the limits of Node remain.
 */
export function watchMemory(pid: number | undefined, maximum_bytes: number, onExceeded: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      if (bytes <= maximum_bytes) return
      clearInterval(timer)
      onExceeded()
    })
  }, interval_ms)
  return () => clearInterval(timer)
}

/** The second number of `statm` counts resident pages. A process that has ended has none. */
const residentBytes = (pid: number) =>
  readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]) * page_bytes,
    () => 0,
  )
