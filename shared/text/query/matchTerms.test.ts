import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { matchTerms, matchUnfinished } from './matchTerms.ts'
import { readQuery } from './query.ts'

const lexicon = readFileSync(join(import.meta.dirname, '../../db/seed/data/lexicon.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[ހ-ޱ]+$/.test(word))
const some = lexicon.filter((_, index) => index % 97 === 0)

/** All that a person has typed on the way to a word. */
const beginnings = (word: string) => Array.from(word, (_, index) => word.slice(0, index + 1))

test('a word is found by whatever it begins with, from its first letter on', () => {
  for (const word of some) {
    const lost = beginnings(word).filter(
      (typed) => matchUnfinished([{ words: [foldText(typed)], quoted: false }])(word).length === 0,
    )
    expect([word, lost]).toEqual([word, []])
  }
})

test('a beginning with a star finds every word that begins so', () => {
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
])('the beginning %s finds %s', (typed, word) => {
  expect(matchUnfinished(readQuery(typed).terms)(word)).toHaveLength(1)
})

test('one letter in the find bar finds the words that begin with it, whatever its vowel', () => {
  const text = 'ކޯޓު ކުރި ކަން މަޖިލިސް ކް'
  const found = matchUnfinished(readQuery('ކ').terms)(text)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['ކޯޓު', 'ކުރި', 'ކަން', 'ކް'])
})

test('words side by side are not one of this paragraph and one of the next, nor of two cells of a table', () => {
  const found = (text: string) => matchTerms(readQuery('"ޙުކުމް ކުރުން"').terms)(text).length
  expect(['ޙުކުމް ކުރުން', 'ޙުކުމް، (ކުރުން)', 'ޙުކުމް\nކުރުން', 'ޙުކުމް\tކުރުން'].map(found)).toEqual([1, 1, 0, 0])
})

test('quoted words are marked as they are spelled', () => {
  const found = (query: string) => matchTerms(readQuery(query).terms)('أمر امر résumé resume Court court').length
  expect(['"أمر"', '"امر"', '"résumé"', '"resume"', '"court"', 'أمر', 'resume'].map(found)).toEqual([
    1, 1, 1, 1, 2, 2, 2,
  ])
})
