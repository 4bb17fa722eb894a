import { expect, test } from 'vitest'
import { writtenForms } from '#test/caseNumberForms.ts'
import { caseNumberKey, findCaseNumbers, parseCaseNumber } from './caseNumber.ts'

test('there are more than 300 written forms of more than 25 case numbers', () => {
  expect(new Set(writtenForms.map(({ written }) => written)).size).toBeGreaterThan(300)
  expect(new Set(writtenForms.map(({ key }) => key)).size).toBeGreaterThan(25)
})

test('every written form has the key of its case number', () => {
  const wrong = writtenForms.filter(({ written, key }) => caseNumberKey(written) !== key)
  expect(wrong.map(({ written, form, key }) => [written, form, key, caseNumberKey(written)])).toEqual([])
})

test.each([
  ['2013/HC-A/1999', ['hca/2013/1999', 'hca/1999/2013']],
  ['1999/Cv-C/2013', ['cvc/2013/1999', 'cvc/1999/2013']],
  ['94/JC-2/80', ['jc2/1980/94', 'jc2/1994/80']],
])('the ambiguous case number %s has a key for each interpretation', (written, keys) => {
  expect(parseCaseNumber(written).keys).toEqual(keys)
})

test.each([
  ['80/2013', { code: '', year: '2013', serial: '80' }],
  ['ނަންބަރު 80/2013', { code: '', year: '2013', serial: '80' }],
])('the case number %s without a court code has an interpretation but no key', (written, interpretation) => {
  expect(parseCaseNumber(written)).toEqual({ keys: [], interpretations: [interpretation] })
})

test.each(['1,234/Cv-C/2020', 'މައްސަލަ 1,234/Cv-C/2020', '2020/Cv-C/1٬234ގެ'])(
  'a thousands separator is part of the serial of %s',
  (written) => {
    expect(caseNumberKey(written)).toBe('cvc/2020/1234')
  },
)

test.each(['ކަމަށް', 'ކަމުގައި', 'އެކެވެ', 'ގައެވެ', 'އަށެވެ', 'އިންނެވެ', 'ންނެވެ', '-ގެ', '-އަށް'])(
  'a case number is found before the suffix %s',
  (suffix) => {
    const written = `2013/HC-A/80${suffix}`
    expect(caseNumberKey(written)).toBe('hca/2013/80')
    expect(findCaseNumbers(written)).toEqual([{ start: 0, end: 12, key: 'hca/2013/80' }])
  },
)

test.each(['HC-NR/2013/5', 'NR-HC/2013/5', '5/HC-NR/2013'])(
  'NR in %s is part of the court code, not of the serial',
  (written) => {
    expect(caseNumberKey(written)).toBe('hcnr/2013/5')
  },
)

test.each(['2013/HC-A/80ބަތް', '2013/HC-A/80 ބަތް', 'ގެ 80', 'B12Cގެ', '80ގެ', '12 ގެ 2020'])(
  'a number followed by a word that is not a case suffix is not a case number: %s',
  (written) => {
    expect(caseNumberKey(written)).toBeUndefined()
  },
)

test.each([
  ['2013/HC-A/80 ގެ ޙުކުމާއި 1124/Cv-C/2021 ބަލާ', { '2013/HC-A/80': 'hca/2013/80', '1124/Cv-C/2021': 'cvc/2021/1124' }],
  [
    '(HC-RNM/2016/27(NR)) އަދި P7C-A(IU)/2024/01.',
    { 'HC-RNM/2016/27(NR)': 'hcrnm/2016/27nr', 'P7C-A(IU)/2024/01': 'p7caiu/2024/1' },
  ],
  ['ނަންބަރު 2013 / HC–A / 80 ޤަޟިއްޔާ', { '2013 / HC–A / 80': 'hca/2013/80' }],
  ['\u2067މި 3916-CVC-2024 ތޯ؟\u2069', { '3916-CVC-2024': 'cvc/2024/3916' }],
  ['މާއްދާ 5 2013/HC-A/80', { '2013/HC-A/80': 'hca/2013/80' }],
  [
    '2013/HC-A/80ގެ ޙުކުމާއި HC-RNM/2016/27(NR)ގައި އަދި 2013 HC-A/81އަށް',
    { '2013/HC-A/80': 'hca/2013/80', 'HC-RNM/2016/27(NR)': 'hcrnm/2016/27nr', '2013 HC-A/81': 'hca/2013/81' },
  ],
  ['Nº2013/ＨＣ-Ａ/80 އަދި Nr. 2013/HC-A/81', { '2013/ＨＣ-Ａ/80': 'hca/2013/80', '2013/HC-A/81': 'hca/2013/81' }],
  ['2013/HC-A/80ބަތް 2013/HC-A/80ކުރި 2013/HC-A/80th', {}],
  ['٢٠١٣/HC-A/٨٠', { '٢٠١٣/HC-A/٨٠': 'hca/2013/80' }],
  ['14/11/2020 ގައި 2/2013 ގަވާއިދު، 12 of 2008, 4/6/11, a 20-year-old of 2013', {}],
  ['http://hukum.test/2013/HC-A/80/5', {}],
  [
    'މައްސަލަ 1,234/Cv-C/2020އާއި 12/Cv-C/2020,13/Cv-C/2020',
    { '1,234/Cv-C/2020': 'cvc/2020/1234', '12/Cv-C/2020': 'cvc/2020/12', '13/Cv-C/2020': 'cvc/2020/13' },
  ],
  ['1,234,567/Cv-C/2020', {}],
] as const)('case numbers are found in the running text: %s', (text, expected) => {
  const found = findCaseNumbers(text).map(({ start, end, key }) => [text.slice(start, end), key])
  expect(Object.fromEntries(found)).toEqual(expected)
})
