import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { caseNumberKey } from './caseNumber.ts'

test.each([
  [
    'hca/2013/80',
    [
      '2013/HC-A/80',
      '80/HC-A/2013',
      '2013 / HC–A / 80',
      '٢٠١٣/HC-A/٨٠',
      'No. 2013/HC-A/80',
      'ނަންބަރު: 2013/hc-a/080',
      '\u2066' + '2013/HC-A/80' + '\u2069',
    ],
  ],
  [
    'cvc/2021/1124',
    ['1124/Cv-C/2021', '2021/Cv-C/1124', '1124-CVC-2021', '1124/CVC/2021', '1124 Cv-C 2021', '2021/cv-c/1124'],
  ],
  ['b12c/2018/58', ['58/B12C/2018', '2018/B12C/58', '58-B12C-2018']],
  ['jc2/1994/55', ['55/JC-2/94']],
  ['hcrnm/2016/27nr', ['HC-RNM/2016/27(NR)']],
  ['p7caiu/2024/1', ['P7C-A(IU)/2024/01']],
  ['sca/2019/32', ['2019/SC-A/32', '32/SC-A/2019']],
])('the case number %s has one key in every written form', (key, forms) => {
  for (const one of forms) expect(caseNumberKey(one), one).toBe(key)
})

test.each([
  '',
  '2013',
  'HC-A',
  '2013/80',
  '1/2/3',
  'އެއްބަސްވުން',
  '2013/HC-A/80/5',
  'a/b/c',
  '12/Cv-C/2021 އާއި 13/Cv-C/2021',
])('the text “%s” is not a case number and has no key', (text) => {
  expect(caseNumberKey(text)).toBeUndefined()
})

test('of two possible years, the High Court and the Supreme Court write theirs first and the other courts last', () => {
  expect(caseNumberKey('2013/HC-A/1999')).toBe('hca/2013/1999')
  expect(caseNumberKey('1999/Cv-C/2013')).toBe('cvc/2013/1999')
})

test('any text has either a well-formed case number key or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      expect(caseNumberKey(text) ?? 'a/1/1').toMatch(/^[^/]+\/\d+\/\w+$/)
    }),
  )
})
