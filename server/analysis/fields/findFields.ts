import type { Fields, Found, Page } from '../types.ts'
import { findCaseType, findKeywords, findTitle } from './about.ts'
import { calibrated } from './calibration.ts'
import { findCourt } from './court.ts'
import { findDecisionDay } from './days.ts'
import { found, type Judgment, readJudgment } from './document.ts'
import { findJudges } from './judges.ts'
import { findNumbers, type PlacedNumber, toFound } from './numbers.ts'
import { findParties } from './parties.ts'

/** The lists of the library that values are matched to. `phrases` are those of the dictionary, for keywords. */
export type FieldLists = {
  courts: readonly { id: number; name: string; name_en: string; code: string }[]
  judges: readonly { id: number; name: string }[]
  case_types: readonly { id: number; name: string }[]
  phrases: readonly string[]
}

/**
 * Finds the fields of a judgment in its text. The values of court, judges and case type are the names of the lists when
 * they match one; a judge who is not in the list has the name of the text. `confidence` is calibrated: the probability
 * that the value is right.
 */
export function findFields(pages: readonly Page[], lists: FieldLists): Fields {
  const judgment = readJudgment(pages)
  const { own, related } = findNumbers(judgment, lists)
  const [main] = own
  return {
    judgement_number: main ? toFound('case_numbers', main) : null,
    case_numbers: own.map((number) => toFound('case_numbers', number)),
    court: findCourt(judgment, main, lists).found,
    judges: findJudges(judgment, lists),
    ...findParties(judgment),
    ...findDecisionDay(judgment),
    title: findTitle(judgment),
    case_type: findCaseType(judgment, main, lists),
    keywords: findKeywords(judgment, lists),
    related_case_numbers: related.map((number) => toFound('related_case_numbers', number)),
    content_start_page: findStartPage(judgment, main),
  }
}

/** The first page with the number of the judgment, or with a label of a party. */
function findStartPage(judgment: Judgment, main: PlacedNumber | undefined): Found<number> | null {
  const party = judgment.labels.find(({ kind }) => kind === 'claimant' || kind === 'respondant')
  const places = [main, party].flatMap((place) => place ?? [])
  const first = places.toSorted((one, other) => one.line.page - other.line.page)[0]
  if (!first) return null
  const evidence = places.length > 1 ? 'number and party' : 'one'
  return found(first.line.page, first, calibrated('content_start_page', evidence))
}
