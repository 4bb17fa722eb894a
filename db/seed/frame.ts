import { formatDay } from '#shared/text/format/dates.ts'
import type { SeedCourt } from './lists.ts'

type Frame = {
  court: SeedCourt
  number: string
  /** A name of `reference.ts` case_types. */
  type: string
  claimant: readonly string[]
  respondant: readonly string[]
  /** YYYY-MM-DD, as the other two days. */
  submitted: string
  registered: string
  closed: string
  bench: readonly string[]
}

/** Puts the head of a judgment before its text and the date and the judges behind it, in the markup of `markup.ts`. */
export const frame = (facts: Frame, text: string): string =>
  [
    '> ar(بسم الله الرحمن الرحيم)',
    `> **${facts.court.name}**`,
    '# ޤަޟިއްޔާ ނިމުނުގޮތުގެ ޚުލާޞާ',
    `| ޤަޟިއްޔާ ނަންބަރު | en(${facts.number}) |`,
    `| މައްސަލައިގެ ބާވަތް | ${facts.type} |`,
    `| ދަޢުވާކުރާ ފަރާތް | ${facts.claimant.join('، ')} |`,
    `| ދަޢުވާލިބޭ ފަރާތް | ${facts.respondant.join('، ')} |`,
    `| ހުށަހެޅުނު ތާރީޚު | ${formatDay(facts.submitted, 'dv')} |`,
    `| ރަޖިސްޓަރީކުރެވުނު ތާރީޚު | ${formatDay(facts.registered, 'dv')} |`,
    `| ނިމުނު ތާރީޚު | ${formatDay(facts.closed, 'dv')} |`,
    text,
    `> ${formatDay(facts.closed, 'dv')}`,
    ...facts.bench.map((judge) => `> **${judge}**`),
  ].join('\n')
