/**
 * The probability that a value is right, by its field and the evidence for it, as measured on the sets of judgments of
 * `bench/analysis/fields` that the rules read last, and where these have few examples on all that they have read (`npm run bench --
 * fields --calibrate` prints it). Evidence without examples has an estimate. So has what the
 * tagger learned, from arrangements of authors whom it had not learned from.
 */
const table: Record<string, Record<string, number>> = {
  case_numbers: { alone: 0.998, header: 0.971, labelled: 0.999, text: 0.962 },
  case_type: { court: 0.379, labelled: 0.933, line: 0.962 },
  claimant: { below: 0.991, labelled: 0.933, learned: 0.75, marked: 0.85, opposite: 0.981, prose: 0.911, sentence: 0.574, versus: 0.986 },
  content_start_page: { 'number and party': 0.999, one: 0.999 },
  court: { both: 0.999, closing: 0.85, code: 0.984, 'code against heading': 0.95, heading: 0.75 },
  date: { alone: 0.886, 'alone, nearly': 0.938, labelled: 0.973, 'labelled, nearly': 0.984, other: 0.815, 'other, nearly': 0.3, sentence: 0.981, 'sentence, nearly': 0.94 },
  hijri_date: { alone: 0.978, 'alone, nearly': 0.927, labelled: 0.999, 'labelled, nearly': 0.966, other: 0.5, 'other, nearly': 0.4, sentence: 0.982, 'sentence, nearly': 0.933 },
  judgement_number: { alone: 0.998, header: 0.971, labelled: 0.999, text: 0.962 },
  judges: { 'bare, listed': 0.996, 'bare, listed nearly': 0.959, closing: 0.974, 'closing, listed': 0.998, 'closing, listed nearly': 0.939, labelled: 0.978, 'labelled, listed': 0.987, 'labelled, listed nearly': 0.979, learned: 0.6, 'learned, listed': 0.98, 'learned, listed nearly': 0.95, sentence: 0.975, 'sentence, listed': 0.99, 'sentence, listed nearly': 0.938, titled: 0.761, 'titled, listed': 0.899, 'titled, listed nearly': 0.993 },
  keywords: { dictionary: 0.6 },
  related_case_numbers: { alone: 0.807, header: 0.6, labelled: 0.929, text: 0.983 },
  respondant: { below: 0.989, labelled: 0.944, learned: 0.6, marked: 0.85, opposite: 0.989, prose: 0.7, sentence: 0.745, versus: 0.989 },
  title: { labelled: 0.88, line: 0.972 },
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
