import { post } from '#web/platform/api/client.ts'

/** Clicks that were reported: each result counts once. */
const reported = new Set<string>()

/** Search analytics: reports the opened result, without waiting and without showing a failure. */
export function reportClick(trace: string | null, position: number) {
  const key = `${trace} ${position}`
  if (trace === null || reported.has(key)) return
  reported.add(key)
  void post('g/clicked', { Trace: trace, Position: position })
}
