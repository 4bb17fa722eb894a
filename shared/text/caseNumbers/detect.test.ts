import { expect, test } from 'vitest'
import { detectCaseNumbers } from './detect.ts'

const detected = (text: string) =>
  detectCaseNumbers(text).map(({ start, end, number }) => [text.slice(start, end), number])

test.each([
  ['227/Cv-C-HD/2020 އަދި TAT-CA-G/2016/006', ['227/Cv-C-HD/2020', 'TAT-CA-G/2016/006']],
  ['2013/HC-A/80ގެ ޙުކުމާއި 3916-CVC-2024', ['2013/HC-A/80', '3916-CVC-2024']],
  ['2021/HC-A/4-2021/HC-A/9 އަދި 2015/SC-C/3/2015/SC-C/4', ['2021/HC-A/4', '2021/HC-A/9', '2015/SC-C/3', '2015/SC-C/4']],
  ['މައްސަލަ ނަންބަރު 12/QZT/2020 އާއި 13/QZT/2020 ނަންބަރު މައްސަލަ', ['12/QZT/2020', '13/QZT/2020']],
  ['1,234/Cv-C/2020 އަދި 1,235/Cv-C-HD/2020', ['1,234/Cv-C/2020', '1,235/Cv-C-HD/2020']],
  ['see D12C/2018/58 and 2018/3/HMC for', ['D12C/2018/58', '2018/3/HMC']],
])('case numbers are detected as they are written: %s', (text, numbers) => {
  expect(detected(text)).toEqual(numbers.map((number) => [number, number]))
})

test('a case number that goes on in the next line after its slash is detected as one', () => {
  expect(detected('ޙުކުމް 2019/HC-A/\n44 އަދި 12')).toEqual([['2019/HC-A/\n44', '2019/HC-A/ 44']])
})

test.each([
  ['ހައިކޯޓުގެ 2013 ވަނަ އަހަރުގެ ނަންބަރު 80 ޤަޟިއްޔާގައި', '2013 ވަނަ އަހަރުގެ ނަންބަރު 80', '2013/HC/80'],
  ['ހައިކޯޓުގެ 2013 ވަނަ އަހަރުގެ 80 ވަނަ މައްސަލައިގައި', '2013 ވަނަ އަހަރުގެ 80', '2013/HC/80'],
  ['2019 ވަނަ އަހަރުގެ ސިވިލް ކޯޓުގެ ޤަޟިއްޔާ ނަންބަރު 877', '2019 ވަނަ އަހަރުގެ ސިވިލް ކޯޓުގެ ޤަޟިއްޔާ ނަންބަރު 877', '877/Cv-C/2019'],
  ['ސިވިލް ކޯޓުގެ ނަންބަރު 877/2019 ޤަޟިއްޔާއަށް', '877/2019', '877/Cv-C/2019'],
  ['2013 ވަނަ އަހަރުގެ HC-A ނަންބަރު 80އަށް', '2013 ވަނަ އަހަރުގެ HC-A ނަންބަރު 80', '2013/HC-A/80'],
] as const)('a case number that is spelled out is detected with its court: %s', (text, span, number) => {
  expect(detected(text)).toEqual([[span, number]])
})

test.each([
  'ޤާނޫނު ނަންބަރު 10/2005 އާއި 2010 ވަނަ އަހަރުގެ ޤާނޫނު ނަންބަރު 22',
  'ހައިކޯޓުގެ ޤާނޫނު ނަންބަރު 22/2010 އަދި ގަވާއިދު ނަންބަރު 8-އާރު/2022',
  '12/05/2020 ގައި 28,600.00 ރުފިޔާ، ފޯނު 3325029، އައި.ޑީ. ކާޑު ނަންބަރު A901126',
  'ސިޓީ ނަންބަރު (IUL)102-HR/102/2020/15 އަދި 95-B2/CHT/2020/4009',
  'އިޢުލާން ނަންބަރު 12/IUL/2020، ރަޖިސްޓްރީ ނަންބަރު C-9912/2006، SP-0123/2010، 309/2009-C',
  'ޤަރާރު ނަންބަރު 2013/04/SC، ލިޔުން PR/2016/12 އާއި 2016/QZT/12، circular 2016/03/HC and memo QZT-A/2016/3',
  'މާއްދާ 12 ގެ (ހ) 3/4 ބައި، 48/48، އެޕާޓްމަންޓު 3-04-2',
])(
  'numbers of laws, days, amounts, telephones, letters, resolutions and registers are not case numbers: %s',
  (text) => {
    expect(detected(text)).toEqual([])
  },
)
