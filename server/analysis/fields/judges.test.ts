import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import type { Line } from '#server/analysis/types.ts'
import { findFields } from './findFields.ts'

test('a signature that two judges of the list are equally near to is no further judge next to one of them', () => {
  const judges = ['އަޙްމަދު ޝަރީފު', 'އަޙްމަދު ޝަރީބު'].map((name, index) => ({ id: index + 1, name }))
  const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', 'މައްސަލަ ބެލި ފަނޑިޔާރު: އަޙްމަދު ޝަރީފު', 'ނިމުނު ތާރީޚު: 5 މޭ 2019', 'ފަނޑިޔާރު އަޙްމަދު ޝަރީކު'])
  const fields = findFields([page], { courts: [], judges, case_types: [], phrases: [] })
  expect(fields.judges.map(({ value }) => value)).toEqual(['އަޙްމަދު ޝަރީފު'])
})

test.each([
  ['މައްސަލަ ބެލި ފަނޑިޔާރު: ޑރ. އަޙްމަދު ޝަކީލް', ['އަޙްމަދު ޝަކީލް']],
  ['މައްސަލަ ބެލި ފަނޑިޔާރު: އުއްތަމަފަނޑިޔާރު އަޙްމަދު ޢަބްދުﷲ', ['އަޙްމަދު ޢަބްދުﷲ']],
  ['މައްސަލަ ބެލި ފަނޑިޔާރުން: 1- އަޙްމަދު ޝަކީލް 2- މޫސާ ޙަސަން', ['އަޙްމަދު ޝަކީލް', 'މޫސާ ޙަސަން']],
])('a judge is named without the title: %s', (line, names) => {
  const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', line, 'ނިމުނު ތާރީޚު: 5 މޭ 2019'])
  const fields = findFields([page], { courts: [], judges: [], case_types: [], phrases: [] })
  expect(fields.judges.map(({ value }) => value)).toEqual(names)
})

test.each<[Line['role'], string, string[]]>([
  ['table', 'ބެލި ޤާޟީ  އަޙްމަދު ޝަކީލް', ['އަޙްމަދު ޝަކީލް']],
  ['table', 'ބެލި ޤާޟީ އަޙްމަދު ޝަކީލް', ['އަޙްމަދު ޝަކީލް']],
  ['table', 'މައްސަލަ ބެލި ޤާޟީ އަޙްމަދު ޝަކީލް', ['އަޙްމަދު ޝަކީލް']],
  ['table', 'ބެލި ފަނޑިޔާރު އަޙްމަދު ޝަކީލް', ['އަޙްމަދު ޝަކީލް']],
  ['table', 'މައްސަލަ ބެލި ޤާޟީ އެކަން އެންގިއެވެ', []],
  ['body', 'މައްސަލަ ބެލި ޤާޟީ އެކަމަކު އެއްބަސެއް ނޫން', []],
])(
  'a judge is named after a label without a colon in a row of a table, and not in running text: %s, %s',
  (role, text, names) => {
    const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', text, 'ނިމުނު ތާރީޚު: 5 މޭ 2019'])
    for (const line of page.lines.filter((one) => one.text === text)) line.role = role
    const fields = findFields([page], { courts: [], judges: [], case_types: [], phrases: [] })
    expect(fields.judges.map(({ value }) => value)).toEqual(names)
  },
)
