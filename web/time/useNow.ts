import { useSyncExternalStore } from 'react'

/** So often what was "a minute ago" is looked at again. */
const tick_ms = 20_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const look = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(look, tick_ms)
    // A tab that was hidden may have slept.
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** The moment, in milliseconds, as time goes: one clock for all that is on the screen. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
