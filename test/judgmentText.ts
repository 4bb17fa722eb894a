import { findFields } from '#server/analysis/fields/findFields.ts'
import { buildPage } from './analysisPages.ts'

/** A line of the text of a judgment, as wide as the page. */
export const wide = 'ދެ ފަރާތުން ދެއްކި ވާހަކަތަކާއި ހުށަހެޅި ލިޔުންތަކަށް ބަލައި މި ކޯޓުން މި މައްސަލައިގައި ފާހަގަކުރި ކަންތައްތައް'

const fieldsOf = (text: string) =>
  findFields([buildPage(1, text.split('\n'))], { courts: [], judges: [], case_types: [], phrases: [] })

/** The names of both sides of a page, the claimants first. */
export function partiesIn(text: string): string[][] {
  const { claimant, respondant } = fieldsOf(text)
  return [claimant, respondant].map((side) => side.map(({ value }) => value))
}

/** The parties of a judgment of the civil court with these lines in its head, between its number and its day. */
export const partiesInHead = (lines: string, number = 'ޤަޟިއްޔާ ނަންބަރު: 1124/Cv-C/2019\n') =>
  partiesIn(`ސިވިލް ކޯޓު\n${number}${lines}\nނިމުނު ތާރީޚު: 3 މޭ 2020\n${wide}\n${wide}`)

/** One claimant and one respondent, as most of these lines name them. */
export const both = [['އަޙްމަދު ޢަލީ'], ['މޫސާ ޙަސަން']]

export const judgesIn = (text: string): string[] => fieldsOf(text).judges.map(({ value }) => value)
