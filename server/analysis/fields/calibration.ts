/**
 * The probability that a value is right, by its field and the evidence for it, as measured on the seen half of the
 * judgments of `bench/analysis/fields` (`npm run bench -- fields --calibrate` prints it). Evidence without an example
 * there has an estimate.
 */
const table: Record<string, Record<string, number>> = {
  case_numbers: { alone: 0.95, header: 0.9, labelled: 0.997, text: 0.6 },
  case_type: { court: 0.6, labelled: 0.933 },
  claimant: { below: 0.9, labelled: 0.996, prose: 0.7, sentence: 0.967, versus: 0.95 },
  content_start_page: { 'number and party': 0.996, one: 0.975 },
  court: { both: 0.997, code: 0.9, 'code against heading': 0.75, heading: 0.85 },
  date: { alone: 0.911, 'alone, nearly': 0.8, labelled: 0.996, 'labelled, nearly': 0.956, other: 0.4, 'other, nearly': 0.3, sentence: 0.95, 'sentence, nearly': 0.85 },
  hijri_date: { alone: 0.85, 'alone, nearly': 0.8, labelled: 0.987, 'labelled, nearly': 0.933, other: 0.5, 'other, nearly': 0.4, sentence: 0.85, 'sentence, nearly': 0.8 },
  judgement_number: { alone: 0.95, header: 0.9, labelled: 0.996, text: 0.6 },
  judges: { 'bare, listed': 0.992, 'bare, listed nearly': 0.933, closing: 0.7, 'closing, listed': 0.95, 'closing, listed nearly': 0.85, labelled: 0.724, 'labelled, listed': 0.996, 'labelled, listed nearly': 0.956, titled: 0.7, 'titled, listed': 0.989, 'titled, listed nearly': 0.92 },
  keywords: { dictionary: 0.6 },
  related_case_numbers: { alone: 0.95, header: 0.6, labelled: 0.9, text: 0.996 },
  respondant: { below: 0.9, labelled: 0.98, prose: 0.7, sentence: 0.967, versus: 0.95 },
  title: { labelled: 0.6, line: 0.95 },
} // prettier-ignore

const unknown = 0.5

export const calibrated = (field: string, evidence: string): number => table[field]?.[evidence] ?? unknown
