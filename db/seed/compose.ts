import { formatDay } from '#shared/text/format/dates.ts'
import { frame } from './frame.ts'
import type { SeedCase } from './caseRow.ts'
import { courts, islands, manNames, type SeedCourt, womanNames } from './lists.ts'
import { buildDelta } from './markup.ts'
import { people, person } from './people.ts'
import { buildRandom, type Random } from './random.ts'
import { caseStatuses, judges } from './reference.ts'
import type { PassageBank, SeedRelatedCase } from './shapes.ts'

/** Composes case files from hand-written passages; deterministic for a count, and all different. */
export function composeCases(
  banks: readonly PassageBank[],
  { count, written }: { count: number; written: SeedCase[] },
): SeedCase[] {
  const composed: SeedCase[] = []
  for (let index = 0; index < count; index += 1) {
    const bank = banks[index % banks.length]
    if (!bank) throw new Error('there are no passages to compose from: is db/seed/passages empty?')
    composed.push(composeCase(bank, index, [...written, ...composed]))
  }
  return relateBack(composed)
}

type Facts = {
  court: SeedCourt
  number: string
  claimant: string[]
  respondant: string[]
  submitted: string
  registered: string
  closed: string
  bench: string[]
  /** The index of its order in the passage bank. */
  order: number
  cited: SeedCase | undefined
}

function composeCase(bank: PassageBank, index: number, earlier: SeedCase[]): SeedCase {
  const random = buildRandom(7000 + index)
  const facts = buildFacts(bank, index, earlier, random)
  const statuses = [random.pick(ordinaryStatuses)]
  return {
    reference: random.reference(),
    kind: bank.kind,
    case_numbers: [{ number: facts.number, submission_date: facts.submitted, registration_date: facts.registered }],
    court: facts.court.code,
    title: bank.titles[Math.floor(index / 15) % bank.titles.length] ?? '',
    case_types: bank.case_types,
    claimant: facts.claimant,
    respondant: facts.respondant,
    interpleader: [],
    closed_date: facts.closed,
    judges: facts.bench,
    statuses,
    status_details: null,
    outcome: bank.outcomes?.[facts.order],
    keywords: random.some(bank.keywords, 4).join('، '),
    related_cases: facts.cited ? [relationTo(facts.cited, bank)] : [],
    case_content: buildDelta(writeText(bank, facts, random), { footnotes: [], annotations: [] }),
  }
}

const names = caseStatuses.map(({ name }) => name)
const [closed = '', appealed = '', affirmed = '', , varied = '', , withdrawn = ''] = names
const ordinaryStatuses = [closed, closed, closed, closed, varied, withdrawn]

function buildFacts(bank: PassageBank, index: number, earlier: SeedCase[], random: Random): Facts {
  const court = random.pick(courtsOf(bank))
  const year = random.whole(2009, 2024)
  const submitted = random.day(year, year)
  const cited = citedBy(bank, earlier, random)
  const closedYear = Math.max(year, Number(cited?.closed_date.slice(0, 4) ?? 0))
  const parties = bank.woman_claims
    ? [person(random, womanNames), person(random, manNames)]
    : people(random, 2 + random.whole(0, 1))
  return {
    court,
    number: numberOf(court, closedYear, 100 + index),
    claimant: bank.prosecution ? ['ދައުލަތް'] : parties.slice(0, 1),
    respondant: bank.prosecution ? parties.slice(0, random.whole(1, 2)) : parties.slice(1),
    submitted: `${closedYear}${submitted.slice(4)}`,
    registered: addDays(`${closedYear}${submitted.slice(4)}`, random.whole(2, 20)),
    closed: addDays(`${closedYear}${submitted.slice(4)}`, random.whole(60, 330)),
    bench: random.some(judges[court.level], court.level === 'supreme' || court.level === 'high' ? 3 : 1),
    order: random.pick([...bank.order.keys()]),
    cited,
  }
}

const courtsOf = (bank: PassageBank) =>
  courts.filter((court) => bank.courts.includes(court.level === 'magistrate' ? 'magistrate' : court.code))

/** The Supreme Court and the High Court write the year first, the others the serial. */
const numberOf = (court: SeedCourt, year: number, serial: number) =>
  court.level === 'supreme' || court.level === 'high'
    ? `${year}/${court.code}-A/${serial}`
    : `${serial}/${court.code}/${year}`

/** An appeal cites a case of a lower court, a review one of the High Court; the others cite a case of their own kind. */
function citedBy(bank: PassageBank, earlier: SeedCase[], random: Random) {
  const wanted: Record<string, (one: SeedCase) => boolean> = {
    appeal: (one) => !['HC', 'SC'].includes(one.court) && one.kind !== 'appeal',
    review: (one) => one.court === 'HC' && one.kind === 'appeal',
  }
  const candidates = earlier.filter(wanted[bank.kind] ?? ((one) => one.kind === bank.kind))
  const always = bank.kind in wanted
  return candidates.length > 0 && (always || random.chance(0.5)) ? random.pick(candidates) : undefined
}

const relationNames: Record<string, string> = { appeal: 'އިސްތިއުނާފުކުރެވުނު މައްސަލަ', review: 'ރިވިއު' }

const relationTo = (cited: SeedCase, bank: PassageBank): SeedRelatedCase => ({
  type: relationNames[bank.kind] ?? 'ޙަވާލާދީފައިވާ މައްސަލަ',
  number: mainNumber(cited),
  status: cited.statuses[0] ?? closed,
  description: null,
})

const mainNumber = (one: SeedCase) => one.case_numbers[0]?.number ?? ''

/** Adds the reverse relations: appealed case to appeal, and some similar or joined cases. */
function relateBack(cases: SeedCase[]): SeedCase[] {
  cases.forEach((one, index) => {
    const cited = one.related_cases[0]
    const other = cases.find((candidate) => cited && mainNumber(candidate) === cited.number)
    if (other && one.kind === 'appeal') {
      other.statuses = [appealed, one.outcome ?? affirmed]
      other.status_details = `<p>${formatDay(one.closed_date, 'dv')} ގައި ނިމުނު <bdi dir="ltr">${mainNumber(one)}</bdi> ވަނަ އިސްތިއުނާފު މައްސަލައިގައި ނިންމާފައިވާ ގޮތެވެ.</p>`
      other.related_cases.push({ type: 'އިސްތިއުނާފު', number: mainNumber(one), status: closed, description: null })
    }
    const twin = cases
      .slice(index + 1)
      .find((candidate) => candidate.kind === one.kind && candidate.court === one.court)
    if (twin && index % 9 === 0) {
      const type = index % 18 === 0 ? 'އެއްކޮށްފައިވާ މައްސަލަ' : 'އެއްގޮތް މައްސަލަ'
      one.related_cases.push({ type, number: mainNumber(twin), status: twin.statuses[0] ?? closed, description: null })
    }
  })
  return cases
}

function writeText(bank: PassageBank, facts: Facts, random: Random) {
  const fill = slotsOf(bank, facts, random)
  const story = facts.order % (bank.stories ?? 1)
  const some = (passages: readonly string[], count: number) =>
    random.some(
      passages.filter((_, index) => index % (bank.stories ?? 1) === story),
      count,
    )
  const reasons = some(bank.reasoning, 4)
  const numbered = [...some(bank.facts, 3), ...reasons].map((text, index) => `${index + 1}. ${fill(text)}`)
  const body = [
    '## ދަޢުވާގެ ޚުލާޞާ',
    ...some(bank.claim, 1).map(fill),
    '## ދަޢުވާލިބޭ ފަރާތުގެ ޖަވާބު',
    ...some(bank.defence, 1).map(fill),
    '## މައްސަލައިގެ ވާޤިޢާތައް',
    ...numbered.slice(0, -reasons.length),
    '## ކޯޓަށް ފެންނަގޮތް',
    ...numbered.slice(-reasons.length),
    '## ޙުކުމް',
    fill(bank.order[facts.order] ?? ''),
  ]
  return frame({ ...facts, type: bank.case_types[0] ?? '' }, body.join('\n'))
}

const addresses = ['ފެހިވިލާ', 'ހުދުއަސްމާގެ', 'މޫނިމާގެ', 'ރަންވިލާ', 'ނޫރާނީގެ', 'ދިލްބަހާރުގެ', 'ސަންލައިޓުގެ', 'ރީތިގެ']

/** The values of the `{…}` placeholders of a passage for this case. */
function slotsOf(bank: PassageBank, facts: Facts, random: Random) {
  const amount = random.whole(4, 900) * 500
  const day = formatDay(random.day(2006, Number(facts.submitted.slice(0, 4)) - 1), 'dv')
  const values: Record<string, string> = {
    claimant: facts.claimant[0] ?? '',
    respondant: facts.respondant[0] ?? '',
    date: day,
    date2: formatDay(facts.submitted, 'dv'),
    amount: `en(MVR ${amount.toLocaleString('en', { minimumFractionDigits: 2 })})`,
    island: random.pick(islands),
    address: random.pick(addresses),
    months: String(random.whole(2, 18)),
    years: String(random.whole(2, 9)),
    number: facts.cited ? mainNumber(facts.cited) : written[bank.kind === 'theft' ? 1 : 0],
    court: facts.court.name,
  }
  return (passage: string) => passage.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)
}

/** Two complete judgments, cited by passages when the case cites no other. */
const written = ['2013/HC-A/80', '2019/SC-A/32'] as const

function addDays(day: string, days: number) {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}
