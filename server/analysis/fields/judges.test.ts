import { expect, test } from 'vitest'
import { buildPage } from '../../../test/analysisPages.ts'
import { findFields } from './findFields.ts'

test('a signature that two judges of the list are equally near to is no further judge next to one of them', () => {
  const judges = ['އަޙްމަދު ޝަރީފު', 'އަޙްމަދު ޝަރީބު'].map((name, index) => ({ id: index + 1, name }))
  const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', 'މައްސަލަ ބެލި ފަނޑިޔާރު: އަޙްމަދު ޝަރީފު', 'ނިމުނު ތާރީޚު: 5 މޭ 2019', 'ފަނޑިޔާރު އަޙްމަދު ޝަރީކު'])
  const fields = findFields([page], { courts: [], judges, case_types: [], phrases: [] })
  expect(fields.judges.map(({ value }) => value)).toEqual(['އަޙްމަދު ޝަރީފު'])
})
