/**
 * The probability that a value is right, by its field and the evidence for it, as measured on the seen, the tuning and the
 * read set of the judgments of `bench/analysis/fields` (`npm run bench -- fields --calibrate` prints it). Evidence with less than one
 * arrangement of examples there has an estimate.
 */
const table: Record<string, Record<string, number>> = {
  case_numbers: { alone: 0.967, header: 0.9, labelled: 0.998, text: 0.6 },
  case_type: { court: 0.6, labelled: 0.955 },
  claimant: { below: 0.95, labelled: 0.994, prose: 0.95, sentence: 0.987, versus: 0.971 },
  content_start_page: { 'number and party': 0.998, one: 0.989 },
  court: { both: 0.998, code: 0.9, 'code against heading': 0.75, heading: 0.85 },
  date: { alone: 0.98, 'alone, nearly': 0.911, labelled: 0.998, 'labelled, nearly': 0.975, other: 0.72, 'other, nearly': 0.3, sentence: 0.978, 'sentence, nearly': 0.836 },
  hijri_date: { alone: 0.95, 'alone, nearly': 0.8, labelled: 0.989, 'labelled, nearly': 0.938, other: 0.5, 'other, nearly': 0.4, sentence: 0.85, 'sentence, nearly': 0.8 },
  judgement_number: { alone: 0.967, header: 0.9, labelled: 0.998, text: 0.6 },
  judges: { 'bare, listed': 0.992, 'bare, listed nearly': 0.953, closing: 0.7, 'closing, listed': 0.975, 'closing, listed nearly': 0.85, labelled: 0.821, 'labelled, listed': 0.998, 'labelled, listed nearly': 0.968, sentence: 0.967, titled: 0.7, 'titled, listed': 0.997, 'titled, listed nearly': 0.953 },
  keywords: { dictionary: 0.6 },
  related_case_numbers: { alone: 0.95, header: 0.6, labelled: 0.9, text: 0.998 },
  respondant: { below: 0.95, labelled: 0.99, prose: 0.7, sentence: 0.974, versus: 0.977 },
  title: { labelled: 0.6, line: 0.967 },
} // prettier-ignore

const unknown = 0.5

/**
 * How often a value is right although its words are not, because its form leaves out what was misread: a stray quotation
 * mark, or a space before a vowel sign.
 */
const repaired = 0.14

/** The confidence of a value. `reading`: the probability that its words are read right. */
export const calibrated = (field: string, evidence: string, reading: number): number =>
  (table[field]?.[evidence] ?? unknown) * (reading + (1 - reading) * repaired)
