import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { printQuery } from '../../../test/printQuery.ts'

const manyWords = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

test.each([
  ['ނޫން (ކ)', '+ނޫން AND ކ'],
  ['ނޫން "ޙައްޤު"', '+ނޫން AND "ޙައްޤު"'],
  ['(ހަތަރެއް) އަހަރު ނުވަތަ (ފަހެއް)', 'ހަތަރެއް AND އަހަރު AND +ނުވަތަ AND ފަހެއް'],
  ['(ވައްކަން ނުވަތަ ފޭރުން)', 'ވައްކަން AND +ނުވަތަ AND ފޭރުން'],
  ['-ދައުވާލިބޭ −ނިންމުން', 'ދައުވާލިބޭ AND ނިންމުން'],
  ['Ali & Co', 'ali AND co'],
])('in a pasted passage, %s contains no operator that removes or adds cases', (text, meaning) => {
  const parsed = parseQuery(`${manyWords} ${text}`)
  expect(parsed.isPassage).toBe(true)
  expect(printQuery(parsed)).toBe(`(${manyWords.replaceAll(' ', ' AND ')} AND ${meaning})`)
})

test.each([
  ['an operator in capitals', `${manyWords} OR word`],
  ['proximity', `${manyWords} w/5 word`],
  ['a prefix', `${manyWords} contr*`],
  ['Dhivehi operators between all words', manyWords.replaceAll(' ', ' ނުވަތަ ')],
  ['AND between all words', manyWords.replaceAll(' ', ' AND ')],
  ['one pair of quotes', `"${manyWords}"`],
])('a query of many words with %s is no passage', (_name, text) => {
  expect(parseQuery(text).isPassage).toBeUndefined()
})

test('a negated filter in a pasted passage is not applied', () => {
  for (const negation of ['-', 'ނޫން ', 'ނޫން (ކޯޓު '])
    expect(parseQuery(`${manyWords} ${negation}court:"HC"`)).toMatchObject({ isPassage: true, filters: {} })
})

test('headings in a pasted passage parse as words, not as filters', () => {
  const passage = `ކޯޓު: ސިވިލް ${Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')}`
  expect(parseQuery(passage)).toMatchObject({ filters: {}, repairs: [] })
  expect(parseQuery(`${passage} court:`)).toMatchObject({ filters: {}, repairs: [] })
})
