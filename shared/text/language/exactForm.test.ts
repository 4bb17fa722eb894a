import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { foldText } from './fold.ts'
import { exactForm, tokenizeExact } from './exactForm.ts'

test.each([
  ['ޙުކުމް', 'ޙުކުމް'],
  ['ހުކުމް', 'ހުކުމް'],
  ['\u2067ޙުކުމް\u2069', 'ޙުކުމް'],
  ['ޢަބްދުﷲ', 'ޢަބްދުﷲ'],
  ['ޝަރީީޢަތް', 'ޝަރީޢަތް'],
  ['٢٠١٣', '2013'],
  ['Court', 'court'],
  ['الْحُكْمُ', 'الحكم'],
  ['أَمْر', 'أمر'],
  ['محكمة', 'محكمة'],
  ['re\u0301sumé', 'résumé'],
])('the word %s has the exact form %s', (word, exact) => {
  expect(exactForm(word)).toBe(exact)
})

test('an exact token has its folded word, its exact form and its offsets', () => {
  expect(tokenizeExact('މި ޙުކުމް')).toEqual([
    { word: 'މި', exact: 'މި', start: 0, end: 2 },
    { word: 'ހުކުމް', exact: 'ޙުކުމް', start: 3, end: 9 },
  ])
})

test('the fold of an exact form is the folded word of its token', () => {
  const letters = fc.string({
    unit: fc.constantFrom(
      'ޙ',
      'ު',
      'ކ',
      'ް',
      'ޝ',
      'ﷲ',
      'é',
      'İ',
      'e\u0301',
      'أ',
      'ا\u0653',
      'ة',
      'A',
      '٣',
      '\u202e',
      ' ',
    ),
  })
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: codePoint })), (text) => {
      for (const { word, exact } of tokenizeExact(text)) expect(foldText(exact)).toBe(word)
    }),
  )
})
