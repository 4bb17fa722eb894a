import { limits } from '#shared/limits.ts'
import type { Tone } from '#web/ui/Alert.tsx'

/** What can be done about a message, such as to undo what it tells. */
export type ToastAct = { label: string; run: () => void }
export type Toast = { id: number; tone: Tone; text: string; act?: ToastAct }

type Clock = { after: (ms: number, run: () => void) => () => void }

const realClock: Clock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * The messages in the corner. Each stays five seconds, as long as the pointer or the focus is on it, and one second
 * more after that; a message that is there already is not shown twice.
 */
export function buildToasts(clock: Clock = realClock) {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const timers = buildTimers(clock)

  const change = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const close = (id: number) => {
    timers.stop(id)
    change(toasts.filter((toast) => toast.id !== id))
  }
  const closeAfter = (id: number, ms: number) => timers.start(id, ms, () => close(id))

  return {
    get: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: (tone: Tone, text: string, act?: ToastAct) => {
      const same = toasts.find((toast) => toast.tone === tone && toast.text === text)
      if (text === '' || (same && !act)) return
      // What could be done about the one before is no longer the last thing that was done.
      if (same) close(same.id)
      lastId += 1
      change([...toasts, { id: lastId, tone, text, ...(act && { act }) }])
      closeAfter(lastId, limits.toast.visible_ms)
    },
    hold: timers.stop,
    release: (id: number) => closeAfter(id, limits.toast.extended_ms),
    close,
  }
}

/** A timer for each message: one that is started again begins anew. */
function buildTimers(clock: Clock) {
  const stops = new Map<number, () => void>()

  const stop = (id: number) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  const start = (id: number, ms: number, run: () => void) => {
    stop(id)
    stops.set(id, clock.after(ms, run))
  }
  return { start, stop }
}

export const toasts = buildToasts()
