import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { judgesIn, partiesInHead, wide } from '#test/judgmentText.ts'
import { findFields } from './findFields.ts'

const judgesOf = (closing: string) => judgesIn(`ސިވިލް ކޯޓު\n114/Cv-C/2019\n${wide}\n${wide}\n${wide}\n${closing}`)
const dayOf = (lines: string) =>
  findFields([buildPage(1, `ހައިކޯޓު\n114/HC-A/2019\n${lines}\n1. ${wide}\n${wide}`.split('\n'))], {
    courts: [],
    judges: [],
    case_types: [],
    phrases: [],
  }).date?.value

test.each([
  ['މެންބަރުން\n1. އިބްރާހީމް ޔޫސުފް (ރިޔާސަތު)\n2. ޙަސަން މޫސާ\n3. އާމިނަތު ޝަރީފު'],
  ['މަޖިލީހުގެ ފަނޑިޔާރުން\n1. އިބްރާހީމް ޔޫސުފް\n2. ޙަސަން މޫސާ\n3. އާމިނަތު ޝަރީފު'],
  ['މެޖިސްޓްރޭޓުން\n1. އިބްރާހީމް ޔޫސުފް\n2. ޙަސަން މޫސާ\n3. އާމިނަތު ޝަރީފު'],
])('the numbered names below the word for judges are theirs: %s', (closing) => {
  expect(judgesOf(closing)).toEqual(['އިބްރާހީމް ޔޫސުފް', 'ޙަސަން މޫސާ', 'އާމިނަތު ޝަރީފު'])
})

test.each([
  ['އަމުރުކުރެއްވީ، ޤާޟިޔާ އާމިނަތު ޝަރީފު، އަޑުއެހުން ނިންމި ތާރީޚު 3 މޭ 2020'],
  ['މި މައްސަލަ ބަލައި ޙުކުމްކުރީ، މެޖިސްޓްރޭޓު އާމިނަތު ޝަރީފު، 3 މޭ 2020'],
  ['ނިންމެވީ ފަނޑިޔާރު އާމިނަތު ޝަރީފު، ސިވިލް ކޯޓު'],
])('who decided is named up to a comma: %s', (closing) => {
  expect(judgesOf(closing)).toEqual(['އާމިނަތު ޝަރީފު'])
})

test.each([
  ['އެ ޙުކުމް އިއްވުނީ: 3 މޭ 2018\nމި ކޯޓުގެ ޙުކުމް އިއްވުނީ: 3 މޭ 2020'],
  ['މައްސަލަ އައި ތާރީޚް: 3 މޭ 2018\nމައްސަލަ ގޮތަކަށް އެޅުނު ތާރީޚް: 3 މޭ 2020'],
  ['ޝަކުވާ ލިބުނު ތާރީޚް: 3 މޭ 2018\nޝަކުވާއާމެދު ގޮތެއް ކަނޑައެޅި ތާރީޚް: 3 މޭ 2020'],
  ['އެ ޙުކުމް ކުރެވުނީ: 3 މޭ 2018\nމި ޙުކުމް އިއްވީ: 3 މޭ 2020'],
])('the day of this court is the one that its label calls so: %s', (lines) => {
  expect(dayOf(lines)).toBe('2020-05-03')
})

test('the first word of the name of a court is no party', () => {
  const lines = 'އިސްތިއުނާފުކުރި ފަރާތް: އަޙްމަދު ޢަލީ\nއިސްތިއުނާފު ރައްދުވި ފަރާތް: މޫސާ ޙަސަން\nއިސްތިއުނާފުކުރެވުނީ: 12/Cv-C/2018 (ސިވިލް ކޯޓު)'
  expect(partiesInHead(lines)).toEqual([['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން']])
})
