import { useSyncExternalStore } from 'react'
import { formatMoment } from '#shared/text/format/dates.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { DateText } from '#web/ui/Text.tsx'
import { relativeTimeOf } from './ago.ts'

/** A relative time; the tooltip has the exact time in the Maldives. */
export function Moment({ at, now }: { at: string; now: number }) {
  const { sessions: strings } = useStrings()
  const language = useLanguage()
  const ago = relativeTimeOf(at, now)
  if (ago.unit === 'since') return <DateText day={ago.day} language={language} />
  return (
    <time dateTime={at} title={isolate(formatMoment(at, language))}>
      {ago.unit === 'now' ? strings.ago.now : strings.ago[ago.unit](ago.count)}
    </time>
  )
}

/** The interval at which relative times are updated. */
const tick_ms = 20_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(tick, tick_ms)
    // Timers stop in a hidden tab.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time in milliseconds, updated by one clock for the whole screen. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
