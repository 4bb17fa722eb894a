import type { Page } from '#server/analysis/types.ts'
import { findCaseType, findKeywords, findTitle } from './about.ts'
import { findCourt, findHeading, isOfHeading } from './court.ts'
import { findDecisionDay } from './days.ts'
import { type Judgment, readJudgment } from './document.ts'
import { type Evident, evident } from './evident.ts'
import { findJudges } from './judges.ts'
import { findNumbers, type PlacedNumber, toEvident } from './numbers.ts'
import { findParties } from './parties.ts'
import type { FieldLists } from './lists.ts'

/** The fields of a judgment with the evidence for each value, from which its confidence is derived. */
export function readFields(pages: readonly Page[], lists: FieldLists) {
  const judgment = readJudgment(pages)
  const heading = findHeading(judgment, lists)
  const { own, related } = findNumbers(judgment, lists, isOfHeading(heading, lists))
  const [main] = own
  const parties = findParties(judgment)
  const names = [...parties.claimant, ...parties.respondant].map(({ value }) => value)
  return {
    judgement_number: main ? toEvident(main) : null,
    case_numbers: own.map(toEvident),
    court: findCourt(judgment, main, heading, lists),
    judges: findJudges(judgment, lists, names),
    ...parties,
    ...findDecisionDay(judgment),
    title: findTitle(judgment),
    case_type: findCaseType(judgment, main, lists),
    keywords: findKeywords(judgment, lists),
    related_case_numbers: related.map(toEvident),
    content_start_page: findStartPage(judgment, main),
  }
}

/** The first page with the number of the judgment, or with a label of a party. */
function findStartPage(judgment: Judgment, main: PlacedNumber | undefined): Evident<number> | null {
  const party = judgment.labels.find(({ kind }) => kind === 'claimant' || kind === 'respondant')
  const places = [main, party].flatMap((place) => place ?? [])
  const first = places.toSorted((one, other) => one.line.page - other.line.page)[0]
  return first ? evident(first.line.page, first, places.length > 1 ? 'number and party' : 'one') : null
}
