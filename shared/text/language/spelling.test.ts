import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { spellingKey } from './spelling.ts'

test.each([
  ['ކޯޓު', 'ކޯޓް'],
  ['އިސްތިއުނާފު', 'އިސްތިއުނާފް'],
  ['މަޖިލިސް', 'މަޖްލިސް'],
  ['މަޤްޞަދު', 'މަގުސަދު'],
  ['ޝަރުޢީ', 'ޝަރްއީ'],
  ['އިޚްތިޞާޞް', 'އިހުތިސާސް'],
  ['ނަންބަރު', 'ނަމްބަރ'],
  ['ޢާންމު', 'އާއްމު'],
  ['ޖެނުއަރީ', 'ޖަނަވަރީ'],
  ['މޭ', 'މެއި'],
  ['މޭގައި', 'މެއިގައި'],
  ['މޭގެ', 'މެއިގެ'],
  ['މޭ', 'މޭއި'],
  ['ކާވެނި', 'ކައިވެނި'],
  ['ކޮށްފަ', 'ކޮށްފައި'],
])('the spellings %s and %s have one spelling key', (one, other) => {
  expect(spellingKey(one)).toBe(spellingKey(other))
})

test.each([
  ['ކޮޅު', 'ކޮޅި'],
  ['ކަޅު', 'ކުޅު'],
  ['އެނގުން', 'އެނގުނު'],
  ['މައުލޫމު', 'މައްލޫމު'],
  ['ބަސް', 'ބަހު'],
  ['މޭލް', 'މެއިލް'],
])('the words %s and %s have different spelling keys', (one, other) => {
  expect(spellingKey(one)).not.toBe(spellingKey(other))
})

test('the spelling key is idempotent', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'ކނމބފރއސތލިިުުުްްްަާ') })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: codePoint }), letters), (text) => {
      expect(spellingKey(spellingKey(text))).toBe(spellingKey(text))
    }),
    { numRuns: 5000 },
  )
})
