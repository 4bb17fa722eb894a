import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldText } from '#shared/text/language/fold.ts'
import { matchTerms, matchWhileTyping } from './matchTerms.ts'
import { toHighlightQuery } from './highlightQuery.ts'
import { parseQuery } from './parse.ts'

const lexicon = readFileSync(join(import.meta.dirname, '../../../db/seed/data/lexicon.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[ހ-ޱ]+$/.test(word))
const some = lexicon.filter((_, index) => index % 97 === 0)

/** Every state of the input while a word is typed. */
const beginnings = (word: string) => Array.from(word, (_, index) => word.slice(0, index + 1))

test('a word is matched by each of its prefixes while it is typed', () => {
  for (const word of some) {
    const lost = beginnings(word).filter(
      (typed) => matchWhileTyping([{ words: [foldText(typed)], quoted: false }])(word).length === 0,
    )
    expect([word, lost]).toEqual([word, []])
  }
})

test('a prefix query with a star matches every word with that prefix', () => {
  for (const word of some) {
    for (const typed of [...beginnings(word), word]) {
      const term = { words: [foldText(typed)], quoted: false, prefix: true }
      expect([word, typed, matchTerms([term])(word).length]).toEqual([word, typed, 1])
    }
  }
})

test.each([
  ['ا', 'الحكم'],
  ['ح', 'حكم'],
  ['c', 'court'],
  ['2', '2013'],
])('the typed prefix %s matches %s', (typed, word) => {
  expect(matchWhileTyping(toHighlightQuery(parseQuery(typed)).terms)(word)).toHaveLength(1)
})

test('one typed letter matches words with that initial and any vowel', () => {
  const text = 'ކޯޓު ކުރި ކަން މަޖިލިސް ކް'
  const found = matchWhileTyping(toHighlightQuery(parseQuery('ކ')).terms)(text)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['ކޯޓު', 'ކުރި', 'ކަން', 'ކް'])
})

test('a phrase does not match across paragraphs or table cells', () => {
  const found = (text: string) => matchTerms(toHighlightQuery(parseQuery('"ޙުކުމް ކުރުން"')).terms)(text).length
  expect(['ޙުކުމް ކުރުން', 'ޙުކުމް، (ކުރުން)', 'ޙުކުމް\nކުރުން', 'ޙުކުމް\tކުރުން'].map(found)).toEqual([1, 1, 0, 0])
})

test('a quoted phrase matches only its exact spelling', () => {
  const found = (query: string) =>
    matchTerms(toHighlightQuery(parseQuery(query)).terms)('أمر امر résumé resume Court court').length
  expect(['"أمر"', '"امر"', '"résumé"', '"resume"', '"court"', 'أمر', 'resume'].map(found)).toEqual([
    1, 1, 1, 1, 2, 2, 2,
  ])
})

test('a text that is searched while typing has the same matches as one that is searched once', () => {
  const text = some.map((word, index) => `${index}/${word} "${word}" ${word}-${some.at(-index) ?? ''}\n`).join('')
  for (const word of some.slice(0, 40)) {
    const terms = [{ words: [foldText(word)], quoted: true }]
    expect(matchWhileTyping(terms)(text)).toEqual(matchTerms(terms)(text))
  }
})

test('a number joined to the next word is highlighted, and so is the word', () => {
  const found = (query: string, text: string) =>
    matchTerms(toHighlightQuery(parseQuery(query)).terms)(text).map(({ start, end }) => text.slice(start, end))
  expect(found('42 ވަނަ މާއްދާ', '42ވަނަ މާއްދާ')).toEqual(['42', 'ވަނަ', 'މާއްދާ'])
  expect(found('42ވަނަ މާއްދާ', '43ވަނަ 42 ވަނަ މާއްދާ')).toEqual(['42 ވަނަ', 'މާއްދާ'])
})

test.each(['2013/HC-A/80', 'ނަންބަރު 2013/HC-A/80', 'ޤަޟިއްޔާ ނަންބަރު: 2013/HC-A/80', 'No. 80/HC-A/2013', '2013/HC-A/80ގެ'])(
  'the case number %s is matched where a text cites it in either order',
  (query) => {
    const text = 'މި 2013/HC-A/80ގެ ޙުކުމާއި 80/HC-A/2013'
    const found = matchTerms(toHighlightQuery(parseQuery(query)).terms)(text)
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['2013/HC-A/80ގެ', '80/HC-A/2013'])
  },
)
