import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growsWithItsLength } from '../../test/cpuTime.ts'
import { formsOf } from './analyse.ts'
import { foldText } from './fold.ts'
import { buildMatcher } from './matchWord.ts'
import { words } from './words.ts'

const finds = (wanted: string, word: string, exact = false) =>
  buildMatcher([foldText(wanted)], { exact })(foldText(word))

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
])('who looks for %s finds %s', (wanted, word) => {
  expect(finds(wanted, word)).toBe(true)
  expect(finds(word, wanted)).toBe(true)
  expect(finds(wanted, word, true)).toBe(false)
})

test('who looks for a word as it is finds its spelling of letters only', () => {
  expect(finds('ޙުކުމް', 'ހުކުމް', true)).toBe(true)
  expect(finds('ޙުކުމް', 'ހުކުރު')).toBe(false)
})

const lexicon = readFileSync(join(import.meta.dirname, '../../db/seed/data/lexicon.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[ހ-ޱ]+$/.test(word))
  .map(foldText)

// One letter, or one without a vowel before all others, is a piece of a word.
const isPiece = (form: string) => /^.[ަ-ް]?$|^.ް/.test(form)

test('words that share a form are found whatever they begin with', () => {
  const byForm = new Map<string, string>()
  for (const word of lexicon)
    for (const form of formsOf(word).filter((one) => !isPiece(one))) {
      const other = byForm.get(form)
      if (other === undefined) byForm.set(form, word)
      else expect([word, other, buildMatcher([other])(word)]).toEqual([word, other, true])
    }
})

const analyse = (text: string) => words(text).map((word) => ({ ...word, forms: formsOf(word.word) }))

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('ޙުކުމުގެ', 'ކޯޓު', 'ﷲ', 'الله', '2013', ' ', '\u202e', '\ud800', 'َ', 'ު', 'Courts')).map((parts) => parts.join('')),
) // prettier-ignore

test('every word of any text knows where it stands and has a form', () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const { word, start, end, forms } of analyse(text)) {
        expect(foldText(text.slice(start, end))).toContain(word)
        expect(forms.length).toBeGreaterThanOrEqual(1)
        expect(buildMatcher([word])(word)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(['ގެ', 'ުން', 'ކޯޓުގައި ', 'a', 'ސ', 'ހިތެއް'])(
  'a text of “%s” over and over is read in time that grows with it',
  (unit) => {
    expect(growsWithItsLength(analyse, unit.repeat(Math.ceil(50_000 / unit.length)))).toBe(true)
  },
)
