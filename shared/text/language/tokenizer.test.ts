import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { fold } from './fold.ts'
import {
  countLetters,
  forEachRun,
  hasDigit,
  foldToWords,
  snapToLetter,
  tokenizeWords,
  tokenizeFolded,
} from './tokenizer.ts'

test('a token has its folded word and its offsets', () => {
  const text = 'މި ޙުކުމް، 2013/HC-A'
  expect(tokenizeWords(text).map(({ word, start, end }) => [word, text.slice(start, end)])).toEqual([
    ['މި', 'މި'],
    ['ހުކުމް', 'ޙުކުމް'],
    ['2013', '2013'],
    ['hc', 'HC'],
    ['a', 'A'],
  ])
})

test('a number before Thaana letters is a word of its own, and a case suffix belongs to it', () => {
  expect(foldToWords('42ވަނަ މާއްދާ 5ގެ 18އަހަރު، ٣ރުފިޔާ 12ގެވެސް ހ12 P7C')).toBe('42 ވަނަ މާއްދާ 5ގެ 18 އަހަރު 3 ރުފިޔާ 12ގެވެސް ހ12 p7c')
})

const anything = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom('ޙ', 'ު', 'ާ', 'ﷲ', 'ﻻ', 'ﱞ', 'ﷺ', 'ً', '٣', '4', 'ގެ', 'É', '\u0301', '\u202e', '\u00ad', '\ud83d', '\ude00', '😀', '-', ' ', '،') }),
) // prettier-ignore

test('a text has the same tokens as its fold', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(tokenizeWords(text)).toEqual(tokenizeFolded(fold(text)))
    }),
    { numRuns: 5000 },
  )
})

test('the tokens of the runs of a text are the tokens of the text', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const found: string[] = []
      forEachRun(text, (piece) => found.push(...tokenizeFolded(fold(piece)).map(({ word }) => word)))
      expect(found).toEqual(tokenizeFolded(fold(text)).map(({ word }) => word))
    }),
    { numRuns: 2000 },
  )
})

test('foldToWords joins the folded words of a text by single spaces', () => {
  expect(foldToWords(' ޙުކުމް،\n«2013/HC-A» \ue000— ')).toBe('ހުކުމް 2013 hc a')
})

test.each([
  ['ކޯޓު', 2],
  ['ޙުކުމް', 3],
  ['\u2067ރަށް\u2069', 2],
  ['e\u0301t', 2],
  ['', 0],
])('the text %s counts as %i letters', (text, letters) => {
  expect(countLetters(text)).toBe(letters)
})

test('digits of every script count as digits', () => {
  expect([hasDigit('2'), hasDigit('٢'), hasDigit('ދެއް')]).toEqual([true, true, false])
})

test('snapToLetter never cuts between a letter and its vowel sign or inside a surrogate pair', () => {
  expect(snapToLetter('ކޯޓު', 1)).toBe(2)
  expect(snapToLetter('ކޯޓު', 2)).toBe(2)
  expect(snapToLetter('😀a', 1)).toBe(2)
})

test('snapToLetter returns an offset inside the text and not before the requested one', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.nat(50), (text, offset) => {
      const snapped = snapToLetter(text, offset)
      expect(snapped).toBeLessThanOrEqual(text.length)
      expect(snapped).toBeGreaterThanOrEqual(Math.min(offset, text.length))
    }),
  )
})
