/** While somebody writes: this long after the last letter, and at the latest this long after the first. */
const pause_ms = 400
const atMost_ms = 1000

/** Runs once for the letters of a burst: when they pause, or while they go on, before more than a second is unkept. */
export function debounceDraft(run: () => void) {
  let pause: ReturnType<typeof setTimeout> | undefined
  let latest: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(pause)
    clearTimeout(latest)
    pause = latest = undefined
  }
  const runNow = () => {
    cancel()
    run()
  }
  return {
    ask: () => {
      clearTimeout(pause)
      pause = setTimeout(runNow, pause_ms)
      latest ??= setTimeout(runNow, atMost_ms)
    },
    /** What was asked for and has not run yet runs at once. */
    flush: () => {
      if (latest !== undefined) runNow()
    },
    cancel,
  }
}
