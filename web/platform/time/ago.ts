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
  return { unit: 'since', day: dayOf(then) }
}

/** The local day of an instant, as YYYY-MM-DD. */
export function dayOf(instant: string) {
  const date = new Date(instant)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
