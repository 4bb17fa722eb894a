/** Tells whoever subscribed that something has changed. */
export function buildSignal() {
  const listeners = new Set<() => void>()
  return {
    tell: () => {
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
