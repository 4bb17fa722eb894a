import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { writtenForm, writtenWords } from './written.ts'

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
])('%s is written %s', (word, written) => {
  expect(writtenForm(word)).toBe(written)
})

test('a word knows its fold, its written form and where it stands', () => {
  expect(writtenWords('މި ޙުކުމް')).toEqual([
    { word: 'މި', written: 'މި', start: 0, end: 2 },
    { word: 'ހުކުމް', written: 'ޙުކުމް', start: 3, end: 9 },
  ])
})

test('what is written folds to the word that is found', () => {
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
    fc.property(fc.oneof(letters, fc.string({ unit: 'binary' })), (text) => {
      for (const { word, written } of writtenWords(text)) expect(foldText(written)).toBe(word)
    }),
  )
})
