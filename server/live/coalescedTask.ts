/**
 * Coalesced (single-flight) task: runs once at a time, and once more when it was triggered meanwhile. After an error it
 * runs again after one second.
 */
export function coalescedTask(run: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let requested = false
  let closed = false

  async function runWhileRequested() {
    while (requested && !closed) {
      requested = false
      await run()
    }
  }

  function trigger() {
    requested = true
    running ??= runWhileRequested()
      .catch((error: unknown) => {
        onError(error)
        setTimeout(trigger, 1000).unref()
      })
      .finally(() => {
        running = undefined
        // It may have been triggered after the loop made its last check.
        if (requested && !closed) trigger()
      })
  }

  return {
    trigger,
    isClosed: () => closed,
    close: async () => {
      closed = true
      await running
    },
  }
}
