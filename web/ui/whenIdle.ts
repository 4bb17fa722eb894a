/**
 * Runs work once the browser is idle, and after so many milliseconds at the latest; returns the function that cancels it.
 * Safari has no idle callbacks: there the work runs in a task of its own.
 */
export function whenIdle(work: () => void, timeout_ms?: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(() => work(), timeout_ms === undefined ? {} : { timeout: timeout_ms })
  return () => cancelIdleCallback(idle)
}
