import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { printQuery } from '#test/printQuery.ts'

const manyWords = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

function filtersInPassage(text: string) {
  const { isPassage, filters } = parseQuery(text)
  expect(isPassage).toBe(true)
  return filters
}

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
  ['AND between nearly all words', `${manyWords.replaceAll(' ', ' AND ')} word -other`],
  ['one pair of quotes', `"${manyWords}"`],
])('a query of many words with %s is no passage', (_name, text) => {
  expect(parseQuery(text).isPassage).toBeUndefined()
})

test('an AND in a pasted passage does not make its words exact', () => {
  for (const text of ['Ali & Co', 'THE CLAIMANT AND THE RESPONDENT'])
    expect(parseQuery(`${manyWords} ${text}`)).toMatchObject({ isPassage: true })
  expect(parseQuery(`${manyWords} Ali & Co`).hasAnd).toBeUndefined()
})

test('a star after one letter or digit is a footnote mark of a pasted passage', () => {
  for (const mark of ['5*', 'ކ*', '(3*)', '*']) expect(parseQuery(`${manyWords} ${mark}`).isPassage, mark).toBe(true)
})

test('the filters of a long query do not make it a passage', () => {
  const words = (count: number) => manyWords.split(' ').slice(0, count).join(' ')
  for (const filters of ['court:HC from:2013 judge:Ali to:2014', 'court: "HC" judge:Ali type: "x"']) {
    const { isPassage, filters: found } = parseQuery(`${words(38)} ${filters}`)
    expect([isPassage, Object.keys(found).length > 1]).toEqual([undefined, true])
  }
})

test('a filter is read in the same way before and after its value is merged with it', () => {
  const joined = [...manyWords.split(' '), 'court: "HC"', 'judge:Ali'].join(' އަދި ')
  const { isPassage, filters } = parseQuery(joined)
  expect(isPassage).toBeUndefined()
  expect(filters).toEqual({ court: ['HC'], judge: ['Ali'] })
})

test('a negated filter in a pasted passage is not applied', () => {
  for (const negation of ['-', 'ނޫން ', 'ނޫން (ކޯޓު '])
    expect(filtersInPassage(`${manyWords} ${negation}court:"HC"`)).toEqual({})
})

test('headings in a pasted passage parse as words, not as filters', () => {
  const passage = `ކޯޓު: ސިވިލް ${Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')}`
  for (const text of [passage, `${passage} court:`]) {
    expect(filtersInPassage(text)).toEqual({})
    expect(parseQuery(text).repairs).toEqual([])
  }
})

test('in a pasted passage a label next to its value is a heading, and only a quoted value is a filter', () => {
  for (const heading of ['ކޯޓު:ސިވިލް ކޯޓު', 'ފަނޑިޔާރު:ޢަލީ', 'Judge:Ali', 'ފަރާތް:ޢަލީ', 'from:2013', 'to:12 May 2014'])
    expect(parseQuery(`${heading} ${manyWords}`), heading).toMatchObject({ isPassage: true, filters: {}, repairs: [] })
  const text = `Judge:Ali ${manyWords} court:"HC"`
  expect(filtersInPassage(text)).toEqual({ court: ['HC'] })
  expect(parseQuery(text).terms[0]).toMatchObject({ kind: 'phrase', words: ['judge', 'ali'] })
})
