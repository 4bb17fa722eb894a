import { expect, test } from 'vitest'
import { courts } from '#db/seed/lists.ts'
import { caseTypes, judges } from '#db/seed/reference.ts'
import type { Fields, Line, Page } from '#server/analysis/types.ts'
import { findFields } from './findFields.ts'
import type { FieldLists } from './lists.ts'
import { warnOfFields } from './warnings.ts'

const lists: FieldLists = {
  courts: courts.map(({ name, name_en, code }, index) => ({ id: index + 1, name, name_en, code })),
  judges: Object.values(judges).flat().map((name, index) => ({ id: index + 1, name })),
  case_types: caseTypes.map((name, index) => ({ id: index + 1, name })),
  phrases: ['ދަރަނި', 'ގެއްލުމުގެ ބަދަލު'],
} // prettier-ignore

const toLine = (text: string, index: number): Line => ({
  text,
  box: { x: 500 - text.length * 5, y: 40 + index * 20, width: text.length * 5, height: 14 },
  confidence: 1,
  engine: 'text-layer',
  role: 'body',
  starts_paragraph: true,
  words: [...text.matchAll(/\S+/g)].map(({ 0: word, index: start }) => ({ start, end: start + word.length, box: { x: 500 - (start + word.length) * 5, y: 40 + index * 20, width: word.length * 5, height: 14 }, confidence: 1, readings: [] })),
}) // prettier-ignore

const toPage = (text: string, number = 1): Page => ({
  number,
  width: 595,
  height: 842,
  text,
  scanned: false,
  confidence: 1,
  seconds: 0,
  lines: text.trim().split('\n').map(toLine),
  hidden: [],
  tables: [],
  unknown_glyphs: [],
}) // prettier-ignore

const fieldsOf = (...texts: string[]) => findFields(texts.map((text, index) => toPage(text, index + 1)), lists) // prettier-ignore
const values = (found: Fields['judges']) => found.map(({ value }) => value)

const appeal = `
ޤަޟިއްޔާ ނިމުނު ގޮތުގެ ޚުލާޞާ ރިޕޯޓު
ޤަޟިއްޔާ ނަންބަރ: 108/HC
-
A/2017
• އިސްތިއުނާފު ކުރިފަރާތް:
* ނަން: ރަންއަލި އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް
ރަޖިސްޓްރީ ނަންބަރު: 309/2009-C
• އިސްތިއުނާފު ރައްދުވި ފަރާތްތައް:
*1- ނަން: އިބްރާހީމް ޠާރިޤު ޢަލީ
އައިޑީ ކާޑު ނަންބަރު: A012335
*2- ނަން: އަޙްމަދު ނާޞިރު
އައިޑީ ކާޑު ނަންބަރު: A082483
ދާއިމީ އެޑްރެސް: ދިލްޚުޝީ/ ހއ. ދިއްދޫ
• ރަޖިސްޓްރީކުރެވުނު ތާރީޚް: 07 ޞަފަރު 1438 - ނިމުނު ތާރީޚް: 12 ޖުމާދަލްއާޚިރާ 1441
12ފެބްރުވަރީ 2017 06 ފެބްރުވަރީ 2020
• އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ:
* ނަންބަރު: 2012/Cv-C/929
* ކޯޓު: ސިވިލް ކޯޓް
ނިންމެވި ތާރީޚް: 16 ސެޕްޓެމްބަރ 2012
• މައްސަލަ ބެލި ފަނޑިޔާރުންގެ މަޖްލިސް:
ފަނޑިޔާރު ޢަލީ ނާޞިރު މޫސާ، ފަނޑިޔާރު މަރިޔަމް ލަޠީފާ އާދަމް،
ފަނޑިޔާރު ޖަޢުފަރު ރިޟާ ޢުބައިދު`

test('the fields of an appeal are found: a broken number, lists of parties, days in columns, judges in and out of the list', () => {
  const fields = fieldsOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު${appeal}`)
  expect(fields).toMatchObject({
    judgement_number: { value: '2017/HC-A/108' },
    court: { value: 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު' },
    date: { value: '2020-02-06' },
    hijri_date: { value: '1441-06-12' },
  })
  expect(values(fields.claimant)).toEqual(['ރަންއަލި އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް'])
  expect(values(fields.respondant)).toEqual(['އިބްރާހީމް ޠާރިޤު ޢަލީ', 'އަޙްމަދު ނާޞިރު'])
  expect(values(fields.judges)).toEqual(['ޢަލީ ނާޞިރު މޫސާ', 'މަރިޔަމް ލަޠީފާ އާދަމް', 'ޖަޢުފަރު ރިޟާ ޢުބައިދު'])
  expect(values(fields.related_case_numbers)).toEqual(['929/Cv-C/2012'])
})

test('the fields of a cover page are found: parties around v, values below their labels, a Hijri day above the day', () => {
  const fields = fieldsOf(`ޖަޒުރު
ސިވިލް ކޯޓު
ޤަޟިއްޔާ ނިމުނުގޮތް
3916-CVC-2024
ރަންއަލި ބޭންކް ޕްލކ .ވ ޢަބްދުﷲ މުޙައްމަދު ޙަބީބް
ކްރެޑިޓް ކާޑުގެ މައްސަލަ
ޙުކުމްކުރި ޤާޟީ
ޤާޟީ ޢަލީ ޚާލިދު ދީދީ
ނިމުނު ތާރީޚު
28 ޖުމާދަލްއާޚިރާ 1446
29 ޑިސެންބަރު 2024`)
  expect(fields).toMatchObject({
    judgement_number: { value: '3916/Cv-C/2024', page: 1 },
    court: { value: 'ސިވިލް ކޯޓު' },
    date: { value: '2024-12-29' },
    hijri_date: { value: '1446-06-28' },
    title: { value: 'ކްރެޑިޓް ކާޑުގެ މައްސަލަ' },
    case_type: { value: 'މަދަނީ މައްސަލަ' },
  })
  expect(values(fields.claimant)).toEqual(['ރަންއަލި ބޭންކް ޕްލކ'])
  expect(values(fields.respondant)).toEqual(['ޢަބްދުﷲ މުޙައްމަދު ޙަބީބް'])
  expect(values(fields.judges)).toEqual(['ޢަލީ ޚާލިދު ދީދީ'])
})

test('the fields of a tribunal are found: parties in sentences, members of the panel at the end, lines of a column', () => {
  const fields = fieldsOf(`މުސާރަ ނުދީ ހިފެހެއްޓުމުގެ މައްސަލައިގެ ނިންމުން
ޤަޟިއްޔާ ނަންބަރު: 77/ETR/2023
ދަޢުވާކުރި ފަރާތަކީ Blue Lagoon Resort & Spa
ގެ ކައްކާގޭގައި މަސައްކަތްކުރި މަރްޔަމް
ޒުހުރާއެވެ. އޭނާ އެ ތަނުގައި ވަޒީފާ އަދާކޮށްފައިވެއެވެ.
އެހެންކަމުން އަންނަނިވި ޢަދަދުތައް މަރްޔަމް
ޒުހުރާއަށް ދެއްކުމަށް Blue Lagoon Resort & Spa އަށް
އަންގަމެވެ.
މި ނިންމުން ނިންމީ މެންބަރުންގެ އިއްތިފާޤުންނެވެ.
މެންބަރު އިލްޔާސް މަޢުޞޫމް · މެންބަރު
ޖަމީލާ ޠާރިޤު`)
  expect(values(fields.claimant)).toEqual(['މަރްޔަމް ޒުހުރާ'])
  expect(values(fields.respondant)).toEqual(['Blue Lagoon Resort & Spa'])
  expect(values(fields.judges)).toEqual(['އިލްޔާސް މަޢުޞޫމް', 'ޖަމީލާ ޠާރިޤު'])
})

test('a number that is drawn in the visual order, with spaces and the letter O, is the number of the judgment', () => {
  expect(fieldsOf('ޤަޟިއްޔާ ނަންބަރު: 2O21/Cv - C/1124').judgement_number?.value).toBe('1124/Cv-C/2021')
  expect(fieldsOf('ހދ. ކުޅުދުއްފުށީ މެޖިސްޓްރޭޓު ކޯޓު\nމައްސަލަ ނަންބަރު\n2018 / B12C / 58').judgement_number?.value).toBe('58/B12C/2018') // prettier-ignore
})

test('the title of a judgment that begins with a sentence about the case is the heading above it, or that sentence', () => {
  const sentence = `މި މައްސަލައަކީ، އެއްބަސްވުމުގެ ދަށުން ދައްކަންޖެހޭ ފައިސާ ދައްކާފައިނުވާތީ ހުށަހަޅާފައިވާ
މައްސަލައެކެވެ. ޤާނޫނުއަސާސީގެ 42 ވަނަ މާއްދާގެ ދަށުން އެހެންކަމުން`
  const titleOf = (head: string) => fieldsOf(`ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2020\n${head}${sentence}`).title?.value
  expect(titleOf('ވިޔަފާރި އެއްބަސްވުމަކާ ގުޅޭ މައްސަލައެއް\n')).toBe('ވިޔަފާރި އެއްބަސްވުމަކާ ގުޅޭ މައްސަލައެއް')
  expect(titleOf('')).toBe('އެއްބަސްވުމުގެ ދަށުން ދައްކަންޖެހޭ ފައިސާ ދައްކާފައިނުވާތީ ހުށަހަޅާފައިވާ މައްސަލައެކެވެ')
})

test('a labelled case type may lack the word for case', () => {
  expect(fieldsOf('ސިވިލް ކޯޓު\nމައްސަލައިގެ ބާވަތް: މަދަނީ').case_type?.value).toBe('މަދަނީ މައްސަލަ')
})

test('labels with confused vowel signs, letters and spaces are labels', () => {
  const fields = fieldsOf('ޤަޞިއްޔާ ނަމްބަރ: 12/Cr-C/2020\nދައުވާކުރާ ފަރާ ތް: ދައުލަތް\nދަޢުވަލިބޭ "ފަރާކް؛ މޫސާ ޢަލީ، މ. ރަންވިލާ، މާލެ\nނިމުނު ކާރީޚު: 3 އޮކްޓޫބަރު 2020') // prettier-ignore
  expect(values(fields.claimant)).toEqual(['ދައުލަތް'])
  expect(values(fields.respondant)).toEqual(['މޫސާ ޢަލީ'])
  expect(fields.date?.value).toBe('2020-10-03')
})

test('the box of a value is that of its words', () => {
  const line = 'ޤަޟިއްޔާ ނަންބަރު: 12/Cr-C/2020'
  const fields = fieldsOf(line)
  const start = line.indexOf('12/')
  expect(fields.judgement_number?.box).toEqual({ x: 500 - line.length * 5, y: 40, width: (line.length - start) * 5, height: 14 }) // prettier-ignore
})

test('a text without a head has no fields but keywords', () => {
  const fields = fieldsOf('އޭނާ ބުނީ ދަރަނި ދައްކާނެ ކަމަށެވެ.')
  expect(fields).toMatchObject({ judgement_number: null, court: null, date: null, claimant: [], respondant: [], judges: [], content_start_page: null }) // prettier-ignore
  expect(values(fields.keywords)).toEqual(['ދަރަނި'])
})

test('the fields warn of another court, several numbers, an unlisted judge and an early date', () => {
  const fields = fieldsOf('ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރުތައް: 12/Cv-C/2020 އަދި 13/Cv-C/2020\nނިމުނު ތާރީޚު: 3 މޭ 2019\nޤާޟީ: މުނީރާ ސަޢީދު ޝުކޫރު') // prettier-ignore
  const warnings = warnOfFields(fields, lists, 'ފެމިލީ ކޯޓު')
  expect(warnings.map(({ code }) => code)).toEqual(['other-court', 'several-numbers', 'unlisted-judge', 'date-before-number']) // prettier-ignore
  expect(warnings[1]).toEqual({ code: 'several-numbers', page: 1, values: { numbers: '12/Cv-C/2020, 13/Cv-C/2020' } })
  expect(warnOfFields(fieldsOf('ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2020'), lists, 'ސިވިލް ކޯޓު')).toEqual([])
})

test('all numbers of a labelled list are numbers of the judgment, also those in the next lines', () => {
  const numbersOf = (text: string) => {
    const { case_numbers, related_case_numbers } = fieldsOf(text)
    return [values(case_numbers), values(related_case_numbers)]
  }
  expect(numbersOf('ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރުތައް: 12/Cv-C/2020، 13/Cv-C/2020 އަދި 14/Cv-C/2020')).toEqual([
    ['12/Cv-C/2020', '13/Cv-C/2020', '14/Cv-C/2020'],
    [],
  ])
  expect(
    numbersOf(`ކްރިމިނަލް ކޯޓު
މައްސަލަ ނަންބަރު: 871/Cr-C/2018، 872/Cr-C/2018،
873/Cr-C/2018 އަދި
874/Cr-C/2018
ދަޢުވާކުރާ ފަރާތް: ދައުލަތް
މި މައްސަލައަކީ 455/Cr-C/2016 ގެ ޙުކުމާ ގުޅޭ މައްސަލައެކެވެ.`),
  ).toEqual([['871/Cr-C/2018', '872/Cr-C/2018', '873/Cr-C/2018', '874/Cr-C/2018'], ['455/Cr-C/2016']])
  expect(
    numbersOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު
ޤަޟިއްޔާ ނަންބަރު:
2019/HC-A/12
2019/HC-A/13
2019/HC-A/14
ގުޅުންހުރި ޤަޟިއްޔާ: 2018/HC-A/301`),
  ).toEqual([['2019/HC-A/12', '2019/HC-A/13', '2019/HC-A/14'], ['2018/HC-A/301']])
})

test('parties and judges whose names begin with initials are found', () => {
  const fields = fieldsOf(`ސިވިލް ކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 1124/Cv-C/2019
ދަޢުވާކުރާ ފަރާތް: އެމް.ޓީ.ސީ.ސީ ޕްލކ
ދާއިމީ އެޑްރެސް: މ. ރަންވިލާ، މާލެ
ދަޢުވާލިބޭ ފަރާތް: އޭ. އެޗް. މުޙައްމަދު، އެސް.ޓީ.އޯ ޕްރައިވެޓް ލިމިޓެޑް، ހއ. ދިއްދޫ
ދަޢުވާލިބޭ ފަރާތް: މޫސާ ޙަސަން، ރަންވިލާ، އައި.ޑީ. ކާޑު ނަންބަރު: A012335
ޤާޟީ: އޭ. މުޙައްމަދު ޝުކޫރު`)
  expect(values(fields.claimant)).toEqual(['އެމް.ޓީ.ސީ.ސީ ޕްލކ'])
  expect(values(fields.respondant)).toEqual(['އޭ. އެޗް. މުޙައްމަދު', 'އެސް.ޓީ.އޯ ޕްރައިވެޓް ލިމިޓެޑް', 'މޫސާ ޙަސަން'])
  expect(values(fields.judges)).toEqual(['އޭ. މުޙައްމަދު ޝުކޫރު'])
  const appeal = fieldsOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 2019/HC-A/12
އިސްތިއުނާފުކުރި ފަރާތް: އެޗް.ޑީ.ސީ
އިސްތިއުނާފު ރައްދުވާ ފަރާތް: ބީ.އެމް.އެލް`)
  expect([appeal.claimant, appeal.respondant].map(values)).toEqual([['އެޗް.ޑީ.ސީ'], ['ބީ.އެމް.އެލް']])
})

test('an address in the atoll Noonu or Vaavu is no party after v', () => {
  expect(
    fieldsOf(`ފެމިލީ ކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 12/Fm-C/2020
ދަޢުވާކުރި ފަރާތް: އާމިނަތު ޢަލީ
ދާއިމީ އެޑްރެސް: ރޯޒީގެ، ނ. މަނަދޫ`),
  ).toMatchObject({ respondant: [] })
  expect(
    fieldsOf(`ނ. މަނަދޫ މެޖިސްޓްރޭޓު ކޯޓު
މައްސަލަ ނަންބަރު: 7/D3C/2020
ދަޢުވާކުރާ ފަރާތް: ޢަލީ މޫސާ
ހުދުމަޑިއްޔަ، ވ. ފުލިދޫ / ދިވެހިރާއްޖެ
ގަސްދުގެ ނ. މަނަދޫ`),
  ).toMatchObject({ respondant: [] })
  const cover = fieldsOf('ސިވިލް ކޯޓު\n3916-CVC-2024\nއެޗްޑީސީ ވ އަޙްމަދު ޢަލީ')
  expect([cover.claimant, cover.respondant].map(values)).toEqual([['އެޗްޑީސީ'], ['އަޙްމަދު ޢަލީ']])
})

test('the initials in the name of a judge do not end it, and no part of a name is another judge', () => {
  const fields = fieldsOf(`ކްރިމިނަލް ކޯޓު
މައްސަލަ ނަންބަރު: 871/Cr-C/2018
މައްސަލަ ބެލި ފަނޑިޔާރު: އަޙްމަދު އެމް. ޝަރީފު
ނިމުނު ތާރީޚު: 5 މޭ 2019
ފަނޑިޔާރު އަޙްމަދު އެމް. ޝަރީފު`)
  expect(values(fields.judges)).toEqual(['އަޙްމަދު އެމް. ޝަރީފު'])
  const several = fieldsOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 2019/HC-A/12
މައްސަލަ ބެލި ފަނޑިޔާރުން:
އަޙްމަދު އެމް. ޝަރީފު
އޭ. މުޙައްމަދު ޝުކޫރު
ޙުކުމް އިއްވީ ފަނޑިޔާރު މުޙައްމަދު ޢަލީ. މި ޙުކުމާ ދެކޮޅަށް އިސްތިއުނާފުކުރެވިދާނެއެވެ.`)
  expect(values(several.judges)).toEqual(['އަޙްމަދު އެމް. ޝަރީފު', 'އޭ. މުޙައްމަދު ޝުކޫރު'])
})

test('an appealed number is never the number of the judgment, also below a heading and next to a better label', () => {
  const numbersOf = (text: string) => {
    const { judgement_number, related_case_numbers, court } = fieldsOf(text)
    return [judgement_number?.value, values(related_case_numbers), court?.value]
  }
  const highCourt = 'ދިވެހިރާއްޖޭގެ ހައިކޯޓު'
  expect(
    numbersOf(`${highCourt}
މާލެ، ދިވެހިރާއްޖެ
2017/HC-A/108
އިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ނާޞިރު
އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ:
ކޯޓު: ސިވިލް ކޯޓު
ނިންމެވި ތާރީޚު: 16 ސެޕްޓެމްބަރު 2012
ނަންބަރު: 929/Cv-C/2012`),
  ).toEqual(['2017/HC-A/108', ['929/Cv-C/2012'], highCourt])
  expect(
    numbersOf(`${highCourt}
ސިވިލް ކޯޓުގެ ޤަޟިއްޔާ ނަންބަރު: 929/Cv-C/2012
ހައިކޯޓުގެ ޤަޟިއްޔާ ނަންބަރު: 2017/HC-A/108
އިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ނާޞިރު`),
  ).toEqual(['2017/HC-A/108', ['929/Cv-C/2012'], highCourt])
  expect(
    numbersOf(`ދިވެހިރާއްޖޭގެ ސުޕްރީމް ކޯޓު
މި ކޯޓުގެ ޤަޟިއްޔާ ނަންބަރު: 2019/SC-A/10
އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ: ނަންބަރު: 2017/HC-A/108`),
  ).toEqual(['2019/SC-A/10', ['2017/HC-A/108'], 'ދިވެހިރާއްޖޭގެ ސުޕްރީމް ކޯޓު'])
  expect(
    numbersOf(`${highCourt}
އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ: 929/Cv-C/2012
އިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ނާޞިރު
ސިވިލް ކޯޓުގެ 929/Cv-C/2012 ޤަޟިއްޔާގެ ޙުކުމަށް ބަލާއިރު`),
  ).toEqual([undefined, ['929/Cv-C/2012'], highCourt])
  expect(
    numbersOf(`${highCourt}
ޤަޟިއްޔާ ނަންބަރު:    އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ:
2017/HC-A/108    929/Cv-C/2012`),
  ).toEqual(['2017/HC-A/108', ['929/Cv-C/2012'], highCourt])
})

test('a day that its label calls the one of the registration or of the appealed judgment is no day of the decision', () => {
  expect(fieldsOf('ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2019\nރަޖިސްޓްރީކުރެވުނު ތާރީޚު: 5 މޭ 2019')).toMatchObject({
    date: null,
    hijri_date: null,
  })
  expect(
    fieldsOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 2017/HC-A/108
ހުށަހެޅުނު ތާރީޚު: 07 ޞަފަރު 1438 / 7 ނޮވެމްބަރު 2016
އިސްތިއުނާފުކުރެވުނު ޤަޟިއްޔާ: 929/Cv-C/2012
ނިންމެވި ތާރީޚު: 16 ސެޕްޓެމްބަރު 2012`),
  ).toMatchObject({ date: null, hijri_date: null })
})
