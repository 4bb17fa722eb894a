/** Work that is done once at a time, and once more when it is asked for meanwhile; after trouble it is tried anew in a second. */
export function repeat(run: () => Promise<void>, onTrouble: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let wanted = false
  let closed = false

  async function runWhileWanted() {
    while (wanted && !closed) {
      wanted = false
      await run()
    }
  }

  function again() {
    wanted = true
    running ??= runWhileWanted()
      .catch((error: unknown) => {
        onTrouble(error)
        setTimeout(again, 1000).unref()
      })
      .finally(() => {
        running = undefined
        // Somebody may have asked just when the last look was over.
        if (wanted && !closed) again()
      })
  }

  return {
    again,
    isClosed: () => closed,
    close: async () => {
      closed = true
      await running
    },
  }
}
