import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { fold, foldText } from './fold.ts'

/** Arbitrary strings, and strings of letters that fold to something else. */
const anything = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({
    unit: fc.constantFrom('ޙ', 'ު', 'ް', 'ކ', 'ﷲ', 'ﻻ', 'أ', 'ً', '٣', 'É', 'İ', 'e\u0301', '\u202e', '\ud800', ' '),
  }),
)

test.each([
  ['ޙުކުމް', 'ހުކުމް'],
  ['ޤަޟިއްޔާ', 'ގަޒިއްޔާ'],
  ['އުޞޫލު', 'އުސޫލު'],
  ['ޝަރީޢަތް', 'ށަރީއަތް'],
  ['ޢަބްދުﷲ', 'އަބްދުއްލާ'],
  ['މައްސަަލަ', 'މައްސަލަ'],
  ['الْحُكْمُ', 'الحكم'],
  ['أَحْمَد إلى مدرسة', 'احمد الي مدرسه'],
  ['٢٠١٣ ۱۲', '2013 12'],
  ['Café ÉCOLE', 'cafe ecole'],
  ['\u2067މާލެ\u2069', 'މާލެ'],
])('the text %s folds to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('folding keeps vowels: words that differ by a vowel stay different', () => {
  const words = ['ކޮޅު', 'ކޮޅި', 'ކަޅު', 'ކުޅި', 'ކުޅު', 'ކެޅި']
  expect(new Set(words.map(foldText)).size).toBe(words.length)
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})

test('the offsets of a folded letter point to its letter in the original', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { text: folded, starts, ends } = fold(text)
      expect(starts).toHaveLength(folded.length)
      for (let index = 0; index < folded.length; index += 1) {
        const [letter = '', ...marks] = text.slice(starts[index], ends[index])
        expect(foldText(letter)).toContain(folded.charAt(index))
        for (const mark of marks) expect(mark).toMatch(/^\p{M}$/u)
      }
    }),
    { numRuns: 1000 },
  )
})

test('the offsets of a folded text never decrease', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { starts } = fold(text)
      expect([...starts].sort((one, other) => one - other)).toEqual([...starts])
    }),
  )
})

test('foldText returns the same text as fold', () => {
  fc.assert(fc.property(anything, (text) => foldText(text) === fold(text).text))
})

test.each([
  ['a doubled vowel sign', 'މައްސަލަަ', 'މައްސަލަަ'],
  ['an accent', 'cafe\u0301s cafe\u0301 ', 'cafe\u0301s cafe\u0301 '],
  ['an Arabic vowel sign', 'حكمٌ', 'حكمٌ'],
])('a folded letter includes %s that is dropped after it', (_, text, whole) => {
  const { text: folded, starts, ends } = fold(text)
  expect(text.slice(starts[0], ends[folded.length - 1])).toBe(whole)
})
