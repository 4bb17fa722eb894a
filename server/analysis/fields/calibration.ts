/**
 * The probability that a value is right, by its field and the evidence for it, as measured on the seen half of the
 * judgments of `bench/analysis/fields` (`npm run bench -- fields --calibrate` prints this table).
 */
const table: Record<string, Record<string, number>> = {}

const unknown = 0.5

export const calibrated = (field: string, evidence: string): number => table[field]?.[evidence] ?? unknown
