import { expect, test } from 'vitest'
import { toLogical } from './logicalOrder.ts'

const read = (seen: string, mirror = true) => {
  const visual = Array.from(seen).map((text) => ({ text, unit: null, certainty: 1 }))
  const { items, sure } = toLogical(visual, { mirror, before: 'R' })
  return { text: items.map(({ text }) => text).join(''), sure }
}

test.each([
  ['Dhivehi', 'ގބއ', 'އބގ'],
  ['a number in Dhivehi', 'ގ 48,750.50 އ', 'އ 48,750.50 ގ'],
  ['a case number that UAX #9 turned round', 'ގ Cv-C/2021/1234 އ', 'އ 1234/Cv-C/2021 ގ'],
  ['a case number in a cell of its own', 'B12C/2018/58', '58/B12C/2018'],
  ['a case number in an isolate', 'ގ 2011/HC-A/305 އ', 'އ 2011/HC-A/305 ގ'],
  ['the number of a paragraph before an amount', 'ގ 20,000 .2', '2. 20,000 ގ'],
  ['a date with hyphens', '2020-05-12 އ', 'އ 12-05-2020'],
  ['a Latin name with brackets', '"Report (SIR/22/0631)" އ', 'އ "Report (SIR/22/0631)"'],
  ['a Latin text that goes on in the next line', 'Atoll Surveys Pvt. އ', 'އ Atoll Surveys Pvt.'],
  ['brackets in Dhivehi, named by their shape', '(ގބ) އ', 'އ (ބގ)'],
  ['a line of Latin letters', 'Employment Tribunal, 2023.', 'Employment Tribunal, 2023.'],
])('%s is read in logical order', (_, seen, logical) => {
  expect(read(seen).text).toBe(logical)
})

test('brackets that the file names by their meaning are preserved', () => {
  expect(read(')ގބ( އ', false).text).toBe('އ (ބގ)')
})

test('a line is sure when UAX #9 gives the order that is seen', () => {
  expect(read('ގ Cv-C/2021/1234 އ').sure).toBe(true)
})
