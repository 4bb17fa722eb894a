import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { countLetters, eachPiece, holdsDigit, onlyWords, snapToLetter, words, wordsOf } from './words.ts'

test('a word is known by its folded form and by where it stands', () => {
  const text = 'މި ޙުކުމް، 2013/HC-A'
  expect(words(text).map(({ word, start, end }) => [word, text.slice(start, end)])).toEqual([
    ['މި', 'މި'],
    ['ހުކުމް', 'ޙުކުމް'],
    ['2013', '2013'],
    ['hc', 'HC'],
    ['a', 'A'],
  ])
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('ޙ', 'ު', 'ާ', 'ﷲ', 'ﻻ', 'ﱞ', 'ﷺ', 'ً', '٣', 'É', '\u0301', '\u202e', '\u00ad', '\ud83d', '\ude00', '😀', '-', ' ', '،') }),
) // prettier-ignore

test('a text has the words that its fold has, where they are', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(words(text)).toEqual(wordsOf(fold(text)))
    }),
    { numRuns: 5000 },
  )
})

test('the words of the pieces of a text are the words of the text', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const found: string[] = []
      eachPiece(text, (piece) => found.push(...wordsOf(fold(piece)).map(({ word }) => word)))
      expect(found).toEqual(wordsOf(fold(text)).map(({ word }) => word))
    }),
    { numRuns: 2000 },
  )
})

test('only words, with one space between them, are left of a text', () => {
  expect(onlyWords(' ޙުކުމް،\n«2013/HC-A» \ue000— ')).toBe('ހުކުމް 2013 hc a')
})

test.each([
  ['ކޯޓު', 2],
  ['ޙުކުމް', 3],
  ['\u2067ރަށް\u2069', 2],
  ['e\u0301t', 2],
  ['', 0],
])('%s has %i letters', (text, letters) => {
  expect(countLetters(text)).toBe(letters)
})

test('digits are digits in every script', () => {
  expect([holdsDigit('2'), holdsDigit('٢'), holdsDigit('ދެއް')]).toEqual([true, true, false])
})

test('a text is never cut between a letter and its vowel sign, nor inside a letter of two units', () => {
  expect(snapToLetter('ކޯޓު', 1)).toBe(2)
  expect(snapToLetter('ކޯޓު', 2)).toBe(2)
  expect(snapToLetter('😀a', 1)).toBe(2)
})

test('a place to cut is always in the text, and never before what was asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, offset) => {
      const place = snapToLetter(text, offset)
      expect(place).toBeLessThanOrEqual(text.length)
      expect(place).toBeGreaterThanOrEqual(Math.min(offset, text.length))
    }),
  )
})
