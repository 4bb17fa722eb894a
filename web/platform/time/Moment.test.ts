import { expect, test } from 'vitest'
import { relativeTimeOf } from './Moment.tsx'

const now = Date.parse('2026-03-31T12:00:00Z')

test.each([
  ['2026-03-31T11:59:30Z', { unit: 'now' }],
  ['2026-03-31T12:05:00Z', { unit: 'now' }],
  ['2026-03-31T11:57:01Z', { unit: 'minutes', count: 2 }],
  ['2026-03-31T11:00:01Z', { unit: 'minutes', count: 59 }],
  ['2026-03-31T11:00:00Z', { unit: 'hours', count: 1 }],
  ['2026-03-30T12:00:01Z', { unit: 'hours', count: 23 }],
  ['2026-03-30T12:00:00Z', { unit: 'days', count: 1 }],
  ['2026-03-01T12:00:00Z', { unit: 'days', count: 30 }],
  ['2025-12-24T12:00:00Z', { unit: 'since', day: '2025-12-24' }],
  ['2025-12-24T19:00:00Z', { unit: 'since', day: '2025-12-25' }],
])('the relative time of %s is %j', (then, ago) => {
  expect(relativeTimeOf(then, now)).toEqual(ago)
})
