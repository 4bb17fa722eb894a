import { expect, test } from 'vitest'
import { findSpelling } from './findSpelling.ts'

const found = (text: string, typed: string, options: { similar?: boolean; wholeWord?: boolean } = {}) =>
  findSpelling(typed, { similar: true, wholeWord: false, ...options })(text).map(({ start, end }) =>
    text.slice(start, end),
  )

test('similar spellings are found: dots, vowel signs, final u and sukun, numerals and case', () => {
  expect(found('ޙުކުމާއި ހުކުމް، ހުކުމު', 'ހުކުމް')).toEqual(['ހުކުމް', 'ހުކުމު'])
  expect(found('ކޯޓު ކޯޓް', 'ކޯޓް')).toEqual(['ކޯޓު', 'ކޯޓް'])
  expect(found('2013/hc-a/80 ٢٠١٣', '2013')).toEqual(['2013', '٢٠١٣'])
})

test('exactly, only the same letters are found', () => {
  expect(found('ޙުކުމް ހުކުމް', 'ހުކުމް', { similar: false })).toEqual(['ހުކުމް'])
  expect(found('Court COURT', 'court', { similar: false })).toEqual(['Court', 'COURT'])
})

test('a match never separates a letter from its vowel sign', () => {
  expect(found('ހުކުމެއް', 'ހުކުމ')).toEqual([])
  expect(found('ހުކުމ', 'ހުކުމ')).toEqual(['ހުކުމ'])
})

test('a word whose vowel signs are doubled is found with all of them', () => {
  expect(found('މައްސަަލަަ ނިމުން', 'މައްސަލަ')).toEqual(['މައްސަަލަަ'])
  expect(found('މައްސަަލަަ ނިމުން', 'މައްސަލަ', { wholeWord: true })).toEqual(['މައްސަަލަަ'])
})

test('a whole word is not found inside another', () => {
  expect(found('މައްސަލަތައް މައްސަލަ', 'މައްސަލަ', { wholeWord: true })).toEqual(['މައްސަލަ'])
})

test('Latin letters find the Thaana word that they transliterate, and themselves', () => {
  expect(found('ޙުކުމް hukum', 'hukum')).toEqual(['ޙުކުމް', 'hukum'])
})

test('matches do not overlap', () => {
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa'])
})
