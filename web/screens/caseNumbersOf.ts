import type { Row } from '#shared/calls/crud.ts'

/** The numbers of a case as its list shows them, in one text. */
export function caseNumbersOf({ case_numbers_text: text }: Row): string {
  return typeof text === 'string' ? text : ''
}
