import { expect, test } from 'vitest'
import { partiesIn } from '#test/judgmentText.ts'
import { buildPage } from '#test/analysisPages.ts'
import { findFields } from './findFields.ts'

const partiesOf = (lines: string) => {
  const text = `ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރު: 1124/Cv-C/2019\n${lines}\nނިމުނު ތާރީޚު: 3 މޭ 2020`
  return partiesIn(text)
}

const claimantsOf = (value: string, label = 'ދަޢުވާކުރާ ފަރާތް') => partiesOf(`${label}: ${value}\nދަޢުވާލިބޭ ފަރާތް: އިބްރާހީމް ޝަރީފު`)[0]

test.each([
  ['އަޙްމަދު ޢަލީ (A012345) އަދި މޫސާ ޙަސަން (A012346)', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ (A012345)، މޫސާ ޙަސަން (A012346)', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ (އައި.ޑީ. ކާޑު ނަންބަރު: A012345) އަދި މޫސާ ޙަސަން (އައި.ޑީ. ކާޑު ނަންބަރު: A012346)', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['Ahmed Ali (ID Card No: A012345) and Moosa Hassan (ID Card No: A012346)', ['Ahmed Ali', 'Moosa Hassan']],
  ['އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، އަދި މޫސާ ޙަސަން، ހ. ފިނިވިލާ، މާލެ', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ އަދި މޫސާ ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ (ކުޑަކުދިންގެ ބެލެނިވެރިޔާ)', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީ (ޤާނޫނީ ވަކީލު: މޫސާ ޙަސަން)', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، ޤާނޫނީ ވަކީލު މޫސާ އަލީ އަދި އިބްރާހީމް ޙަސަން', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، ރަން ބިޑިޔާ', ['އަޙްމަދު ޢަލީ']],
  ['ދިވެހިރާއްޖޭގެ ދައުލަތް (ޕްރޮސެކިއުޓަރ ޖެނެރަލްގެ އޮފީސް)', ['ދިވެހިރާއްޖޭގެ ދައުލަތް']],
  ['އ.ޙ.މ. (އުމުރުން 16 އަހަރު)', ['އ.ޙ.މ']],
])('a party goes on after a card, a bracket and an address only where a further name stands: %s', (value, names) => {
  expect(claimantsOf(value)).toEqual(names)
})

test('a label of several parties has names between addresses', () => {
  const value = 'އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، މޫސާ ޙަސަން، ހ. ފިނިވިލާ، މާލެ'
  expect(claimantsOf(value, 'ދަޢުވާކުރާ ފަރާތްތައް')).toEqual(['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން'])
})

test.each([
  ['Studio 101 Pvt Ltd', 'Studio 101 Pvt Ltd'],
  ['ޕްރޮޖެކްޓް 360 މޯލްޑިވްސް ޕްރައިވެޓް ލިމިޓެޑް (C-0123/2015)', 'ޕްރޮޖެކްޓް 360 މޯލްޑިވްސް ޕްރައިވެޓް ލިމިޓެޑް'],
  ['ނަން   އަޙްމަދު ޢަލީ', 'އަޙްމަދު ޢަލީ'],
  ['އަޙްމަދު ޢަލީ ޙަސަން ގ. ރަންވިލާ، މާލެ', 'އަޙްމަދު ޢަލީ ޙަސަން'],
  ['އަޙްމަދު ޢަލީ ރަންވިލާ، މާލެ', 'އަޙްމަދު ޢަލީ'],
  ['މޫސާ ޖަލީލު، ރަންފ ަސްގަނޑު، ތ. ވޭމަންޑޫ', 'މޫސާ ޖަލީލު'],
])('a party is its whole name, without the address next to it: %s', (value, name) => {
  expect(claimantsOf(value)).toEqual([name])
})

test.each([
  ['ޝަރީޢަތްކުރާ ފަރާތް', 'ޝަރީޢަތްކުރެވޭ ފަރާތް'],
  ['ދަޢުވާ އުފުލި ފަރާތް', 'ދަޢުވާ އުފުލިފައިވާ ފަރާތް'],
  ['މައްސަލަ ހުށަހެޅި މީހާ', 'މައްސަލަ ރައްދުވާ މީހާ'],
  ['ދަޢުވާކުރާ ފަރާތުގެ މަޢުލޫމާތު', 'ދަޢުވާލިބޭ ފަރާތުގެ މަޢުލޫމާތު'],
  ['ދަޢުވާކުރާ ފަރާތްތަޢް', 'ދަޢުވާލިބޭ ފަރާތްތަ"އް'],
  ['Appellants', 'Respondents'],
])('the parties stand after the labels %s and %s', (claimant, respondant) => {
  expect(partiesOf(`${claimant}: އަޙްމަދު ޢަލީ\n${respondant}: މޫސާ ޙަސަން`)).toEqual([['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން']])
})

test('a list of parties may have letters with a dot', () => {
  const lines = 'ހ. އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ\nށ. މޫސާ ޙަސަން، ހ. ފިނިވިލާ، މާލެ\nނ. ޔޫސުފު ޖަމީލު'
  expect(partiesOf(`ދަޢުވާކުރާ ފަރާތް: ދައުލަތް\nދަޢުވާލިބޭ ފަރާތްތައް:\n${lines}`)[1]).toEqual(['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން', 'ޔޫސުފު ޖަމީލު']) // prettier-ignore
})

test('each column of parties has a name in every row, but no address', () => {
  expect(
    partiesOf(
      'ދަޢުވާކުރާ ފަރާތް   ދަޢުވާލިބޭ ފަރާތް\nއަޙްމަދު ޢަލީ   އިބްރާހީމް ޝަރީފު\nގ. ރަންވިލާ، މާލެ   ހ. ފިނިވިލާ، މާލެ\nމޫސާ ޙަސަން   މާމިގިލީ އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް',
    ),
  ).toEqual([
    ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން'],
    ['އިބްރާހީމް ޝަރީފު', 'މާމިގިލީ އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް'],
  ])
})

test.each([
  ['އަޙްމަދު ޢަލީ (A012345) ވ. މޫސާ ޙަސަން (A012346)'],
  ['އަޙްމަދު ޢަލީ (ދަޢުވާކުރާ ފަރާތް) ވ. މޫސާ ޙަސަން (ދަޢުވާލިބޭ ފަރާތް)'],
  ['އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ (ދަޢުވާކުރާ ފަރާތް)\nމޫސާ ޙަސަން (ދަޢުވާލިބޭ ފަރާތް)'],
  ['މިއީ އަޙްމަދު ޢަލީ، ގ. ރަންވިލާ، މާލެ، އިން މޫސާ ޙަސަން، ހ. ފިނިވިލާ، މާލެ، އާ ދެކޮޅަށް ހުށަހެޅި މައްސަލައެކެވެ.'],
  ['އަޙްމަދު ޢަލީ އިން މޫސާ ޙަސަން އާ ދެކޮޅަށް ކުރި ދަޢުވާ'],
  ['މި މައްސަލައަކީ މޫސާ ޙަސަން (A012346) ގެ މައްޗަށް އަޙްމަދު ޢަލީ އިން ކޮށްފައިވާ ދަޢުވާއެކެވެ.'],
  ['އަޙްމަދު ޢަލީ އާއި މޫސާ ޙަސަން އާ ދެމެދުގެ މައްސަލަ'],
])('the parties of one line are those on each side: %s', (line) => {
  expect(partiesOf(line)).toEqual([['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން']])
})

test('names around a line for against are found below the number of the case, which is no name', () => {
  expect(partiesOf('1124/Cv-C/2019\nOcean 7 Holdings Pvt Ltd\nވ.\nމޫސާ ޙަސަން')).toEqual([
    ['Ocean 7 Holdings Pvt Ltd'],
    ['މޫސާ ޙަސަން'],
  ])
})

test.each([['މުއައްސަސާތަކުގެ ހުރިހާ މުވައްޒަފުން ގެންދާ މަސައްކަތްތައް'], ['އެއްބަސްވުން އުވާލުމަށް އެދިފައި']])(
  'a line of prose above the word for against is no party: %s',
  (line) => {
    expect(partiesOf(`${line}\nވ.\nމޫސާ ޙަސަން`)).toEqual([[], []])
  },
)

test.each([['މި މައްސަލައިގައި ފަރާތްތަކުން މެސެޖުން ނުވަތަ ލިޔުމުން އަދި ކުރި މުޢާމަލާތެއްގެ ދެމެދު ޚިލާފެއް އުފެދުމެވެ.'], ['1. އިސްތިއުނާފުކުރި ފަރާތަކީ މުހިންމު ލިޔުމަކަށް އަޅާނުލާކަމެވެ.']])(
  'words of a sentence are no party: %s',
  (line) => {
    expect(partiesOf(line)).toEqual([[], []])
  },
)

test.each([
  ['އިސްތިއުނާފުކުރި މީހާ\nއޭނާއަކީ މި މައްސަލައިގައި ބައިވެރިކުރެވުނު މީހެއް ނޫނެވެ. އޭނާގެ ޝަކުވާއަކީވެސް އެއީއެވެ.'],
  ['އިސްތިއުނާފުކުރި ބައި\nލައިސަންސް ފީއާމެދު ކުންފުނިން އިސްތިއުނާފެއް ނުކުރެއެވެ.'],
  ['މި މައްސަލައިގެ (ދަޢުވާކުރާ ފަރާތް) އިން ހުށަހެޅި ލިޔުންތައް'],
])('a heading or a label in the text after the parties has no further party: %s', (lines) => {
  const head = 'ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\nދަޢުވާލިބޭ ފަރާތް: މޫސާ ޙަސަން، މާލޭ ސިޓީ ކައުންސިލު'
  expect(partiesOf(`${head}\nނިމުނު ތާރީޚު: 3 މޭ 2020\n${lines}`)).toEqual([['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން', 'މާލޭ ސިޓީ ކައުންސިލު']])
})

test('the confidence of a party that is read badly allows for what its form leaves out', () => {
  const page = buildPage(1, ['ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ'])
  for (const { words } of page.lines) for (const word of words) word.confidence = 0.5
  const { claimant } = findFields([page], { courts: [], judges: [], case_types: [], phrases: [] })
  expect(claimant[0]?.confidence).toBeGreaterThan(0.25)
  expect(claimant[0]?.confidence).toBeLessThan(0.4)
})

test('the label of counsel in the line below ends the name of a party that fills its line', () => {
  const company = 'މާމިގިލީ އިންވެސްޓްމަންޓް އެންޑް ޓްރޭޑިންގ ޕްރައިވެޓް ލިމިޓެޑް'
  expect(claimantsOf(`${company}\nޤާނޫނީ ވަކީލު: ފިނިދިޔަ ކުންފުނި`)).toEqual([company])
})
