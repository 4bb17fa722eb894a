import { expect, test } from 'vitest'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { meaningsOfTerm } from '#shared/text/glossary/glossary.ts'
import { bestMatchIndex, findInText, findSearchMatches, firstMatchIn } from './findInText.ts'

const find = (text: string, query: string) => findInText(text, query).map(({ start, end }) => text.slice(start, end))

test('a word matches its other spellings and its endings', () => {
  expect(find('ޙުކުމް، ހުކުމުގެ އަދި ކޯޓު', 'ހުކުމ')).toEqual(['ޙުކުމް', 'ހުކުމުގެ'])
  expect(find('ސިވިލް ކޯޓުގެ ކޯޓަށް', 'ކޯޓު')).toEqual(['ކޯޓުގެ', 'ކޯޓަށް'])
})

test('a word matches every inflection, and its beginning matches while it is typed', () => {
  expect(find('ކައިވެންޏެއް، ކައިވެނި، ކާވެނީގެ', 'ކައިވެނި')).toEqual(['ކައިވެންޏެއް', 'ކައިވެނި', 'ކާވެނީގެ'])
  expect(find('މެންބަރުންގެ މަޖިލިސް', 'މެމްބަރު')).toEqual(['މެންބަރުންގެ'])
  expect(find('އިސްތިއުނާފުކުރި', 'އިސްތި')).toEqual(['އިސްތިއުނާފުކުރި'])
})

test('a match never ends between a letter and its vowel sign', () => {
  const text = 'މައްސަލަ މައްސަލައިގެ'
  for (const { end } of findInText(text, 'މައްސަލ')) expect(text.slice(end)).not.toMatch(/^\p{M}/u)
})

test('a quoted phrase matches adjacent words in their exact form', () => {
  expect(find('ސިވިލް ކޯޓު ސިވިލް ކޯޓުގެ', '"ސިވިލް ކޯޓު"')).toEqual(['ސިވިލް ކޯޓު'])
})

test('a case number matches as one term', () => {
  expect(find('މިއީ 2013/HC-A/80 އާއި 2013/HC-A/81 އެވެ', '2013/hc-a/80')).toEqual(['2013/HC-A/80'])
})

test('a case number with a court code of this library matches as one term, in both orders', () => {
  const text = 'މިއީ 13/QZT/2024، 2024/QZT/13 އަދި 13 ވަނަ ދުވަހު'
  const matchedTexts = (isCode: ReturnType<typeof isCodeAmong>) => {
    const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    return [
      findInText(text, '13 qzt 2024', { isCode }),
      findSearchMatches(text, { query: '13 qzt 2024', marks: [] }, isCode),
    ].map((matches) => matches.map(cut))
  }
  const both = ['13/QZT/2024', '2024/QZT/13']
  expect(matchedTexts(isCodeAmong(['qzt']))).toEqual([both, both])
  expect(matchedTexts(isCodeAmong([]))[1]).toEqual(['13', 'QZT', '2024', '2024', 'QZT', '13', '13'])
})

test('of two terms that start at the same word the longer one is the match', () => {
  expect(find('ސިވިލް ކޯޓުގެ ޙުކުމް', 'ސިވިލް "ސިވިލް ކޯޓުގެ"')).toEqual(['ސިވިލް ކޯޓުގެ'])
})

test('a query without terms has no matches', () => {
  expect(find('ކޯޓު', '  ')).toEqual([])
  expect(find('ކޯޓު', '"')).toEqual([])
  expect(find('', 'ކޯޓު')).toEqual([])
})

test('a search matches as on its card: whole words, and every transliteration of Latin input', () => {
  const text = 'ޙުކުމް، ހުކުމުގެ، ހުކުރު އަދި hukum'
  const matchedTexts = (query: string, marks: string[]) =>
    findSearchMatches(text, { query, marks }).map(({ start, end }) => text.slice(start, end))
  expect(matchedTexts('hukum', ['ހުކުމް', 'ހުކުރު'])).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'ހުކުރު', 'hukum'])
  expect(matchedTexts('ހުކު', [])).toEqual([])
  expect(find(text, 'ހުކު')).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'ހުކުރު'])
})

test('Latin letters find the Thaana words that sound like them, or start like them while they are typed', () => {
  const text = 'ޙުކުމް، ހުކުމުގެ، ކުލި އަދި hukum'
  expect(find(text, 'hukum')).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'hukum'])
  expect(find(text, 'huku')).toEqual(['ޙުކުމް', 'ހުކުމުގެ', 'hukum'])
  expect(find(text, 'kuli')).toEqual(['ކުލި'])
  expect(find(text, 'hu')).toEqual(['hukum'])
})

test('the best match is where most of the terms are near each other', () => {
  const text = `ކުލި ${'އެކަން '.repeat(100)} ކުލި އެއްބަސްވުން`
  const matches = findInText(text, 'ކުލި އެއްބަސްވުން')
  expect(matches).toHaveLength(3)
  expect(bestMatchIndex(matches)).toBe(1)
})

test('the first match is the best when no terms are near each other', () => {
  expect(
    bestMatchIndex([
      { start: 0, end: 3, term: 0 },
      { start: 9, end: 12, term: 0 },
    ]),
  ).toBe(0)
  expect(bestMatchIndex([])).toBe(0)
})

test('the first match within a paragraph is selected', () => {
  const matches = [0, 10, 20, 30].map((start) => ({ start, end: start + 5, term: 0 }))
  expect(firstMatchIn(matches, { start: 8, end: 40 })).toBe(1)
  expect(firstMatchIn(matches, { start: 32, end: 40 })).toBe(-1)
})

test('an English word matches what the glossary calls it, in every inflection', () => {
  const text = 'ކުލީގެ ފައިސާ ނުދެއްކުން، އަދި ގޯއްޗެއްގެ ބިން'
  const found = (query: string) =>
    findInText(text, query, { meanings: meaningsOfTerm(query) }).map(({ start, end }) => text.slice(start, end))
  expect(found('rent')).toEqual(['ކުލީގެ'])
  expect(found('Lands')).toEqual(['ގޯއްޗެއްގެ', 'ބިން'])
  expect(found('unknown')).toEqual([])
})
