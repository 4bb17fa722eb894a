import { limits } from '#shared/limits.ts'
import type { Tone } from '#web/ui/Alert.tsx'

export type Toast = { id: number; tone: Tone; text: string }
export type ToastStore = ReturnType<typeof buildToasts>

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
  const stops = new Map<number, () => void>()

  const change = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const hold = (id: number) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  const close = (id: number) => {
    hold(id)
    change(toasts.filter((toast) => toast.id !== id))
  }
  const closeAfter = (id: number, ms: number) => {
    hold(id)
    stops.set(
      id,
      clock.after(ms, () => close(id)),
    )
  }

  return {
    get: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: (tone: Tone, text: string) => {
      if (text === '' || toasts.some((toast) => toast.tone === tone && toast.text === text)) return
      lastId += 1
      change([...toasts, { id: lastId, tone, text }])
      closeAfter(lastId, limits.toast.visible_ms)
    },
    hold,
    release: (id: number) => closeAfter(id, limits.toast.extended_ms),
    close,
  }
}

export const toasts = buildToasts()
