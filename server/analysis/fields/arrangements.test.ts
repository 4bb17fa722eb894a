import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { findFields } from './findFields.ts'
import type { FieldLists } from './lists.ts'

const wide = 'ދެ ފަރާތުން ދެއްކި ވާހަކަތަކާއި ހުށަހެޅި ލިޔުންތަކަށް ބަލައި މި ކޯޓުން މި މައްސަލައިގައި ފާހަގަކުރި ކަންތައްތައް'
const case_types = ['މަދަނީ މައްސަލަ', 'އިސްތިއުނާފު މައްސަލަ'].map((name, index) => ({ id: index + 1, name }))
const lists: FieldLists = { courts: [], judges: [], case_types, phrases: [] }

const fieldsOf = (lines: string, end = `${wide}\n${wide}\n${wide}`) =>
  findFields([buildPage(1, `${lines}\n${end}`.split('\n'))], lists)
const valuesOf = (found: readonly { value: string }[]) => found.map(({ value }) => value)

function partiesOf(lines: string) {
  const { claimant, respondant } = fieldsOf(lines)
  return [claimant, respondant].map(valuesOf)
}

const both = [['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން']]
const two = [['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން', 'ޙުސައިން ޝަރީފު']]
const claimant = 'ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\n'

test.each([
  ['ދަޢުވާލިބޭ ފަރާތްތައް: i. މޫސާ ޙަސަން ii. ޙުސައިން ޝަރީފު'],
  ['ދަޢުވާލިބޭ ފަރާތްތައް:\ni. މޫސާ ޙަސަން (A012346)\nii. ޙުސައިން ޝަރީފު (A012347)'],
  ['ދަޢުވާލިބޭ ފަރާތްތައް:\na) މޫސާ ޙަސަން - ހ. ފިނިވިލާ\nb) ޙުސައިން ޝަރީފު - ގ. ރަންވިލާ'],
  ['ދަޢުވާލިބޭ މީހުން\n1   މޫސާ ޙަސަން   ހ. ފިނިވިލާ، މާލެ   A012345\n2   ޙުސައިން ޝަރީފު   ހ. ފިނިވިލާ، މާލެ   A012346'],
])('parties may be listed with Roman numbers, Latin letters or numbers in a column: %s', (lines) => {
  expect(partiesOf(`${claimant}${lines}`)).toEqual(two)
})

test('a table of parties may have a column of numbers before the names', () => {
  const rows = '1   މޫސާ ޙަސަން   ހ. ފިނިވިލާ\n2   ޙުސައިން ޝަރީފު   ގ. ރަންވިލާ'
  expect(partiesOf(`${claimant}ދަޢުވާލިބޭ ފަރާތްތައް\n#   ނަން   އެޑްރެސް\n${rows}`)).toEqual(two)
})

test.each([
  ['ދަޢުވާލިބޭ 1 ވަނަ ފަރާތް: މޫސާ ޙަސަން\nދަޢުވާލިބޭ 2 ވަނަ ފަރާތް: ޙުސައިން ޝަރީފު'],
  ['ދަޢުވާލިބޭ ފުރަތަމަ ފަރާތް: މޫސާ ޙަސަން\nދަޢުވާލިބޭ ދެވަނަ ފަރާތް: ޙުސައިން ޝަރީފު'],
  ['ދަޢުވާލިބޭ ފަރާތް -1: މޫސާ ޙަސަން\nދަޢުވާލިބޭ ފަރާތް -2: ޙުސައިން ޝަރީފު'],
  ['1. މޫސާ ޙަސަން (1 ވަނަ މުއްތަހަމު)\n2. ޙުސައިން ޝަރީފު (2 ވަނަ މުއްތަހަމު)'],
  ['މޫސާ ޙަސަން، ހ. ފިނިވިލާ – ދަޢުވާލިބޭ 1 ވަނަ ފަރާތް\nޙުސައިން ޝަރީފު، ގ. ރަންވިލާ – ދަޢުވާލިބޭ 2 ވަނަ ފަރާތް'],
])('the number of a party may stand within its label or after it: %s', (lines) => {
  expect(partiesOf(`${claimant}${lines}`)).toEqual(two)
})

test('a label may say in brackets what the party was in the lower court', () => {
  const lines = 'އިސްތިއުނާފުކުރި ފަރާތް (ދަށު ކޯޓުގައި ދަޢުވާލިބޭ ފަރާތް): އަޙްމަދު ޢަލީ\nއިސްތިއުނާފު ރައްދުވި ފަރާތް (ދަށު ކޯޓުގައި ދަޢުވާކުރާ ފަރާތް): މޫސާ ޙަސަން'
  expect(partiesOf(lines)).toEqual(both)
})

test.each([
  ['މުއްދަޢީން', 'މުއްދަޢާޢަލައިހިން'],
  ['އެޕިލަންޓުން', 'ރެސްޕޮންޑެންޓުން'],
  ['މުއްދަޢީންގެ ނަންތައް', 'މުއްތަހަމުންގެ ނަންތައް'],
  ['ދަޢުވާކުރާ ފަރާތުގެ ނަމާއި އެޑްރެސް', 'ދަޢުވާލިބޭ މީހުންގެ ނަންތަކާއި އެޑްރެސް'],
  ['އިސްތިއުނާފުކުރެއްވި ފަރާތް', 'އިސްތިއުނާފު ލިބޭ ފަރާތްތައް'],
  ['މައްސަލަ ހުށަހެޅި މުވައްޒަފު', 'މައްސަލަ ރައްދުވާ ކުންފުނި'],
  ['މައްސަލަ ހުށަހެޅީ', 'މައްސަލަ ރައްދުވަނީ'],
  ['މުވައްޒަފު', 'ވަޒީފާދޭ ފަރާތް'],
  ['ވަރިއަށް އެދޭ އަންހެންމީހާ', 'ދަޢުވާލިބޭ ފިރިހެންމީހާ'],
])('parties are found after the plural, polite and uncommon labels %s and %s', (one, other) => {
  expect(partiesOf(`${one}: އަޙްމަދު ޢަލީ\n${other}: 1. މޫސާ ޙަސަން 2. ޙުސައިން ޝަރީފު`)).toEqual(two)
})

test.each([
  ['އަޙްމަދު ޢަލީ   އިސްތިއުނާފުކުރި ފަރާތް\nމޫސާ ޙަސަން   އިސްތިއުނާފު ރައްދުވި ފަރާތް'],
  ['އަޙްމަދު ޢަލީ ........ އިސްތިއުނާފުކުރި ފަރާތް\nމޫސާ ޙަސަން ........ އިސްތިއުނާފު ރައްދުވި ފަރާތް'],
  ['މައްސަލައިގެ ފަރާތްތައް: އަޙްމަދު ޢަލީ (ދަޢުވާކުރާ)، މޫސާ ޙަސަން (ދަޢުވާލިބޭ)'],
])('what a party is may stand after its name, in a column or in brackets: %s', (lines) => {
  expect(partiesOf(lines)).toEqual(both)
})

test.each([
  ['އަޙްމަދު ޢަލީ\nގެ ފަރާތުން\nމޫސާ ޙަސަން، ފެހިވިލާ، ށ. ފުނަދޫ\nގެ މައްޗަށް ކުރި ދަޢުވާގެ ޙުކުމް'],
  ['އަޙްމަދު ޢަލީ\nއާއި\nމޫސާ ޙަސަން، ހ. ފިނިވިލާ، މާލެ\nއާ ދެމެދުގައި ހިނގި މައްސަލައިގެ ޙުކުމް'],
])('parties in lines of their own stand before on behalf of, and, between and upon: %s', (lines) => {
  expect(partiesOf(lines)).toEqual(both)
})

test.each([
  ['މިއީ ހ. ފިނިވިލާ، މާލެ، މޫސާ ޙަސަން ގެ މައްޗަށް، ގ. ރަންވިލާ، މާލެ، އަޙްމަދު ޢަލީ ދަޢުވާކުރި މައްސަލައެކެވެ.'],
  ['މި މައްސަލައަކީ އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، މޫސާ ޙަސަންގެ މައްޗަށް ކުރި މައްސަލައެކެވެ.'],
  ['އަޙްމަދު ޢަލީ އިން، މޫސާ ޙަސަންގެ މައްޗަށް'],
])('the parties of a sentence about a claim upon one are those before and after it: %s', (line) => {
  expect(partiesOf(line)).toEqual(both)
})

test('a sentence names several of whom something is claimed, Hussain too, with addresses', () => {
  const line = 'މި މައްސަލައިގައި ދަޢުވާކުރެވިފައިވަނީ މޫސާ ޙަސަން، ފެހިވިލާ، ށ. ފުނަދޫ، އަދި ޙުސައިން ޝަރީފު، ރަންވިލާ، ށ. ފުނަދޫ، ގެ މައްޗަށެވެ.'
  expect(partiesOf(`ދަޢުވާކުރަނީ އަޙްމަދު ޢަލީ އެވެ.\n${line}`)).toEqual(two)
})

test.each([['ކުޑަކުއްޖާ މޫސާ ޙަސަން'], ['މޫސާ ޙަސަންގެ ފަރާތުން އިބްރާހީމް ޢަލީ'], ['މޫސާ ޙަސަންގެ ނަމުގައި އިބްރާހީމް ޢަލީ'], ['މަރުޙޫމް އިބްރާހީމް ޢަލީގެ ވާރިޘުން: މޫސާ ޙަސަން']])(
  'a minor, one for whom another acts and an heir are parties without the other: %s',
  (value) => {
    expect(partiesOf(`${claimant}ދަޢުވާލިބޭ ފަރާތް: ${value}`)).toEqual(both)
  },
)

test.each([['މައްސަލަ ހުށަހެޅުނީ 17 މާރިޗު 2021 ގައެވެ.'], ['ދަޢުވާކުރާ ފަރާތް ޙާޟިރުގައި މިންކުރުމުން ފުރަތަމަ ބައި ފެނެއެވެ.']])(
  'neither a day nor a clause of a sentence is a party: %s',
  (line) => {
    expect(partiesOf(`މައްސަލަ ނަންބަރު: 12/Cv-C/2021\n${line}`)).toEqual([[], []])
  },
)

test.each([
  ['މި މައްސަލަ ހުށަހެޅުނީ 17 މާރިޗު 2020 ގައެވެ. މި މައްސަލަ ނިމުނީ 3 މޭ 2021 ގައެވެ.'],
  ['މި ޙުކުމްކުރެވުނީ 21 ރަމަޟާން 1442 ވާ 3 މޭ 2021 ގައެވެ.'],
  ['މި ޤަޟިއްޔާ ނިންމީ 3 މޭ 2021 ގައެވެ.\nމި ނަކަލު ދޫކުރީ 5 ޖޫން 2022 ގައެވެ.'],
  [`${wide}\n11 މާރިޗު 2019 ގައި ދަށު ކޯޓުން ނިންމި ގޮތް ބަލައިފިން.\n${wide}\n3 މޭ 2021`],
])('the day of the decision is that of its own sentence, or that at the end: %s', (lines) => {
  expect(fieldsOf(lines, '').date?.value).toBe('2021-05-03')
})

test.each([
  ['ޝަރީޢަތް ނ ިމުނުގޮތުގެ'],
  ['ދަޢުވާކުރި ފަރާތ ުގެ އެޑްރެސް: 11، ބޮޑުތަކުރުފާނުމަގު، މާލެ'],
  ['ކުދިންގެ ފަރ ާތުން މައްސަލަ ހުށަހެޅީ: މަންމަ އިބްރާހީމް ޢަލީ'],
  ['އިޖުތިމާޢީ ޚިދުމަތް ދޭ މުވައްޒަފު: އިބްރާހީމް ޢަލީ'],
])('a word that a space divides makes no party of what follows: %s', (line) => {
  expect(partiesOf(line)).toEqual([[], []])
})

test('a full line of parties above a paragraph without a number keeps its last name', () => {
  const lines = `ދަޢުވާލިބޭ ފަރާތްތައް: 1) މޫސާ ޙަސަން (އައި.ޑީ.ކާޑު A012345) 2) ޙުސައިން ޝަރީފު`
  expect(partiesOf(`${claimant}${lines}\n${wide}`)).toEqual(two)
})

const judgesOf = (lines: string) => valuesOf(fieldsOf(lines).judges)
const members = ['ނިޔާޒު ޝަކީލު ޖަމާލު', 'ޞަފިއްޔާ މުނީރު ޤާސިމް']

test.each([
  ['މެންބަރު ނިޔާޒު ޝަކީލު ޖަމާލު   މެންބަރު ޞަފިއްޔާ މުނީރު ޤާސިމް'],
  ['މި މައްސަލަ ބެލީ މެންބަރު ނިޔާޒު ޝަކީލު ޖަމާލު އަދި މެންބަރު ޞަފިއްޔާ މުނީރު ޤާސިމް އެވެ.'],
  ['މަޖިލިސް: ނިޔާޒު ޝަކީލު ޖަމާލު (ރައީސް)، ޞަފިއްޔާ މުނީރު ޤާސިމް'],
  ['މި މައްސަލަ ބެލި މެންބަރުންނަކީ ނިޔާޒު ޝަކީލު ޖަމާލު އާއި ޞަފިއްޔާ މުނީރު ޤާސިމް އެވެ.'],
  ['(ސޮއި)\nނިޔާޒު ޝަކީލު ޖަމާލު\nމަޖިލީހުގެ އިސްވެރިޔާ\n(ސޮއި)\nޞަފިއްޔާ މުނީރު ޤާސިމް\nމެންބަރު'],
  ['މަޖިލީހުގެ އިސްވެރިޔާ: ނިޔާޒު ޝަކީލު ޖަމާލު\nމަޖިލީހުގެ މެންބަރުން: ޞަފިއްޔާ މުނީރު ޤާސިމް'],
])('judges stand in columns, in a sentence or after the label of their panel: %s', (lines) => {
  expect(judgesOf(lines).toSorted()).toEqual(members)
})

test('of names and titles in turn, a block that begins with a name has each title below its name', () => {
  const lines = 'ނިޔާޒު ޝަކީލު ޖަމާލު\nމަޖިލީހުގެ ރައީސް\nޞަފިއްޔާ މުނީރު ޤާސިމް\nމެންބަރު'
  expect(judgesOf(`${wide}\n${lines}`).toSorted()).toEqual(members)
})

test.each([['ދަށު ކޯޓުގައި މައްސަލަ ބެލި ޤާޟީ: އިބްރާހީމް ޢަލީ ޙަސަން'], ['ދަޢުވާކުރާ ފަރާތުގެ ވަކީލު\nއަލްއުސްތާޛު އިބްރާހީމް ޢަލީ ޙަސަން']])(
  'neither the judge of the lower court nor honourable counsel is a judge: %s',
  (lines) => {
    expect(judgesOf(`${lines}\nމައްސަލަ ބެލި ޤާޟީ: ނިޔާޒު ޝަކީލު ޖަމާލު`)).toEqual(members.slice(0, 1))
  },
)

test('a numbered paragraph below the judge of a label has no judge', () => {
  expect(judgesOf('މައްސަލަ ބެލި ޤާޟީ: ނިޔާޒު ޝަކީލު ޖަމާލު\n1. ނުރައްކާތެރި ހަތިޔާރު، އަދި ބޮޑު ކަތީގެ ކޮޅު')).toEqual(members.slice(0, 1)) // prettier-ignore
})

test.each([
  ['ޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2019 (އަޞްލު ދަޢުވާ)\nޤަޟިއްޔާ ނަންބަރު: 15/Cv-C/2019 (އަނބުރާ ކުރާ ދަޢުވާ)'],
  ['ޤަޟިއްޔާ ނަންބަރު: 12/Cv-C/2019\nގުޅުވިގެން ބެލި ޤަޟިއްޔާ: 15/Cv-C/2019'],
])('a second number with a label, or of a case decided together, is of the judgment too: %s', (lines) => {
  expect(valuesOf(fieldsOf(lines).case_numbers)).toEqual(['12/Cv-C/2019', '15/Cv-C/2019'])
})

test('the type of a case that says civil case, appeal is an appeal', () => {
  expect(fieldsOf('މައްސަލައިގެ ބާވަތް: މަދަނީ މައްސަލަ، އިސްތިއުނާފު').case_type?.value).toBe('އިސްތިއުނާފު މައްސަލަ')
})
