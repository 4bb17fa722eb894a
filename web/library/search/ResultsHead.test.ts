import { expect, test } from 'vitest'
import { plainWords, shortQuery, withoutQuotes } from './ResultsHead.tsx'

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

test.each([
  ['ކުލި AND އިޖާރާ', 'ކުލި އިޖާރާ'],
  ['ކުލި އަދި (އިޖާރާ ނުވަތަ ގޯތި)', 'ކުލި އިޖާރާ ގޯތި'],
  ['lease -rent NOT (land OR sea)', 'lease'],
  ['ކުންފު* contract', 'ކުންފު contract'],
  ['"ކުލި ނުދެއްކުން" w/p ޢަޤްދު', 'ކުލި ނުދެއްކުން ޢަޤްދު'],
  ['NEAR(lease rent, 3)', 'lease rent'],
  ['court:"ސިވިލް ކޯޓު" އިޖާރާ from:2020', 'އިޖާރާ'],
  ['2013/HC-A/80 OR sub-lease', '2013/HC-A/80 sub-lease'],
  ['lease AND +OR', 'lease +OR'],
  ['"ޙުކުމް އަދި ޢަޤްދު" from:2020', 'ޙުކުމް ޢަޤްދު'],
])('the plain words of %s are %s', (q, words) => {
  expect(plainWords({ q, type: 'CaseFile' })).toBe(words)
})

test.each(['lease, rent', '"unpaid rent"', 'ކުލި ނުވަތަ ގޯތި އިޖާރާ', 'NOT lease', 'court:"ސިވިލް ކޯޓު"', 'ab NOT rent', ''])(
  'the query %s has no plain words to search for instead',
  (q) => {
    expect(plainWords({ q, type: 'CaseFile' })).toBeNull()
  },
)

test('phrases are searched for without the filters of the query, so that leaving these out changes nothing', () => {
  expect(plainWords({ q: 'lease from:2020', type: 'Phrase' })).toBeNull()
  expect(plainWords({ q: 'lease* from:2020', type: 'Phrase' })).toBe('lease')
})
