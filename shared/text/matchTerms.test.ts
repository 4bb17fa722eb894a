import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { matchesIn } from './marks.ts'
import { matchTerms, matchUnfinished } from './matchTerms.ts'
import { readQuery } from './query.ts'
import { wordsAsLookedAt } from './words.ts'

const lexicon = readFileSync(join(import.meta.dirname, '../../db/seed/data/lexicon.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[ހ-ޱ]+$/.test(word))
const some = lexicon.filter((_, index) => index % 97 === 0)

/** All that a person has typed on the way to a word. */
const beginnings = (word: string) => Array.from(word, (_, index) => word.slice(0, index + 1))

test('a word is found by whatever it begins with, from its first letter on', () => {
  for (const word of some) {
    const words = wordsAsLookedAt(word)
    const lost = beginnings(word).filter(
      (typed) => matchesIn(word, words, matchUnfinished([{ words: [foldText(typed)], quoted: false }])).length === 0,
    )
    expect([word, lost]).toEqual([word, []])
  }
})

test('a beginning with a star finds every word that begins so', () => {
  for (const word of some) {
    const words = wordsAsLookedAt(word)
    for (const typed of [...beginnings(word), word]) {
      const term = { words: [foldText(typed)], quoted: false, prefix: true }
      expect([word, typed, matchesIn(word, words, matchTerms([term])).length]).toEqual([word, typed, 1])
    }
  }
})

test.each([
  ['ا', 'الحكم'],
  ['ح', 'حكم'],
  ['c', 'court'],
  ['2', '2013'],
])('the beginning %s finds %s', (typed, word) => {
  expect(matchesIn(word, wordsAsLookedAt(word), matchUnfinished(readQuery(typed).terms))).toHaveLength(1)
})

test('one letter in the find bar finds the words that begin with it, whatever its vowel', () => {
  const text = 'ކޯޓު ކުރި ކަން މަޖިލިސް ކް'
  const found = matchesIn(text, wordsAsLookedAt(text), matchUnfinished(readQuery('ކ').terms))
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['ކޯޓު', 'ކުރި', 'ކަން', 'ކް'])
})
