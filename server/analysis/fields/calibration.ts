/**
 * The probability that a value is right, by its field and the evidence for it, as measured on all sets of judgments of
 * `bench/analysis/fields` that the rules have read (`npm run bench -- fields --calibrate` prints it). Evidence with less than
 * one arrangement of examples there has an estimate; what the tagger learned is counted in arrangements of an author whom it had not
 * learned from.
 */
const table: Record<string, Record<string, number>> = {
  case_numbers: { alone: 0.997, header: 0.9, labelled: 0.999, text: 0.997 },
  case_type: { court: 0.6, labelled: 0.998, line: 0.953 },
  claimant: { below: 0.98, labelled: 0.994, learned: 0.55, opposite: 0.981, prose: 0.95, sentence: 0.946, versus: 0.981 },
  content_start_page: { 'number and party': 0.999, one: 0.998 },
  court: { closing: 0.85, both: 0.999, code: 0.967, 'code against heading': 0.95, heading: 0.75 },
  date: { alone: 0.996, 'alone, nearly': 0.933, labelled: 0.997, 'labelled, nearly': 0.978, other: 0.749, 'other, nearly': 0.3, sentence: 0.998, 'sentence, nearly': 0.938 },
  hijri_date: { alone: 0.978, 'alone, nearly': 0.927, labelled: 0.996, 'labelled, nearly': 0.958, other: 0.5, 'other, nearly': 0.4, sentence: 0.974, 'sentence, nearly': 0.911 },
  judgement_number: { alone: 0.997, header: 0.9, labelled: 0.999, text: 0.997 },
  judges: { 'bare, listed': 0.994, 'bare, listed nearly': 0.956, closing: 0.947, 'closing, listed': 0.996, 'closing, listed nearly': 0.927, labelled: 0.883, 'labelled, listed': 0.999, 'labelled, listed nearly': 0.995, learned: 0.8, 'learned, listed': 0.95, 'learned, listed nearly': 0.9, sentence: 0.975, 'sentence, listed': 0.989, 'sentence, listed nearly': 0.933, titled: 0.947, 'titled, listed': 0.999, 'titled, listed nearly': 0.992 },
  keywords: { dictionary: 0.6 },
  related_case_numbers: { alone: 0.96, header: 0.6, labelled: 0.911, text: 0.999 },
  respondant: { below: 0.98, labelled: 0.993, learned: 0.55, opposite: 0.988, prose: 0.7, sentence: 0.957, versus: 0.986 },
  title: { labelled: 0.95, line: 0.963 },
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
