import type { Random } from '#db/seed/random.ts'
import { courts, type SeedCourt } from '#db/seed/lists.ts'
import { people } from '#db/seed/people.ts'
import { judges } from '#db/seed/reference.ts'
import { islands } from '#test/fixtures/composed/islands.ts'
import { hijriOf, writeDay } from './days.ts'
import type { Order, Style } from './styles.ts'

/** Values of the slots of a style, and what is to be found. */
type Facts = {
  /** Undefined for a tribunal, which is no court of the list. */
  court: SeedCourt | undefined
  key: string
  otherKey: string
  date: string
  hijri: string
  slots: Record<string, string>
}

const companies = [
  'ރަންއަލި އިންވެސްޓްމަންޓް ޕްރައިވެޓް ލިމިޓެޑް',
  'ކަނޑުފަޅު ޓްރެވަލްސް ޕްރައިވެޓް ލިމިޓެޑް',
  'އުތުރުމަސް ފިޝަރީޒް ޕްރައިވެޓް ލިމިޓެޑް',
  'ބޭންކް އޮފް އަތޮޅުވެރި ޕީއެލްސީ',
  'މޫދުވިލު ކޮންސްޓްރަކްޝަން ޕްރައިވެޓް ލިމިޓެޑް',
  'ފިނިދިޔަ ބޮޓްލިންގ ކުންފުނި',
]

/** Judges who are in the list but not in the demo library. */
export const otherJudges = [
  'ޢަބްދުއްރަޙްމާން ޢަލީ ޝަރީފު',
  'އަޙްމަދު ޝަރީފު ނާޞިރު',
  'މުޙައްމަދު ޚާލިދު މޫސާ',
  'ޢާއިޝަތު ނަސީމާ ޔޫސުފް',
  'ޒުލައިޚާ ޢަބްދުލްޢަޒީޒު',
  'ފާޠިމަތު ޝާހިދާ އާދަމް',
  'އިބްރާހީމް ޒާހިރު ޢުމަރު',
  'ޙަސަން މަޖީދު ދީދީ',
  'ޔޫނުސް ލަޠީފު މަނިކު',
  'ޢަލީ އަޝްރަފް ނިޒާރު',
]

/** Judges who are in no list. */
const unknownJudges = ['މުނީރާ ސަޢީދު ޝުކޫރު', 'ޝަހީމް ރައޫފު ޤާސިމް', 'ޖަޢުފަރު ރިޟާ ޢުބައިދު', 'ސަލްމާން ފިކުރީ ރަމްޒީ']
const buildings = ['ފެހިވިލާ', 'ހުދުއަސްމާގެ', 'މޫނިމާގެ', 'ރަންވިލާ', 'ނޫރާނީގެ', 'ދިލްބަހާރުގެ', 'ސަންލައިޓުގެ', 'ރީތިގެ', 'ބަހާރުގެ']

const magistrates = courts.filter(({ level }) => level === 'magistrate')

/** The court of an arrangement: any magistrate court, the one with its code, or none of the list. */
function drawCourt({ court }: Style, random: Random) {
  if (court === 'none') return undefined
  return random.pick(court === 'mag' ? magistrates : courts.filter(({ code }) => code === court))
}

export function buildFacts(style: Style, random: Random): Facts {
  const court = drawCourt(style, random)
  const code = style.code === 'MAG' && court ? court.code : style.code
  const magistrate = style.court === 'mag' && court ? court : random.pick(magistrates)
  const year = random.whole(2009, 2023)
  const days = drawDays(year, random)
  const [number, second] = [random.whole(3, 1890), random.whole(3, 1890)]
  const names = people(random, 6)
  const bench = random.some([...Object.values(judges).flat(), ...otherJudges], 3)
  const slots: Record<string, string> = {
    ...Object.fromEntries(names.map((name, index) => [`p${index + 1}`, name])),
    ...Object.fromEntries(bench.map((name, index) => [`j${index + 1}`, name])),
    ...Object.fromEntries(random.some(companies, 2).map((name, index) => [`co${index + 1}`, name])),
    ...writeDays(days, random),
    'N.first': writeNumber(number, code, year, 'first'),
    'N.last': writeNumber(number, code, year, 'last'),
    'N.hyphen': writeNumber(number, code, year, 'hyphens'),
    'N.spaced': writeNumber(number, code, year, 'last').replaceAll('/', ' / '),
    'N.upper': writeNumber(number, code.toUpperCase(), year, 'last'),
    'N2.last': writeNumber(number === second ? second + 1 : second, code, year, 'last'),
    'M.HC': writeNumber(random.whole(3, 400), 'HC-A', year - 1, 'first'),
    'M.Cv': writeNumber(random.whole(3, 1890), 'Cv-C', year - 1, 'last'),
    'M2.Cv': writeNumber(random.whole(3, 1890), 'Cv-C', year - 2, 'last'),
    'M.Cr': writeNumber(random.whole(3, 1890), 'Cr-C', year - 1, 'last'),
    'M.mag': writeNumber(random.whole(3, 200), magistrate.code, year - 1, 'last'),
    'mag.name': magistrate.name,
    'mag.long': `${magistrate.name.replace(/ .*/, '')} ${magistrate.name.split(' ')[1] ?? ''}ގެ ކޯޓު`,
    'mag.island': magistrate.name.replace(/ މެޖިސްޓްރޭޓު ކޯޓު$/, ''),
    k1: random.pick(unknownJudges),
    tri: `${random.whole(10, 300)}/VTR/${year - 1}`,
  }
  return {
    court,
    key: keyOf(number, code, year),
    otherKey: keyOf(number === second ? second + 1 : second, code, year),
    date: days.D,
    hijri: hijriOf(days.D),
    slots,
  }
}

/** The days of a case by the letters of their slots. */
const drawDays = (year: number, random: Random) => ({
  A: random.day(year - 1, year - 1),
  F: `${year}-0${random.whole(1, 4)}-${random.whole(10, 28)}`,
  R: `${year}-0${random.whole(5, 7)}-0${random.whole(1, 9)}`,
  D: random.day(year + 1, year + 1),
  X: random.day(year + 2, year + 2),
})

/** Each day in each of its forms. */
const writeDays = (days: Record<string, string>, random: Random) =>
  Object.fromEntries(
    Object.entries(days).flatMap(([letter, day]) =>
      Object.entries(writeDay(day, random)).map(([form, text]) => [`${letter}.${form}`, text]),
    ),
  )

/** A slot whose value differs at each place: addresses, cards, registers, telephones, islands. */
export function fillOnce(name: string, random: Random): string | undefined {
  const fill: Record<string, () => string> = {
    addr: () =>
      `${random.pick(['ގ', 'ހ', 'މ', 'މއ'])}. ${random.pick(buildings)}، ${random.pick(['މާލެ', random.pick(islands)])}`,
    isl: () => `${random.pick(buildings)}، ${random.pick(islands)}`,
    id: () => `A${random.whole(100_000, 399_999)}`,
    reg: () => `C-${random.whole(100, 999)}/${random.whole(1990, 2015)}`,
    phone: () => `33${random.whole(10_000, 99_999)}`,
  }
  return fill[name]?.()
}

export function writeNumber(serial: number, code: string, year: number, order: Order): string {
  if (order === 'hyphens') return [serial, code.replace('-', '').toUpperCase(), year].join('-')
  return order === 'first' ? `${year}/${code}/${serial}` : `${serial}/${code}/${year}`
}

const keyOf = (serial: number, code: string, year: number) =>
  `${code.replace(/[^A-Za-z\d]/g, '').toLowerCase()}/${year}/${serial}`
