import { expect, test } from 'vitest'
import { shortQuery } from './ResultsHead.tsx'

test('a query is shown in full, and a passage is truncated after a vowel sign', () => {
  const query = 'ހު'.repeat(80)
  expect(shortQuery(query)).toBe(query)
  expect(shortQuery(`${'a'.repeat(159)}ހުކުމް`)).toBe(`${'a'.repeat(159)}ހު…`)
  expect(shortQuery(`${'a'.repeat(159)} ${'b'.repeat(9000)}`)).toBe(`${'a'.repeat(159)}…`)
})
