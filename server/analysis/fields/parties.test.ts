import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { findFields } from './findFields.ts'
import { readFields } from './readFields.ts'

const partiesOf = (...pages: string[]) => {
  const built = pages.map((text, index) => buildPage(index + 1, text.trim().split('\n')))
  const { claimant, respondant } = findFields(built, { courts: [], judges: [], case_types: [], phrases: [] })
  return [claimant, respondant].map((side) => side.map(({ value }) => value))
}

/** What the rules find: the tagger may see parties where a rule takes none. */
const ruledPartiesOf = (text: string) => {
  const { claimant, respondant } = readFields([buildPage(1, text.trim().split('\n'))], {
    courts: [],
    judges: [],
    case_types: [],
    phrases: [],
  })
  return [claimant, respondant].map((side) =>
    side.filter(({ evidence }) => evidence !== 'learned').map(({ value }) => value),
  )
}

/** A line of the full width, next to which the others are not full. */
const wide = 'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން އެދެނީ މި ކޯޓުން ނިންމަވާފައިވާ ގޮތަކަށް ޢަމަލުކުރުމަށެވެ'
const head = 'ސިވިލް ކޯޓު\nޤަޟިއްޔާ ނަންބަރު: 1124/Cv-C/2019'

const claimantsOf = (value: string) =>
  partiesOf(`${head}
ދަޢުވާކުރާ ފަރާތްތައް: ${value}
ދަޢުވާލިބޭ ފަރާތް: އިބްރާހީމް ޝަރީފު
ނިމުނު ތާރީޚު: 3 މޭ 2020`)[0]

test('a numbered list of parties goes on after the card, the addresses and the counsel of each', () => {
  const details = `އައިޑީ ކާޑު ނަންބަރު: A012335
ދާއިމީ އެޑްރެސް: ރަންވިލާ، ހއ. ދިއްދޫ
މިހާރުގެ އެޑްރެސް: މ. ފަތިހު، މާލެ
ފޯނު ނަންބަރު: 7771234
ޤާނޫނީ ވަކީލު:
1- އިބްރާހީމް ޝަރީފު`
  expect(
    partiesOf(`${head}
ދަޢުވާކުރާ ފަރާތްތައް:
1- ނަން: އަޙްމަދު ޢަލީ
${details}
2- ނަން: މޫސާ ޙަސަން
${details}
3- ނަން: ޢާއިޝަތު ނަޒީރާ
${details}
ދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޖަމީލު
${details}
ނިމުނު ތާރީޚު: 3 މޭ 2020
1. މި މައްސަލައަކީ އިބްރާހީމް ޝަރީފު ކުރި ދަޢުވާއެކެވެ.`),
  ).toEqual([['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން', 'ޢާއިޝަތު ނަޒީރާ'], ['ޙުސައިން ޖަމީލު']])
})

test('a list of parties without figures goes on at each name, but not at the name of a counsel', () => {
  expect(
    partiesOf(`ދިވެހިރާއްޖޭގެ ހައިކޯޓު
ޤަޟިއްޔާ ނަންބަރު: 2019/HC-A/12
• އިސްތިއުނާފުކުރި ފަރާތްތައް:
* ނަން: އަޙްމަދު ޢަލީ
އައިޑީ ކާޑު ނަންބަރު: A012335
* ނަން: މޫސާ ޙަސަން
އައިޑީ ކާޑު ނަންބަރު: A012336
ޤާނޫނީ ވަކީލު:
* ނަން: އިބްރާހީމް ޝަރީފު
• އިސްތިއުނާފު ރައްދުވާ ފަރާތް:
ނަން: ޙުސައިން ޖަމީލު
ދާއިމީ އެޑްރެސް: ފިނިވިލާ، ނ. މަނަދޫ
ނަން: އެޗް.ޑީ.ސީ
ރަޖިސްޓްރީ ނަންބަރު: 309/2009-C
• މައްސަލަ ބެލި ފަނޑިޔާރުންގެ މަޖިލިސް:
ފަނޑިޔާރު މުޙައްމަދު ޝުކޫރު`),
  ).toEqual([
    ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން'],
    ['ޙުސައިން ޖަމީލު', 'އެޗް.ޑީ.ސީ'],
  ])
})

test('a list of many parties over several pages is read to its end, and the other side after it', () => {
  const fathers = ['ޢަލީ', 'މޫސާ', 'ޙަސަން', 'ނާޞިރު', 'ޖަމީލު']
  const names = ['އަޙްމަދު', 'އިބްރާހީމް', 'ޢާއިޝަތު', 'މަރިޔަމް', 'ޠާރިޤު', 'ޔޫސުފު'].flatMap((name) =>
    fathers.map((father) => `${name} ${father}`),
  )
  const parties = names.map(
    (name, index) => `${index + 1}- ނަން: ${name}
އައިޑީ ކާޑު ނަންބަރު: A0${12335 + index}
ދާއިމީ އެޑްރެސް: ރަންވިލާ، ހއ. ދިއްދޫ
މިހާރުގެ އެޑްރެސް: މ. ފަތިހު، މާލެ`,
  )
  expect(
    partiesOf(
      `${head}\nދަޢުވާކުރާ ފަރާތްތައް:\n${parties.slice(0, 10).join('\n')}`,
      parties.slice(10, 20).join('\n'),
      `${parties.slice(20).join('\n')}\nދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޝަރީފު\nނިމުނު ތާރީޚު: 3 މޭ 2020`,
    ),
  ).toEqual([names, ['ޙުސައިން ޝަރީފު']])
})

test.each([
  ['ޑރ. އަޙްމަދު ޖަމްޝީދު'],
  ['މ.އ. މުޙައްމަދު'],
  ['މ. އަތޮޅު ކައުންސިލް'],
  ['ށ. ފުނަދޫ ކައުންސިލް'],
  ['އދ. މާމިގިލީ އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް'],
  ['ހއ. ދިއްދޫ ކައުންސިލްގެ އިދާރާ'],
])('a party that begins with an abbreviation is a name, not an address: %s', (name) => {
  const [claimant, respondant] = partiesOf(`${head}
ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ، ރަންވިލާ، ހއ. ދިއްދޫ
ދަޢުވާލިބޭ ފަރާތް: ${name}
ނިމުނު ތާރީޚު: 3 މޭ 2020`)
  expect([claimant, respondant]).toEqual([['އަޙްމަދު ޢަލީ'], [name]])
})

test.each([
  ['އަޙްމަދު ޢަލީ، އަދި މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['(1) އަޙްމަދު ޢަލީ (2) މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['(ހ) އަޙްމަދު ޢަލީ (ށ) މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['١. އަޙްމަދު ޢަލީ ٢. މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['އަޙްމަދު ޢަލީ & މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['“އަޙްމަދު ޢަލީ”', ['އަޙްމަދު ޢަލީ']],
  ['ޢ ަލީ މޫސާ، ޔޫނުސް މޫސާ', ['ޢަލީ މޫސާ', 'ޔޫނުސް މޫސާ']],
  ['އަޙްމަދު ޢަލީ\nދަޢުވާކުރާ ފަރާތް އަޙްމަދު ޢަލީ ގެންގުޅޭ ނުކުތާއަކީ މިއީއެވެ.', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީއާއި މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['އަޙްމަދު ޢަލީ A012345', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީ އަދި އެހެންމީހުން', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީއާއި އެހެން ބައެއް ފަރާތްތައް', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީ އަދި އިތުރު 3 މީހުން', ['އަޙްމަދު ޢަލީ']],
  ['Ahmed Ali and Others', ['Ahmed Ali']],
  ['AHMED RAHIM UDDIN (Passport No: BX0123456)', ['AHMED RAHIM UDDIN']],
  ['Blue Lagoon Resort & Spa Pvt Ltd', ['Blue Lagoon Resort & Spa Pvt Ltd']],
  ['\n(1) އަޙްމަދު ޢަލީ\n(2) މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['\n(ހ) އަޙްމަދު ޢަލީ\n(ށ) މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['\n• އަޙްމަދު ޢަލީ\n• މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
  ['އަޙްމަދު ޢަލީ\nއަދި މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން']],
])('the parties of one line are divided at their marks: %s', (value, names) => {
  expect(claimantsOf(value)).toEqual(names)
})

test.each([
  ['އަޙްމަދު ޢަލީ\nވ.\nމުޙައްމަދު ޙަސަން'],
  ['ދައުލަތް\nv.\nމުޙައްމަދު ޙަސަން', 'ދައުލަތް'],
  ['އަޙްމަދު ޢަލީ (ދަޢުވާކުރާ ފަރާތް)\nމުޙައްމަދު ޙަސަން (ދަޢުވާލިބޭ ފަރާތް)'],
  ['އަޙްމަދު ޢަލީ - ދަޢުވާކުރާ ފަރާތް\nމުޙައްމަދު ޙަސަން - ދަޢުވާލިބޭ ފަރާތް'],
])(
  'parties around a line with the word for against, or before their labels, are found: %s',
  (parties, claimant = 'އަޙްމަދު ޢަލީ') => {
    expect(partiesOf(`${head}\n${parties}\nނިމުނު ތާރީޚު: 3 މޭ 2020`)).toEqual([[claimant], ['މުޙައްމަދު ޙަސަން']])
  },
)

test.each([
  ['ފުރަތަމަ ދަރަޖައިގެ ކޯޓުގައި ', ':\n'],
  ['ފުރަތަމަ ދަރަޖައިގެ ކޯޓުގައި (', ')\n'],
  ['މި މައްސަލައިގެ ', ':\n'],
  ['މި މައްސަލައިގެ (', ')\n'],
  ['އިސްތިއުނާފުކުރި މައްސަލައިގައި - ', ':\n'],
  ['ދެވަނަ ފަރާތް (', ')\n'],
])('words before a label that are no name set apart from it are no party: %s', (before, after) => {
  expect(
    partiesOf(`${head}
${before}ދަޢުވާކުރާ ފަރާތް${after}އަޙްމަދު ޢަލީ
${before}ދަޢުވާލިބޭ ފަރާތް${after}ޙުސައިން ޝަރީފު
ނިމުނު ތާރީޚު: 3 މޭ 2020`),
  ).toEqual([['އަޙްމަދު ޢަލީ'], ['ޙުސައިން ޝަރީފު']])
})

test.each([
  ['އަދި މި މައްސަލައިގައި ދައުލަތުގެ ފަރާތުން ވަކާލާތުކުރެއްވީ އިބްރާހީމް ޙަސަން'],
  ['އަދި އޭނާގެ ފަރާތުން ޙާޟިރުވީ އިބްރާހީމް ޙަސަން'],
  ['އަދި ޙާޟިރުވީ އިބްރާހީމް ޙަސަން'],
  ['އަދި އޭނާގެ ދަރި އިބްރާހީމް ޙަސަން'],
  ['އަދި ވަކާލާތުކުރަނީ އިބްރާހީމް ޙަސަން'],
  ['އަދި ވަކާލާތުކުރި އިބްރާހީމް ޙަސަން'],
  ['އަދި ވަކާލާތުކުރެއްވި އިބްރާހީމް ޙަސަން'],
  ['އަދި ޤާނޫނީ ވަކީލު އިބްރާހީމް ޙަސަން'],
  ['އދ. މާމިގިލީ ރަންމާ'],
])('a line with and after a party that is no name alone is no party: %s', (line) => {
  const [claimant, respondant] = partiesOf(`${head}
ދަޢުވާކުރާ ފަރާތްތައް: އަޙްމަދު ޢަލީ
${line}
ދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޝަރީފު
${wide}`)
  expect([claimant, respondant]).toEqual([['އަޙްމަދު ޢަލީ'], ['ޙުސައިން ޝަރީފު']])
})

test('each line with and that is a name alone goes on with the parties, also a company', () => {
  const [claimant] = partiesOf(`${head}
ދަޢުވާކުރާ ފަރާތްތައް: އަޙްމަދު ޢަލީ
އަދި މޫސާ ޙަސަން
އަދި މާމިގިލީ އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް
ދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޝަރީފު
${wide}`)
  expect(claimant).toEqual(['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން', 'މާމިގިލީ އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް'])
})

test.each([
  ['Studio 54 Maldives Pvt Ltd'],
  ['Channel 13 Pvt. Ltd'],
  ['ގްރޫޕް 4 ސެކިއުރިޓީ ޕްރައިވެޓް ލިމިޓެޑް'],
  ['މޯލްޑިވްސް އައިލެންޑް 2 ކޯޕަރޭޝަން'],
  ['ރަން އެހެން އެސޯސިއޭޓްސް ޕްރައިވެޓް ލިމިޓެޑް'],
])('the name of a company with a number or the word for other is not cut: %s', (name) => {
  expect(claimantsOf(name)).toEqual([name])
})

test.each([
  ['އަޙްމަދު ޢަލީ A012345 އަދި މޫސާ ޙަސަން A054321', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ A012345، މޫސާ ޙަސަން A054321', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން']],
  ['Blue Lagoon Pvt Ltd C0123456', ['Blue Lagoon Pvt Ltd']],
  ['އަޙްމަދު ޢަލީ A 012345', ['އަޙްމަދު ޢަލީ']],
  ['އަޙްމަދު ޢަލީއާއި އެހެން އެސޯސިއޭޓްސް ޕްރައިވެޓް ލިމިޓެޑް', ['އަޙްމަދު ޢަލީ', 'އެހެން އެސޯސިއޭޓްސް ޕްރައިވެޓް ލިމިޓެޑް']],
  ['އަޙްމަދު ޢަލީ އަދި އެހެން މީހުން އަދި ރަން ޕްރައިވެޓް ލިމިޓެޑް', ['އަޙްމަދު ޢަލީ']],
])('a card ends a name but not the parties, and the word for others ends both: %s', (value, names) => {
  expect(claimantsOf(value)).toEqual(names)
})

test.each([
  ['މޫސާ އާއި އިބްރާހީމް ޖަމީލު އަދި މުޙައްމަދު ޙަސަން', ['މޫސާ އާއި އިބްރާހީމް ޖަމީލު', 'މުޙައްމަދު ޙަސަން']],
  ['ފާތިމަތު ޔުމްނާއާއި މޫސާއާއި އިބްރާހީމް ޖަމީލު', ['ފާތިމަތު ޔުމްނާ', 'އިބްރާހީމް ޖަމީލު']],
  ['އެމް އާއި އެން ޓްރޭޑިންގ އަދި މޫސާ ޙަސަން', ['އެމް އާއި އެން ޓްރޭޑިންގ', 'މޫސާ ޙަސަން']],
  ['އެމް އާއި އެން ޓްރޭޑިންގ ޕްރައިވެޓް ލިމިޓެޑް', ['އެމް އާއި އެން ޓްރޭޑިންގ ޕްރައިވެޓް ލިމިޓެޑް']],
  ['Sand and Sea Resort and Spa Pvt Ltd', ['Sand and Sea Resort and Spa Pvt Ltd']],
  ['ސްޕާއާއި ރިސޯޓް ޕްރައިވެޓް ލިމިޓެޑް', ['ސްޕާއާއި ރިސޯޓް ޕްރައިވެޓް ލިމިޓެޑް']],
])('each and divides the names, unless it is next to a single word: %s', (value, names) => {
  expect(claimantsOf(value)).toEqual(names)
})

test.each([
  ['Blue Lagoon Resort & Spa Pvt Ltd', ['Blue Lagoon Resort & Spa Pvt Ltd']],
  ['Ahmed Ali & Sons Pvt Ltd', ['Ahmed Ali & Sons Pvt Ltd']],
  ['Ahmed Ali & Company', ['Ahmed Ali & Company']],
  ['Ahmed Ali & Co. Ltd', ['Ahmed Ali & Co. Ltd']],
  ['Rain & Shine Trading Pvt Ltd', ['Rain & Shine Trading Pvt Ltd']],
  ['Ahmed Ali, Rain & Shine Trading Pvt Ltd', ['Ahmed Ali', 'Rain & Shine Trading Pvt Ltd']],
  ['Ahmed Ali & Blue Lagoon Resort Pvt Ltd', ['Ahmed Ali', 'Blue Lagoon Resort Pvt Ltd']],
  ['Ahmed Ali & Lagoon Pvt Ltd', ['Ahmed Ali', 'Lagoon Pvt Ltd']],
  ['Ahmed Ali & Moosa Hassan', ['Ahmed Ali', 'Moosa Hassan']],
])('the sign & is in the name of a company only next to a word that is no name by itself: %s', (value, names) => {
  expect(claimantsOf(value)).toEqual(names)
})

test.each([
  ['ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ މަނިކު', ['އަޙްމަދު ޢަލީ', 'އަޙްމަދު ޢަލީ މަނިކު']],
  ['ދަޢުވާކުރާ ފަރާތް އަޙްމަދު ޢަލީ މަނިކު', ['އަޙްމަދު ޢަލީ', 'އަޙްމަދު ޢަލީ މަނިކު']],
  ['ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ', ['އަޙްމަދު ޢަލީ']],
  ['ދަޢުވާކުރާ ފަރާތް އަޙްމަދު ޢަލީ ގެންގުޅޭ ނުކުތާއަކީ މިއީއެވެ.', ['އަޙްމަދު ޢަލީ']],
  ['ދަޢުވާކުރާ ފަރާތް ހުށަހެޅި ނުކުތާއަކީ މިއީއެވެ.', ['އަޙްމަދު ޢަލީ']],
  ['ދަޢުވާކުރާ ފަރާތް އަޙްމަދު ޢަލީ ގެންގުޅޭ ނުކުތާއަކީ މިއީއެވެ.\n2. މޫސާ ޙަސަން', ['އަޙްމަދު ޢަލީ']],
])('a second label of a side has a further party, unless it begins a sentence: %s', (line, names) => {
  expect(partiesOf(`${head}\nދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\n${line}\nދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޝަރީފު\n${wide}`)).toEqual([names, ['ޙުސައިން ޝަރީފު']])
})

test.each([
  ['އަޙްމަދު ޢަލީ\nއަދި މޫސާ ޙަސަން', 'މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން'], ['މުޙައްމަދު ޙަސަން']],
  ['އަޙްމަދު ޢަލީ', 'މުޙައްމަދު ޙަސަން\nއަދި މޫސާ ޙަސަން', ['އަޙްމަދު ޢަލީ'], ['މުޙައްމަދު ޙަސަން', 'މޫސާ ޙަސަން']],
  ['އަޙްމަދު ޢަލީ (A012345)\nއަދި މޫސާ ޙަސަން (A012346)', 'މުޙައްމަދު ޙަސަން', ['އަޙްމަދު ޢަލީ', 'މޫސާ ޙަސަން'], ['މުޙައްމަދު ޙަސަން']],
  ['އަޙްމަދު ޢަލީ (A012345)', 'މުޙައްމަދު ޙަސަން، އަދި މޫސާ ޙަސަން', ['އަޙްމަދު ޢަލީ'], ['މުޙައްމަދު ޙަސަން', 'މޫސާ ޙަސަން']],
  ['ހއ. ދިއްދޫ ކައުންސިލްގެ އިދާރާ', 'މުޙައްމަދު ޙަސަން', ['ހއ. ދިއްދޫ ކައުންސިލްގެ އިދާރާ'], ['މުޙައްމަދު ޙަސަން']],
])(
  'the parties around a line with the word for against are in all lines with and: %s, %s',
  (above, below, claimants, respondants) => {
    expect(partiesOf(`${head}\n${above}\nވ.\n${below}\n${wide}`)).toEqual([claimants, respondants])
  },
)

test.each([
  ['އަޙްމަދު ޢަލީ\nރަން މާ\nވ.\nޙުސައިން ޝަރީފު'],
  ['ފުރަތަމަ ޝަރީޢަތް ކުރި ކޯޓު\nވ.\nޙުސައިން ޝަރީފު'],
  ['އަޙްމަދު ޢަލީ\nއަދި މި މައްސަލަ ހުށަހެޅި ބައެއް މީހުން\nވ.\nޙުސައިން ޝަރީފު'],
  ['ދެވަނަ ޝަރުޠު\n(v)\nޙުސައިން ޝަރީފު'],
  ['އަޙްމަދު ޢަލީ\nނ.\nޙުސައިން ޝަރީފު'],
])('a court, a sentence or a mark of a list is no party around a line for against: %s', (lines) => {
  expect(ruledPartiesOf(`${head}\n${lines}\n${wide}`)).toEqual([[], []])
})

test.each([['ދަޢުވާކުރާ ފަރާތް އަޙްމަދު ޢަލީ ގެންގުޅޭ ނުކުތާ'], ['ދަޢުވާކުރާ ފަރާތް ހުށަހެޅި ލިޔުންތައް ބަލާ އެކަން ޔަޤީން']])(
  'a label without a colon after that of the other side has no further party: %s',
  (line) => {
    const both = 'ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ\nދަޢުވާލިބޭ ފަރާތް: ޙުސައިން ޝަރީފު'
    expect(partiesOf(`${head}\n${both}\n${line}\n${wide}`)).toEqual([['އަޙްމަދު ޢަލީ'], ['ޙުސައިން ޝަރީފު']])
  },
)

test('a label without a colon is not the verb of a sentence about both parties', () => {
  const lines = ['ދަޢުވާކުރާ ފަރާތް', 'އަޙްމަދު ޢަލީ', 'ދަޢުވާލިބޭ ފަރާތް', 'ޙުސައިން ޝަރީފު']
  const court = 'ފުރަތަމަ ދަރަޖައިގެ ކޯޓުގައި'
  expect(
    ruledPartiesOf(`${head}\n${court} ${lines[0]}\n${lines[1]}\n${court} ${lines[2]}\n${lines[3]}\n${wide}`),
  ).toEqual([[], []])
})

test('a line without end has no fields, and the others are read', () => {
  const line = 'ޤާޟީ އަޙްމަދު އަލީ '.repeat(2000)
  expect(partiesOf(`${line}\nދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ`)).toEqual([['އަޙްމަދު ޢަލީ'], []])
})
