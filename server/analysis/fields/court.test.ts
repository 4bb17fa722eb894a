import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { courts } from '#db/seed/lists.ts'
import { findFields } from './findFields.ts'

const lists = {
  courts: courts.map(({ name, name_en, code }, index) => ({ id: index + 1, name, name_en, code })),
  judges: [],
  case_types: [],
  phrases: [],
}

const courtOf = (...lines: string[]) => findFields([buildPage(1, lines)], lists).court?.value
const magistrate = (place: string) => `${place} މެޖިސްޓްރޭޓު ކޯޓު`

test('a court of one of two islands with the same name is the one whose atoll or city stands in the heading', () => {
  for (const place of ['ށ. ފޭދޫ', 'ސ. ފޭދޫ', 'ވ. ތިނަދޫ', 'ގދ. ތިނަދޫ', 'އދ. ދިއްދޫ', 'ސ. މީދޫ'])
    expect(courtOf(magistrate(place))).toBe(magistrate(place))
  expect(courtOf(magistrate('އައްޑޫ ސިޓީ ފޭދޫ'))).toBe(magistrate('ސ. ފޭދޫ'))
  expect(courtOf('އައްޑޫ ސިޓީ', magistrate('މީދޫ'))).toBe(magistrate('ސ. މީދޫ'))
  expect(courtOf(magistrate('ހިތަދޫ'), 'އައްޑޫ ސިޓީ، ދިވެހިރާއްޖެ')).toBe(magistrate('ސ. ހިތަދޫ'))
  expect(courtOf(magistrate('ގާފު ދާލު އަތޮޅު ތިނަދޫ'))).toBe(magistrate('ގދ. ތިނަދޫ'))
  expect(courtOf('S. Feydhoo Magistrate Court')).toBe(magistrate('ސ. ފޭދޫ'))
})

test('a court of one of two islands with the same name is not guessed without its atoll, but follows from the number', () => {
  for (const island of ['ފޭދޫ', 'ތިނަދޫ', 'މީދޫ', 'ގުރައިދޫ', 'ދިއްދޫ'])
    expect(courtOf(magistrate(island), 'ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ')).toBeUndefined()
  expect(courtOf(magistrate('ފޭދޫ'), 'މައްސަލަ ނަންބަރު: 12/S4C/2020')).toBe(magistrate('ސ. ފޭދޫ'))
})

test('a court of the only island of a name needs no atoll', () => {
  expect(courtOf(magistrate('ކުޅުދުއްފުށީ'))).toBe(magistrate('ހދ. ކުޅުދުއްފުށީ'))
  expect(courtOf('ސިވިލް ކޯޓު')).toBe('ސިވިލް ކޯޓު')
  expect(courtOf(magistrate('ހުޅުމާލެ'))).toBe(magistrate('ހުޅުމާލެ'))
})

const body = 'ދެ ފަރާތުން ދެއްކި ވާހަކަތަކާއި ހުށަހެޅި ލިޔުންތަކަށް ބަލައި މި މައްސަލައިގައި ފާހަގަކުރި ކަންތައްތައް'
const before = ['ޙުކުމް', 'މައްސަލަ ނަންބަރު: 12', 'ދަޢުވާކުރާ ފަރާތް: އަޙްމަދު ޢަލީ', 'ދަޢުވާލިބޭ ފަރާތް: މޫސާ ޙަސަން', ...Array.from({ length: 8 }, () => body)] // prettier-ignore

test.each([
  ['ޤާޟީ އަޙްމަދު ޝަކީލް، ފެމިލީ ކޯޓު'],
  ['އަޙްމަދު ޝަކީލް\nފެމިލީ ކޯޓުގެ ޤާޟީ'],
  ['ޤާޟީ އަޙްމަދު ޝަކީލް\nފެމިލީ ކޯޓު\n3 މޭ 2020'],
  ['މި ޙުކުމް ކުރީ ފެމިލީ ކޯޓުގެ ޤާޟީ އަޙްމަދު ޝަކީލް އެވެ.'],
  ['ފެމިލީ ކޯޓު، މާލެ\n3 މޭ 2020\nޤާޟީ: އަޙްމަދު ޝަކީލް'],
])('a court that neither the heading nor a number names stands in the closing block: %s', (lines) => {
  expect(courtOf(...before, ...lines.split('\n'))).toBe('ފެމިލީ ކޯޓު')
})

test('a court whose case is cited in the text is not that of the closing block', () => {
  expect(courtOf(...before, 'ދަށު ކޯޓުގެ ގޮތުގައި ފެމިލީ ކޯޓުން ނިންމި ނިންމުމަކީ ޞައްޙަ ނިންމުމެއްކަމަށް ފެނެއެވެ.', body)).toBeUndefined() // prettier-ignore
})

test.each([
  ['ވަޒީފާއާބެހޭ ޓްރައިބިއުނަލް\nއަމުރު\nސިވިލް ކޯޓުގެ ޤަޟިއްޔާއާ ގުޅޭ މައްސަލަ'],
  ['ޓެކްސް އެޕީލް ޓްރައިބިއުނަލް، މާލެ\nމި ނިންމުން އިސްތިއުނާފުކުރާނީ ހައިކޯޓުގައެވެ.'],
  ['ވަޒީފާއާބެހޭ ޓްރައިބިއުނަލް\nޙުކުމް\nސިވިލް ކޯޓު ހިންގާ އިމާރާތް'],
])('a head that names a tribunal first is of no court: %s', (lines) => {
  expect(courtOf(...lines.split('\n'), ...before.slice(2), 'ހައިކޯޓު', '3 މޭ 2020')).toBeUndefined()
})

test.each([
  ['ދަށު ކޯޓު: ސިވިލް ކޯޓު\nދިވެހިރާއްޖޭގެ ހައިކޯޓު'],
  ['ސިވިލް ކޯޓުން ނިންމި މައްސަލައެއް އިސްތިއުނާފުކުރުން\nދިވެހިރާއްޖޭގެ ހައިކޯޓު'],
  ['ދިވެހިރާއްޖޭގެ ހައިކޯޓު\nވަޒީފާއާބެހޭ ޓްރައިބިއުނަލްގެ މައްސަލައެއް'],
])('a court from which a case comes is not that of the heading: %s', (lines) => {
  expect(courtOf(...lines.split('\n'), ...before)).toBe('ދިވެހިރާއްޖޭގެ ހައިކޯޓު')
})
