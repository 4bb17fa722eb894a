import { buildRandom, type Random } from '#db/seed/random.ts'
import { courts } from '#db/seed/lists.ts'
import { passageBanks } from '#test/fixtures/composed/passageBanks.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { buildFacts, fillOnce, writeNumber } from './facts.ts'
import { writeDay } from './days.ts'
import { readStyles, type SetName, type Style } from './styles.ts'
import { readDemoJudgments } from './demoJudgments.ts'
import { type Judgment, paginate } from './source.ts'

const copies = {
  seen: 2,
  tuning: 2,
  read: 2,
  rules: 2,
  training: 2,
  unseen: 3,
  later: 2,
  held_out: 2,
  fourth_odd: 2,
  fourth_even: 2,
  forms: 2,
  more_forms: 2,
  fifth_odd: 2,
  fifth_even: 2,
  sixth_odd: 2,
  sixth_even: 2,
  seventh_odd: 2,
  seventh_even: 2,
  eighth_odd: 2,
  eighth_even: 2,
}
const seeds = {
  seen: 10_000,
  tuning: 30_000,
  read: 40_000,
  rules: 60_000,
  training: 70_000,
  unseen: 20_000,
  later: 50_000,
  held_out: 80_000,
  fourth_odd: 90_000,
  fourth_even: 100_000,
  forms: 110_000,
  more_forms: 120_000,
  fifth_odd: 140_000,
  fifth_even: 150_000,
  sixth_odd: 160_000,
  sixth_even: 170_000,
  seventh_odd: 180_000,
  seventh_even: 190_000,
  eighth_odd: 200_000,
  eighth_even: 210_000,
}

/** How the value of a field is written in the text. */
type WriteValue = (field: string, value: string) => string

/** The judgments of a set, each style several times with other facts; the seen half has those of the demo library too. */
export function buildJudgments(set: SetName, writeValue: WriteValue = (_field, value) => value): Judgment[] {
  const composed = readStyles(set).flatMap((style, index) =>
    Array.from({ length: copies[set] }, (_, copy) =>
      compose(style, { copy, random: buildRandom(seeds[set] + index * 10 + copy), writeValue }),
    ),
  )
  return set === 'seen' ? [...composed, ...readDemoJudgments()] : composed
}

function compose(
  style: Style,
  { copy, random, writeValue }: { copy: number; random: Random; writeValue: WriteValue },
): Judgment {
  const facts = buildFacts(style, random)
  const cited: string[] = []
  const lines = style.lines.flatMap((line) => {
    if (!line.startsWith('@body')) return [line]
    return writeBody(Number(line.slice(6)), random, cited)
  })
  const filled = lines.map((line) =>
    line.replace(/\{([\w.]+)\}/g, (slot, name: string) => facts.slots[name] ?? fillOnce(name, random) ?? slot),
  )
  const marks = filled.flatMap((line) =>
    [...line.matchAll(/\[\[(\w+):(.*?)\]\]/g)].map(([, field = '', value = '']) => ({ field, value })),
  )
  const valuesOf = (field: string) => marks.filter((mark) => mark.field === field).map(({ value }) => value)
  const pages = paginate(
    filled.map((line) =>
      line.replace(/\[\[(\w+):(.*?)\]\]/g, (_all, field: string, value: string) => writeValue(field, value)),
    ),
  )
  return {
    name: `${style.name} ${copy + 1}`,
    pages,
    truth: {
      own: [facts.key, ...(valuesOf('num2').length > 0 ? [facts.otherKey] : [])],
      related: [...new Set([...valuesOf('rel'), ...cited].flatMap((number) => caseNumberKey(number) ?? []))],
      court: facts.court?.name,
      date: facts.date,
      hijri: valuesOf('hijri').length > 0 ? facts.hijri : undefined,
      claimant: valuesOf('cl'),
      respondant: valuesOf('re'),
      judges: valuesOf('judge'),
      title: valuesOf('title')[0],
      case_type: valuesOf('type')[0],
      start_page: hasCover(style.lines) ? 2 : 1,
    },
  }
}

/** Whether the number of the case stands after the first page. */
function hasCover(lines: readonly string[]) {
  const end = lines.indexOf('@page')
  return end >= 0 && lines.findIndex((line) => line.includes('[[num:')) > end
}

/** Paragraphs of hand-written passages, with days, persons, courts and case numbers of their own. */
function writeBody(count: number, random: Random, cited: string[]): string[] {
  const bank = random.pick(passageBanks)
  const paragraphs = random.some([bank.claim, bank.defence, bank.facts, bank.reasoning].flat(), count)
  return paragraphs.map((paragraph, index) => {
    const text = paragraph.replace(/\{(\w+)\}/g, (slot, name: string) => fillPassage(name, random, cited) ?? slot)
    return `${index + 1}. ${text}`.replace(/\[\[|\]\]|\*\*|(?:en|ar)\(([^)]*)\)/g, '$1')
  })
}

function fillPassage(name: string, random: Random, cited: string[]): string | undefined {
  const fill: Record<string, () => string> = {
    claimant: () => '{p1}',
    respondant: () => '{p2}',
    date: () => writeDay(random.day(2001, 2024), random)['long'] ?? '',
    date2: () => writeDay(random.day(2001, 2024), random)['long'] ?? '',
    amount: () => `MVR ${random.whole(4, 900)},000.00`,
    island: () => '{isl}',
    address: () => '{addr}',
    months: () => String(random.whole(2, 18)),
    years: () => String(random.whole(2, 9)),
    court: () => random.pick(courts).name,
    number: () => {
      const number = writeNumber(
        random.whole(3, 1890),
        random.pick(['Cv-C', 'Cr-C', 'Fm-C']),
        random.whole(2005, 2020),
        'last',
      )
      cited.push(number)
      return number
    },
  }
  return fill[name]?.()
}
