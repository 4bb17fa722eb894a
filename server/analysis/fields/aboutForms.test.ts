import { expect, test } from 'vitest'
import { caseTypes } from '#db/seed/reference.ts'
import { courts } from '#db/seed/lists.ts'
import { buildPage } from '#test/analysisPages.ts'
import { findFields } from './findFields.ts'

const lists = {
  courts: courts.map(({ name, name_en, code }, index) => ({ id: index + 1, name, name_en, code })),
  judges: [],
  case_types: caseTypes.map((name, index) => ({ id: index + 1, name })),
  phrases: [],
}
const wide = 'ދެ ފަރާތުން ދެއްކި ވާހަކަތަކާއި ހުށަހެޅި ލިޔުންތަކަށް ބަލައި މި ކޯޓުން މި މައްސަލައިގައި ފާހަގަކުރި ކަންތައްތައް'
const fieldsOf = (lines: string) => findFields([buildPage(1, lines.split('\n'))], lists)
const head = (line: string) =>
  `ސިވިލް ކޯޓު\nމާލެ، ދިވެހިރާއްޖެ\n${line}\nޤަޟިއްޔާ ނަންބަރު: 1124/Cv-C/2019\nދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\nދަޢުވާލިބޭ ފަރާތް: މޫސާ ޙަސަން\nނިމުނު ތާރީޚު: 3 މޭ 2020\n1. ${wide}\n${wide}އެވެ.`

test.each([
  ['ކުލި ނުދެއްކުމުގެ މައްސަލަ'],
  ['ދަރަންޏެއް އަދާކޮށްދިނުމަށް އެދި ކުރި ދަޢުވާ'],
  ['ވަޒީފާއިން ވަކިކުރުމާ ގުޅިގެން ހުށަހެޅި މައްސަލައެއް'],
  ['މަސްތުވާތަކެތި ވިއްކުމުގެ މައްސަލައިގެ ޙުކުމް'],
  ['ޤާނޫނު ނަންބަރު 9/2014 އާ ޚިލާފުވުމުގެ މައްސަލަ'],
  ['މަރުޙޫމް އިބްރާހީމް ޢުމަރުގެ ތަރިކަ ބެހުމުގެ މައްސަލައިގެ ޙުކުމް'],
  ['"ގޯތީގެ އިމު ކަނޑައަޅައިދިނުމަށް އެދޭ މައްސަލަ"'],
])('a line that says what the case is about is the title: %s', (line) => {
  expect(fieldsOf(head(line)).title?.value).toBe(line.replaceAll('"', ''))
})

test('a title that goes on in the next line is one title', () => {
  const [one, other] = ['މަސައްކަތުގެ އެއްބަސްވުމުގެ ދަށުން ދައްކަންޖެހޭ ފައިސާއާއި ގެއްލުމުގެ ބަދަލު', 'ހޯދައިދިނުމަށް އެދޭ މައްސަލަ']
  expect(fieldsOf(head(`${one}\n${other}`)).title?.value).toBe(`${one} ${other}`)
})

test.each([
  ['ދެ މައްސަލައެއް އެއްކޮށްގެން ކުރި ޙުކުމް'],
  ['ޖިނާޢީ ޤަޟިއްޔާގެ ޙުކުމް'],
  ['މައްސަލައިގެ ތަފްޞީލު'],
  ['މަދަނީ މައްސަލައެއްގެ ޙުކުމުގެ ރިޕޯޓު'],
  ['އިސްތިއުނާފު މައްސަލައިގެ ޙުކުމް'],
])('a line with words that every judgment has is no title: %s', (line) => {
  expect(fieldsOf(head(line)).title).toBeNull()
})

test('a paragraph that begins below the labels is no title', () => {
  expect(fieldsOf(head('ޙުކުމް').replaceAll('1. ', '')).title).toBeNull()
})

test.each([
  ['މިއީ ތަރިކައިގެ މައްސަލަ އެކެވެ.', 'ތަރިކައިގެ މައްސަލަ'],
  ['މިއީ ދަރަނީގެ މައްސަލައެކެވެ.', 'ދަރަނީގެ މައްސަލަ'],
  ['ވަޒީފާގެ މައްސަލައެއްގެ ޙުކުމް', 'ވަޒީފާގެ މައްސަލަ'],
  ['މައްސަލައިގެ ވައްތަރު: ގޯތީގެ މައްސަލަ', 'ގޯތީގެ މައްސަލަ'],
  ['ޙުކުމް', 'މަދަނީ މައްސަލަ'],
])('the type of a case stands in its head, or is the usual one of the court: %s', (line, type) => {
  expect(fieldsOf(head(line)).case_type?.value).toBe(type)
})

test('the type of a case with the letter of appeals is that of an appeal', () => {
  const lines = 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު\nޤަޟިއްޔާގެ ނަންބަރު: 2019/HC-A/112\nއިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ޢަލީ\nއިސްތިއުނާފު ރައްދުވި ފަރާތް: މޫސާ ޙަސަން'
  expect(fieldsOf(lines).case_type?.value).toBe('އިސްތިއުނާފު މައްސަލަ')
})

test.each([
  ['އެއްކުރެވުނު މައްސަލަތަކުގެ ނަންބަރު: 12/Cv-C/2019 އަދި 15/Cv-C/2019'],
  ['މައްސަލަތަކުގެ ނަންބަރު: 12/Cv-C/2019، 15/Cv-C/2019'],
  ['ޤަޟިއްޔާތަކުގެ ނަންބަރުތައް:\n12/Cv-C/2019\n15/Cv-C/2019'],
  ['މައްސަލަ ނަންބަރު: 12/Cv-C/2019\nއެއްކޮށްގެން ބެލި މައްސަލައިގެ ނަންބަރު: 15/Cv-C/2019'],
  ['މައްސަލަ ނަންބަރު: 12/Cv-C/2019\nމި މައްސަލައާއެކު އެކުގައި ބެލި މައްސަލަ: 15/Cv-C/2019'],
  ['ޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2019 (އެއްކުރެވުނު ޤަޟިއްޔާ: 15/Cv-C/2019)'],
  ['ޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2019 އާއި 15/Cv-C/2019'],
])('cases that are decided together have both numbers: %s', (lines) => {
  const { case_numbers } = fieldsOf(`ސިވިލް ކޯޓު\n${lines}\nދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\nދަޢުވާލިބޭ ފަރާތް: މޫސާ ޙަސަން`)
  expect(case_numbers.map(({ value }) => value)).toEqual(['12/Cv-C/2019', '15/Cv-C/2019'])
})

test('of several Hijri days the one near the day of the decision is that of the decision', () => {
  const { date, hijri_date } = fieldsOf(
    'ސިވިލް ކޯޓު\nމައްސަލަ ނަންބަރު: 12/Cv-C/2019\nރަޖިސްޓްރީކުރެވުނު ތާރީޚު: 7 ޞަފަރު 1440\nއިއްވި ދުވަހު: 12 ޖުމާދަލްއާޚިރާ 1441\nޙުކުމް އިއްވި ތާރީޚު: 6 ފެބްރުއަރީ 2020\nޙުކުމުގެ ނަކަލު ދޫކުރީ: 9 ޛުލްޙިއްޖާ 1442',
  )
  expect([date?.value, hijri_date?.value]).toEqual(['2020-02-06', '1441-06-12'])
})

test('a Hijri day that a label calls that of the decision is found although the Gregorian day is another one', () => {
  const { date, hijri_date } = fieldsOf(
    'ސިވިލް ކޯޓު\nމައްސަލަ ނަންބަރު: 12/Cv-C/2017\nހުށަހެޅި ތާރީޚު: 6 ފެބްރުއަރީ 2017\nޙުކުމްކުރި ތާރީޚު: 12 ޖުމާދަލްއާޚިރާ 1441\nގޯތި ދޫކޮށްފައިވަނީ 8 މާރިޗު 2018 ގައެވެ',
  )
  expect([date?.value, hijri_date?.value]).toEqual([undefined, '1441-06-12'])
})

test.each([
  ['މައްސަލައިގެ މައުޟޫޢު: ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['ޤަޟިއްޔާގެ ޢުންވާން: ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['މައުޟޫޢު - ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['ދަޢުވާގެ ސުރުޚީ: ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['މައްސަލައިގެ ނަން: ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['މައްސަލައިގެ މަޢުލޫމާތު\nސުރުޚީ: ގޯތީގެ އިން ކަނޑައެޅުން'],
  ['1. މައްސަލައިގެ މަޢުލޫމާތު\n1.1 ސުރުޚީ: ގޯތީގެ އިން ކަނޑައެޅުން'],
])('the title stands after the word for a subject of the case: %s', (line) => {
  expect(fieldsOf(head(line)).title?.value).toBe('ގޯތީގެ އިން ކަނޑައެޅުން')
})

test.each([['ދިވެހި ދައުލަތް ވ. އަޙްމަދު ޢަލީ'], ['އަޙްމަދު ޢަލީ v. ރަންވިލާ ޕްރައިވެޓް ލިމިޓެޑް'], ['އަޙްމަދު ޢަލީ ވ. މޫސާ ޙަސަން']])(
  'without a subject the line of one side against the other is the title: %s',
  (line) => {
    expect(fieldsOf(head(line)).title?.value).toBe(line)
  },
)

test('a line that names a case is the title before one that calls the document a case that was decided', () => {
  const lines = 'ޞުލްޙައިން ނިންމުނު މައްސަލައެއް\nގޯތީގެ އިން ކަނޑައެޅުމުގެ މައްސަލަ'
  expect(fieldsOf(head(lines)).title?.value).toBe('ގޯތީގެ އިން ކަނޑައެޅުމުގެ މައްސަލަ')
})

test.each([['މައްސަލަ: ގޯތީގެ އިން ކަނޑައެޅުން'], ['ޚުލާޞާ: ގޯތީގެ އިން ކަނޑައެޅުން'], ['އަޙްމަދު ޢަލީ، އިބްރާހީމް ނާޒިމް އަދި މޫސާ ޙަސަން\nމައްސަލަ: ގޯތީގެ އިން ކަނޑައެޅުން']])(
  'the title stands after the word for a case or a summary, and a line of names is none: %s',
  (line) => {
    expect(fieldsOf(head(line)).title?.value).toBe('ގޯތީގެ އިން ކަނޑައެޅުން')
  },
)

test('a title may say what a judge is asked to do', () => {
  const title = 'ވަލީގެ ބަދަލުގައި ޤާޟީ ކައިވެނިކޮށްދިނުމަށް އެދޭ މައްސަލަ'
  expect(fieldsOf(head(title)).title?.value).toBe(title)
})
