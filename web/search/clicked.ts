import { post } from '#web/api/client.ts'

/** Each result is told once, however often it is opened. */
const told = new Set<string>()

/** Tells the server which result was opened; nobody waits for it, and nothing is said when it fails. */
export function tellOpened(trace: string | null, position: number) {
  const key = `${trace} ${position}`
  if (trace === null || told.has(key)) return
  told.add(key)
  void post('g/clicked', { Trace: trace, Position: position })
}
