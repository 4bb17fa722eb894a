import fc from 'fast-check'
import { expect, test } from 'vitest'
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
])('%s is written in many ways', (key, written) => {
  for (const one of written) expect(caseNumberKey(one), one).toBe(key)
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
])('“%s” is no case number', (text) => {
  expect(caseNumberKey(text)).toBeUndefined()
})

test('two years: the High Court and the Supreme Court write theirs first, the others last', () => {
  expect(caseNumberKey('2013/HC-A/1999')).toBe('hca/2013/1999')
  expect(caseNumberKey('1999/Cv-C/2013')).toBe('cvc/2013/1999')
})

test('whatever is written, it is a key or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(caseNumberKey(text) ?? 'a/1/1').toMatch(/^[^/]+\/\d+\/\w+$/)
    }),
  )
})
