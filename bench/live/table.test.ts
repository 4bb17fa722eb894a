import { expect, test } from 'vitest'
import { judgmentsOf, type Measured, type Phase } from './table.ts'

/** When a run of the live channels meets its limits. */

const phase: Phase = {
  p50: 1,
  p99: 900,
  max: 5000,
  seconds: 9,
  cpu: 1,
  api: 290,
  failed: 0,
  lost: 0,
  reordered: 0,
  closed: 0,
}
const memory = { empty: 100, joined: 200, most: 249 }
const withinLimits: Measured = { name: 'ours', joining: 1, divided: phase, steady: phase, together: phase, memory }
const broken = (run: Measured) => judgmentsOf(run).flatMap(({ what, isMet }) => (isMet ? [] : [what]))

test('a run within every limit breaks none', () => {
  expect(broken(withinLimits)).toEqual([])
})

test.each([
  ['steady', { p99: 1001 }, 'one a second, one list: p99'],
  ['steady', { lost: 1 }, 'one a second, one list: lost'],
  ['divided', { p99: 1001 }, 'burst over all lists: p99'],
  ['divided', { api: 301 }, 'burst over all lists: API p99'],
  ['steady', { failed: 1 }, 'one a second, one list: calls that failed'],
  ['divided', { p99: Number.NaN }, 'burst over all lists: p99'],
  ['together', { reordered: 1 }, 'burst on one list: reordered'],
  ['together', { closed: 1 }, 'burst on one list: closed'],
] as const)('a limit broken in the phase %s by %j is reported for that phase', (name, change, title) => {
  expect(broken({ ...withinLimits, [name]: { ...phase, ...change } })).toEqual([title])
})

test('the memory limit applies to the whole run', () => {
  expect(broken({ ...withinLimits, memory: { ...memory, most: 251 } })).toEqual(['memory at most, MB'])
})
