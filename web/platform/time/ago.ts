/** How long ago something was, in the unit that people use for it; `since` where only its day says something. */
export type Ago =
  { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number } | { unit: 'since'; day: string }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `then` is ISO 8601 in UTC, `now` in milliseconds. A clock that is behind makes it now. */
export function agoOf(then: string, now: number): Ago {
  const passed = now - Date.parse(then)
  if (passed < 2 * minute) return { unit: 'now' }
  if (passed < hour) return { unit: 'minutes', count: Math.floor(passed / minute) }
  if (passed < day) return { unit: 'hours', count: Math.floor(passed / hour) }
  if (passed < 31 * day) return { unit: 'days', count: Math.floor(passed / day) }
  return { unit: 'since', day: dayOf(then) }
}

/** The day of an instant by this machine's calendar, as YYYY-MM-DD. */
export function dayOf(instant: string) {
  const date = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
