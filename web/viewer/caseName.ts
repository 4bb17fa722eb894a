import type { CaseDetails } from '#shared/calls/search.ts'

/** What a case is called in a word: its first number, or its title when it has no number. */
export const caseName = ({ case_numbers, title }: Pick<CaseDetails, 'case_numbers' | 'title'>): string =>
  case_numbers[0]?.number ?? title
