import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution_ms = 20
const window_ms = 250

export type EventLoopMonitor = ReturnType<typeof openEventLoopMonitor>

/**
 * Measures by how much the turns of the event loop are late: on average in a quarter of a second, the better one of the
 * last two, so that a single long turn is no overload.
 */
export function openEventLoopMonitor() {
  const histogram = monitorEventLoopDelay({ resolution: resolution_ms })
  histogram.enable()
  let [previous_ms, latest_ms] = [0, 0]
  const timer = setInterval(() => {
    // The mean of no turn is not a number.
    if (histogram.count === 0) return
    previous_ms = latest_ms
    latest_ms = Math.max(0, histogram.mean / 1e6 - resolution_ms)
    histogram.reset()
  }, window_ms).unref()

  return {
    delay_ms: () => Math.min(previous_ms, latest_ms),
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
