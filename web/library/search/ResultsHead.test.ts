import { expect, test } from 'vitest'
import { shortQuery, withoutQuotes } from './ResultsHead.tsx'

test('a query is shown in full, and a passage is truncated after a vowel sign', () => {
  const query = 'ހު'.repeat(80)
  expect(shortQuery(query)).toBe(query)
  expect(shortQuery(`${'a'.repeat(159)}ހުކުމް`)).toBe(`${'a'.repeat(159)}ހު…`)
  expect(shortQuery(`${'a'.repeat(159)} ${'b'.repeat(9000)}`)).toBe(`${'a'.repeat(159)}…`)
})

test.each([
  ['"ކުލި ނުދެއްކުން"', 'ކުލި ނުދެއްކުން'],
  ['lease «unpaid rent» “of land', 'lease unpaid rent of land'],
  ['court:"ސިވިލް ކޯޓު" "ކުލި"', 'court:"ސިވިލް ކޯޓު" ކުލި'],
  ['ކުލި', 'ކުލި'],
])('without the quotes of its phrases %s is %s', (q, unquoted) => {
  expect(withoutQuotes(q)).toBe(unquoted)
})
