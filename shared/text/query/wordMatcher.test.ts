import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { codePoint } from '#test/codePoint.ts'
import { buildMatcher } from './wordMatcher.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { runs } from '#test/nightly.ts'

const matches = (query: string, word: string, exact = false) =>
  buildMatcher([foldText(query)], { exact })(foldText(word))

test.each([
  ['ޙުކުމް', 'ހުކުމުގެ'],
  ['ކޯޓު', 'ކޯޓްތަކަށް'],
  ['މެންބަރު', 'މެމްބަރުންގެ'],
  ['މަޖިލިސް', 'މަޖިލީހުގެ'],
  ['ﷲ', 'الله'],
  ['ﷲ', 'އަﷲ'],
  ['ﷲ', 'އައްލާހުގެ'],
  ['އައްލާހު', 'ﷲގެ'],
  ['حكم', 'الحكم'],
  ['court', 'courts'],
])('a matcher for %s accepts %s', (query, word) => {
  expect(matches(query, word)).toBe(true)
  expect(matches(word, query)).toBe(true)
  expect(matches(query, word, true)).toBe(false)
})

test('an exact matcher accepts only the same letters', () => {
  expect(matches('ޙުކުމް', 'ހުކުމް', true)).toBe(true)
  expect(matches('ޙުކުމް', 'ހުކުރު')).toBe(false)
})

const lexicon = readFileSync(join(import.meta.dirname, '../../../db/seed/data/lexicon.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[ހ-ޱ]+$/.test(word))
  // Words with a common beginning stand together: blocks of them share forms.
  .filter((_, index) => Math.floor(index / 500) % runs(5, 1) === 0)
  .map(foldText)

// A single letter, or a first letter without a vowel, is only a fragment of a word.
const isPiece = (form: string) => /^.[ަ-ް]?$|^.ް/.test(form)

test('words that share a form share their initial key', () => {
  const byForm = new Map<string, string>()
  for (const word of lexicon)
    for (const form of formsOf(word).filter((one) => !isPiece(one))) {
      const other = byForm.get(form)
      if (other === undefined) byForm.set(form, word)
      else expect([word, other, buildMatcher([other])(word)]).toEqual([word, other, true])
    }
})

test.each(['5ގެ', '5އަށް', '12ގައިވެސް'])('a number matches with a case suffix: %s', (word) => {
  const number = /^\d+/.exec(word)?.[0] ?? ''
  expect([buildMatcher([number])(word), buildMatcher([word])(number)]).toEqual([true, true])
  expect(buildMatcher([`${number}0`])(word)).toBe(false)
})

const analyzeText = (text: string) => tokenizeWords(text).map((word) => ({ ...word, forms: formsOf(word.word) }))

const anything = fc.oneof(
  fc.string({ unit: codePoint }),
  fc
    .array(fc.constantFrom('ޙުކުމުގެ', 'ކޯޓު', 'ﷲ', 'الله', '2013', ' ', '\u202e', '\ud800', 'َ', 'ު', 'Courts'))
    .map((parts) => parts.join('')),
)

test('every word of any text has valid offsets and an index form', () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const { word, start, end, forms } of analyzeText(text)) {
        expect(foldText(text.slice(start, end))).toContain(word)
        expect(forms.length).toBeGreaterThanOrEqual(1)
        expect(buildMatcher([word])(word)).toBe(true)
      }
    }),
    { numRuns: runs(40, 2000) },
  )
})

test.each(['ގެ', 'ުން', 'ކޯޓުގައި ', 'a', 'ސ', 'ހިތެއް'])(
  'analysis time grows linearly with a text that repeats “%s”',
  (unit) => {
    expect(isLinear(analyzeText, unit.repeat(Math.ceil(50_000 / unit.length)))).toBe(true)
  },
)
