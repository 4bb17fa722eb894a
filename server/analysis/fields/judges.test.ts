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

const wide = 'ދެ ފަރާތުން ދެއްކި ވާހަކަތަކާއި ހުށަހެޅި ލިޔުންތަކަށް ބަލައި މި ކޯޓުން މި މައްސަލައިގައި ފާހަގަކުރި ކަންތައްތައް'

test.each([
  ['އަޙްމަދު ޝަކީލް، ޤާޟީ'],
  ['އަޙްމަދު ޝަކީލް (ޤާޟީ)'],
  ['އަޙްމަދު ޝަކީލް   އިސް މެޖިސްޓްރޭޓު'],
  ['އަޙްމަދު ޝަކީލް\n(ސޮއި)\nޤާޟީ'],
  ['މި މައްސަލައިގައި ޙުކުމްކުރި ޤާޟީއަކީ އަޙްމަދު ޝަކީލް އެވެ.'],
  ['މި މައްސަލަ ބެލި ޤާޟީއަކީ އަޙްމަދު ޝަކީލެވެ.'],
  ['މިއީ މި ކޯޓުގެ މެޖިސްޓްރޭޓު އަޙްމަދު ޝަކީލް އިސްކޮށްގެން ބޭއްވި މަޖިލީހެކެވެ.'],
  ['މި މަޖިލިސް ބޭއްވީ ޤާޟީ އަޙްމަދު ޝަކީލް ގެ ރިޔާސަތުގައި އެވެ.'],
])('a judge who is in no list is found before the title, and in the sentence that says who judged: %s', (lines) => {
  const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', wide, wide, ...lines.split('\n')])
  const fields = findFields([page], { courts: [], judges: [], case_types: [], phrases: [] })
  expect(fields.judges.map(({ value }) => value.slice(0, 14))).toEqual(['އަޙްމަދު ޝަކީލ'])
})

test('the day of a sentence that says today is that of the decision, also next to the word for a magistrate', () => {
  const lines = [
    'ބ. ހިތާދޫ މެޖިސްޓްރޭޓު ކޯޓު',
    'މިއަދު، މިއީ 14 މޭ 2015 ގައި މި ކޯޓުގެ މެޖިސްޓްރޭޓު އަޙްމަދު ޝަކީލް ކުރި ޙުކުމެވެ.',
    wide,
    '1. މުދާ ގަނެފައިވަނީ 3 މޭ 2023 ގައި އެވެ.',
  ]
  expect(findFields([buildPage(1, lines)], { courts: [], judges: [], case_types: [], phrases: [] }).date?.value).toBe(
    '2015-05-14',
  )
})

test.each([
  ['ނިޔާޒު ޝަކީލު   މުނީރު ޤާސިމް\nޤާޟީ   ޤާޟީ'],
  ['ނިޔާޒު ޝަކީލު (މަޖިލީހުގެ ރައީސް)   މުނީރު ޤާސިމް (މެންބަރު)'],
  ['ނިޔާޒު ޝަކީލު - ފަނޑިޔާރު\nމުނީރު ޤާސިމް - ފަނޑިޔާރު'],
])('judges who are in no list sign in columns or before their titles: %s', (lines) => {
  const page = buildPage(1, ['ކްރިމިނަލް ކޯޓު', wide, wide, ...lines.split('\n')])
  const fields = findFields([page], { courts: [], judges: [], case_types: [], phrases: [] })
  expect(new Set(fields.judges.map(({ value }) => value))).toEqual(new Set(['ނިޔާޒު ޝަކީލު', 'މުނީރު ޤާސިމް']))
})
