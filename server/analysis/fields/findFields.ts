import type { Fields, Page } from '../types.ts'

/** The lists of the library that values are matched to. `phrases` are those of the dictionary, for keywords. */
export type FieldLists = {
  courts: readonly { id: number; name: string; name_en: string; code: string }[]
  judges: readonly { id: number; name: string }[]
  case_types: readonly { id: number; name: string }[]
  phrases: readonly string[]
}

/**
 * Finds the fields of a judgment in its text. The values of court, judges and case type are the names of the lists when
 * they match one; a judge who is not in the list has the name of the text.
 */
export function findFields(_pages: readonly Page[], _lists: FieldLists): Fields {
  return {
    judgement_number: null,
    case_numbers: [],
    court: null,
    judges: [],
    claimant: [],
    respondant: [],
    date: null,
    hijri_date: null,
    title: null,
    case_type: null,
    keywords: [],
    related_case_numbers: [],
    content_start_page: null,
  }
}
