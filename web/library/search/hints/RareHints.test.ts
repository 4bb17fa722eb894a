import { expect, test } from 'vitest'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { exactQuery } from './RareHints.tsx'

test.each([
  ['ލޯޔަރު', '"ލޯޔަރު"'],
  ['lease  drug', '"lease"  "drug"'],
  ['court:ސިވިލް ކުލި', 'court:ސިވިލް "ކުލި"'],
  ['(ކުލި OR -ގޯތި)', '("ކުލި" OR -"ގޯތި")'],
  ['ކުލި ކުލި', '"ކުލި" "ކުލި"'],
])('each word of %s is quoted, and filters and operators stay', (typed, exact) => {
  expect(exactQuery(typed)).toBe(exact)
})

test('a query with quotes, a star or a case number keeps them, and quoting again changes nothing', () => {
  for (const query of ['"ކުލި ދެއްކުން"', 'ކުލި*', '123/Cv-C/2021']) expect(exactQuery(query)).toBe(query)
  const exact = exactQuery('ގެއިން ނެރުން')
  expect(exactQuery(exact)).toBe(exact)
  const { root } = parseQuery(exact)
  const isQuoted = root && leavesOf(root).map((leaf) => leaf.kind === 'phrase' && leaf.quoted)
  expect(new Set(isQuoted)).toEqual(new Set([true]))
})
