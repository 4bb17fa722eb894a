import { expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { isolate, isolatedParts, isolateNumbers, numberFinder, numbersIn, stripDirectionMarks } from './isolate.ts'

test.each([
  ['a case number', '2024/SC-A/189', '\u20662024/SC-A/189\u2069'],
  ['an amount', '1,500.00', '\u20661,500.00\u2069'],
  ['a date in digits', '2024-11-14', '\u20662024-11-14\u2069'],
  ['a Latin name', 'Ahmed', '\u2066Ahmed\u2069'],
  ['a date with a Dhivehi month', '14 ނޮވެމްބަރު 2024', '\u206714 ނޮވެމްބަރު 2024\u2069'],
  ['a file name that begins in Dhivehi', 'ޙުކުމް 12.pdf', '\u2066ޙުކުމް \u206612.pdf\u2069\u2069'],
  [
    'each case number of a Dhivehi list',
    '1/Cv-C/2020، 2/Cv-C/2020',
    '\u20661/Cv-C/2020\u2069، \u20662/Cv-C/2020\u2069',
  ],
  ['nothing', '', ''],
])('%s is isolated in the direction of its script', (_what, text, isolated) => {
  expect(isolate(text)).toBe(isolated)
})

test.each([
  ['a case number in a title', 'ޤަޟިއްޔާ 2013/HC-A/80 ގެ', 'ޤަޟިއްޔާ \u20662013/HC-A/80\u2069 ގެ'],
  ['a date in digits', 'ތާރީޚު 2020-11-14', 'ތާރީޚު \u20662020-11-14\u2069'],
  [
    'an amount with its currency',
    'އަގު MVR 500، MVR 45,000.00 އަދި',
    'އަގު \u2066MVR 500\u2069، \u2066MVR 45,000.00\u2069 އަދި',
  ],
  [
    'a number in parentheses without them',
    'ޤާނޫނު (ޤާނޫނު ނަންބަރު 1/2002). (2013/HC-A/80 ގެ',
    'ޤާނޫނު (ޤާނޫނު ނަންބަރު \u20661/2002\u2069). (\u20662013/HC-A/80\u2069 ގެ',
  ],
  ['a number with parentheses in it', 'ނަންބަރު 12/Cv(A)/2019', 'ނަންބަރު \u206612/Cv(A)/2019\u2069'],
  ['an amount with its sign', 'އަގު -45,000.00 (MVR -500)', 'އަގު \u2066-45,000.00\u2069 (\u2066MVR -500\u2069)'],
  [
    'a range of amounts',
    'އަގު MVR 500-600 އާއި MVR 1,000.00–2,000.00',
    'އަގު \u2066MVR 500-600\u2069 އާއި \u2066MVR 1,000.00–2,000.00\u2069',
  ],
  ['a whole amount with its sign', 'އަގު -500 އަދި', 'އަގު \u2066-500\u2069 އަދި'],
  [
    'an amount with its sign before a stroke or a suffix',
    'އަގު -45,000.00/- އާއި -45,000.00ގެ އާއި -45,000.00-ގެ',
    'އަގު \u2066-45,000.00\u2069/- އާއި \u2066-45,000.00\u2069ގެ އާއި \u2066-45,000.00\u2069-ގެ',
  ],
  [
    'an amount with its currency before a stroke or a suffix',
    'އަގު MVR 45,000.00/- އާއި MVR 45,000.00ގެ އާއި MVR -500ގެ',
    'އަގު \u2066MVR 45,000.00\u2069/- އާއި \u2066MVR 45,000.00\u2069ގެ އާއި \u2066MVR -500\u2069ގެ',
  ],
  [
    'the whole of a number that begins like an amount with its sign',
    'އަދި -12.05.2020–13.05.2020 އާއި -1.2.3-4 އާއި -500/2020',
    'އަދި -\u206612.05.2020–13.05.2020\u2069 އާއި -\u20661.2.3-4\u2069 އާއި -\u2066500/2020\u2069',
  ],
  ['a range with a space before its dash as two numbers', 'ޞަފްޙާ 10 -12 އަދި', 'ޞަފްޙާ 10 -12 އަދި'],
  ['an amount before the end of a sentence', 'އަގު MVR 500. އަދި -500.', 'އަގު \u2066MVR 500\u2069. އަދި \u2066-500\u2069.'],
  ['a number after the dash of a list without it', 'އަދި -2013/80', 'އަދި -\u20662013/80\u2069'],
  ['a number after a hyphen of a word without it', 'ނަންބަރު-2013/80', 'ނަންބަރު-\u20662013/80\u2069'],
  ['words with a hyphen', 'e-mail, w/p', 'e-mail, w/p'],
  ['a whole number', '12 ޞަފްޙާ', '12 ޞަފްޙާ'],
])('in free text, %s is isolated only if it could be reordered', (_what, text, isolated) => {
  expect(isolateNumbers(text)).toBe(isolated)
})

test.each([
  ['in a Latin phrase', 'ޤާނޫނު Act No. 5/2010 ގެ', 'ޤާނޫނު Act No. \u202a5/2010\u202c ގެ'],
  ['in parentheses in a Latin phrase', 'އެ (Act (12/2010)) އެ', 'އެ (Act (\u202a12/2010\u202c)) އެ'],
  ['after a whole number of a Latin phrase', 'Section 12, Act 5/2010', 'Section 12, Act \u202a5/2010\u202c'],
  ['that follows another one in a Latin phrase', 'Acts 5/2010, 6/2011', 'Acts \u202a5/2010\u202c, \u202a6/2011\u202c'],
  ['after a Latin phrase and Dhivehi', 'State ގެ 2013/HC-A/80', 'State ގެ \u20662013/HC-A/80\u2069'],
  ['after a Latin phrase and a Dhivehi comma', 'Ali، 2013/HC-A/80', 'Ali، \u20662013/HC-A/80\u2069'],
  ['in the paragraph after a Latin phrase', 'Ali\n2013/HC-A/80', 'Ali\n\u20662013/HC-A/80\u2069'],
  ['before a Latin word', 'އަދި 5/2010 Act', 'އަދި \u20665/2010\u2069 Act'],
  [
    'after a number with Latin letters inside Dhivehi',
    'ނަންބަރު 2013/HC-A/80, 5/2010',
    'ނަންބަރު \u20662013/HC-A/80\u2069, \u20665/2010\u2069',
  ],
])('a number %s belongs to the text that it is read with', (_where, text, isolated) => {
  expect(isolateNumbers(text)).toBe(isolated)
  expect(isolateNumbers(isolated), 'a second time').toBe(isolated)
})

test('a paragraph that is read in several parts keeps its Latin phrases', () => {
  const find = numberFinder()
  expect(['އެ Act ', '5/2010', ' ގެ ', '6/2010'].map((part) => find(part).map(({ isInLatin }) => isInLatin))).toEqual([
    [],
    [true],
    [],
    [false],
  ])
  expect(numbersIn('Act 5/2010')).toEqual([{ found: '5/2010', index: 4, isInLatin: true }])
})

test('a number in a Latin phrase is drawn as a part that is not isolated', () => {
  expect(isolatedParts(isolateNumbers('އެ Act 5/2010 ގެ'))).toEqual([
    'އެ Act ',
    { direction: 'ltr', isInLatin: true, parts: ['5/2010'] },
    ' ގެ',
  ])
})

test('an isolated text is read as nested parts, and without its marks is the text', () => {
  const sentence = `«${isolate(`މައްސަލަ ${isolate('1/Cv-C/2020')}`)}» ފޮހެލެވޭނެ`
  expect(isolatedParts(sentence)).toEqual([
    '«',
    { direction: 'rtl', parts: ['މައްސަލަ ', { direction: 'ltr', parts: ['1/Cv-C/2020'] }] },
    '» ފޮހެލެވޭނެ',
  ])
  expect(stripDirectionMarks(sentence)).toBe('«މައްސަލަ 1/Cv-C/2020» ފޮހެލެވޭނެ')
})

test.each(['\u2066', '\u2066a', '(a)', '\u202a', 'a 1/2 ', 'a ', ' ', 'ހ 1/2 '])(
  'the time to isolate the numbers of a text of many %j is linear',
  (unit) => {
    expect(isLinear(isolateNumbers, unit.repeat(5_000))).toBe(true)
  },
)

test('an isolate deeper than Unicode allows has no effect', () => {
  const text = `${'\u2066'.repeat(20_000)}a${'\u2069'.repeat(20_000)}b`
  const [first, ...others] = isolatedParts(text)
  expect([JSON.stringify(first).match(/ltr/g)?.length, others]).toEqual([125, ['b']])
})

test('marks that are not balanced lose no text', () => {
  expect(isolatedParts('\u2066a')).toEqual([{ direction: 'ltr', parts: ['a'] }])
  expect(isolatedParts('a\u2069b')).toEqual(['a', 'b'])
})
