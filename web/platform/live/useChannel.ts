import { useEffect, useEffectEvent, useRef } from 'react'
import type { LiveMessage } from '#shared/calls/live.ts'
import { listen } from './live.ts'

/**
 * Subscribes to a channel by its full name on the wire (`private-User.7`) while the component is mounted. `onReload` is
 * called when messages were missed: the data on screen must be read again.
 */
export function useChannel(
  channel: string | undefined,
  onEvent: (message: LiveMessage) => void,
  onReload?: () => void,
) {
  const receive = useEffectEvent(onEvent)
  const reload = useEffectEvent(() => onReload?.())
  useEffect(() => {
    if (channel === undefined) return undefined
    return listen(channel, { onEvent: (message) => receive(message), onReload: () => reload() })
  }, [channel])
}

/**
 * Coalesces requests: a burst of five hundred changes runs `run` once. Returns the function that schedules a run; `run`
 * receives it too. A run scheduled with a longer delay moves forward when a shorter one is requested.
 */
export function useCoalesced(run: (schedule: (delay_ms?: number) => void) => void, wait_ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pendingDelay = useRef(Infinity)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const schedule = (delay_ms = wait_ms) => {
    if (timer.current !== undefined && pendingDelay.current <= delay_ms) return
    clearTimeout(timer.current)
    pendingDelay.current = delay_ms
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current(schedule)
    }, delay_ms)
  }
  return schedule
}
