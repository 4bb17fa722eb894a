/**
 * The probability that a value is right, by its field and the evidence for it, as measured on the seen, the tuning, the
 * read, the rules and the later set of the judgments of `bench/analysis/fields` (`npm run bench -- fields --calibrate` prints it). Evidence with less than one
 * arrangement of examples there has an estimate.
 */
const table: Record<string, Record<string, number>> = {
  case_numbers: { alone: 0.986, header: 0.9, labelled: 0.999, text: 0.986 },
  case_type: { court: 0.6, labelled: 0.997, line: 0.9 },
  claimant: { below: 0.95, labelled: 0.994, opposite: 0.8, prose: 0.95, sentence: 0.991, versus: 0.989 },
  content_start_page: { 'number and party': 0.999, one: 0.994 },
  court: { closing: 0.85, both: 0.999, code: 0.9, 'code against heading': 0.75, heading: 0.85 },
  date: { alone: 0.99, 'alone, nearly': 0.927, labelled: 0.997, 'labelled, nearly': 0.983, other: 0.5, 'other, nearly': 0.3, sentence: 0.993, 'sentence, nearly': 0.88 },
  hijri_date: { alone: 0.973, 'alone, nearly': 0.8, labelled: 0.992, 'labelled, nearly': 0.95, other: 0.5, 'other, nearly': 0.4, sentence: 0.95, 'sentence, nearly': 0.8 },
  judgement_number: { alone: 0.986, header: 0.9, labelled: 0.999, text: 0.986 },
  judges: { 'bare, listed': 0.993, 'bare, listed nearly': 0.956, closing: 0.947, 'closing, listed': 0.992, 'closing, listed nearly': 0.85, labelled: 0.968, 'labelled, listed': 0.999, 'labelled, listed nearly': 0.981, sentence: 0.974, 'sentence, listed': 0.95, 'sentence, listed nearly': 0.85, titled: 0.967, 'titled, listed': 0.998, 'titled, listed nearly': 0.979 },
  keywords: { dictionary: 0.6 },
  related_case_numbers: { alone: 0.95, header: 0.6, labelled: 0.911, text: 0.999 },
  respondant: { below: 0.95, labelled: 0.994, opposite: 0.8, prose: 0.7, sentence: 0.984, versus: 0.992 },
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
