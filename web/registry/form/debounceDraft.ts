/** Wait after the last key press, and the longest wait after the first. */
const pause_ms = 400
const maxWait_ms = 1000

/**
 * Debounce with a maximum wait: runs once typing pauses, and at least once a second while it continues. `isClosing`: the
 * page may close when the function returns.
 */
export function debounceDraft(run: (isClosing: boolean) => void) {
  let pauseTimer: ReturnType<typeof setTimeout> | undefined
  let maxTimer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(pauseTimer)
    clearTimeout(maxTimer)
    pauseTimer = maxTimer = undefined
  }
  const runNow = (isClosing = false) => {
    cancel()
    run(isClosing)
  }
  return {
    schedule: () => {
      clearTimeout(pauseTimer)
      pauseTimer = setTimeout(runNow, pause_ms)
      maxTimer ??= setTimeout(runNow, maxWait_ms)
    },
    /** Runs a pending call immediately. */
    flush: () => {
      if (maxTimer !== undefined) runNow(true)
    },
    cancel,
  }
}
