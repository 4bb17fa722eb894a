import { useSyncExternalStore } from 'react'
import { dayInMaldives, formatMoment } from '#shared/text/format/dates.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { DateText } from '#web/ui/Text.tsx'

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

/** A relative time in its usual unit; `since` where only the day matters. */
type RelativeTime =
  | { unit: 'now' }
  | { unit: 'minutes' | 'hours' | 'days'; count: number }
  | { unit: 'since'; day: string }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `then` is ISO 8601 in UTC, `now` in milliseconds. A future time counts as now. */
export function relativeTimeOf(then: string, now: number): RelativeTime {
  const passed = now - Date.parse(then)
  if (passed < 2 * minute) return { unit: 'now' }
  if (passed < hour) return { unit: 'minutes', count: Math.floor(passed / minute) }
  if (passed < day) return { unit: 'hours', count: Math.floor(passed / hour) }
  if (passed < 31 * day) return { unit: 'days', count: Math.floor(passed / day) }
  return { unit: 'since', day: dayInMaldives(then) }
}
