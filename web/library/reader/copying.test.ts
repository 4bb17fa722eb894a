import { expect, test } from 'vitest'
import { countCharacters, checkCopy, formatCitation } from './copying.ts'

test('a vowel sign counts as a character, a direction mark does not', () => {
  expect(countCharacters('ކޯޓު')).toBe(4)
  expect(countCharacters('\u2066899/Cv-C/2013\u2069')).toBe(13)
  expect(countCharacters('')).toBe(0)
})

test.each([
  ['', 'nothing'],
  [' \n ', 'nothing'],
  ['ކޯޓު', 'ok'],
  ['ކ'.repeat(500), 'ok'],
  ['ކ'.repeat(501), 'too-long'],
  ['ކި'.repeat(250), 'ok'],
  ['ކި'.repeat(251), 'too-long'],
] as const)('the selection %j is %s by its number of characters', (text, check) => {
  expect(checkCopy(text)).toBe(check)
})

test('a citation names its case and the paragraphs of the text', () => {
  const citation = { title: 'ކުލި', number: '1124/Cv-C/2021', court: 'ސިވިލް ކޯޓު', date: '14 ނޮވެމްބަރު 2021' }
  expect(formatCitation({ ...citation, paragraph: 'ޕެރެގްރާފް 6-8' }, 'dv')).toBe(
    'ކުލި، \u20661124/Cv-C/2021\u2069، ސިވިލް ކޯޓު، 14 ނޮވެމްބަރު 2021، ޕެރެގްރާފް 6-8',
  )
})

test('a number in the title of a cited case keeps its order where it is pasted', () => {
  const citation = { title: 'ކުލި 899/Cv-C/2013', number: '', court: '', date: '' }
  expect(formatCitation(citation, 'dv')).toBe('ކުލި \u2066899/Cv-C/2013\u2069')
})

test('a citation leaves out unknown parts', () => {
  const citation = { title: 'ކުލި', number: '', court: '', date: '' }
  expect(formatCitation(citation, 'dv')).toBe('ކުލި')
})
