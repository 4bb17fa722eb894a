import { limits } from '#shared/limits.ts'
import type { RepairCode } from './repairs.ts'
import { snapToLetter } from '#shared/text/language/tokenizer.ts'
import type { Leaf, QueryRepair } from './tree.ts'

/** The diagnostics of one parse: repairs made to the query, and counters that limit its size. */
export type RepairLog = {
  repairs: QueryRepair[]
  report: (code: RepairCode, at: string) => void
  /** False when the query has too many terms. */
  countTerm: (leaf: Leaf) => boolean
  countWildcard: (at: string) => boolean
  /** The ways to write a case number that fit into the limit of the query; the typed one always. */
  countForms: (forms: string[][]) => string[][]
}

/** Creates an empty repair log. Each repair is reported once, however often it occurs. */
export function createRepairLog(): RepairLog {
  const repairs = new Map<string, QueryRepair>()
  let [terms, wildcards, written] = [0, 0, 0]
  const report = (code: RepairCode, at: string) => {
    const key = reportedPerPosition.has(code) ? `${code} ${at}` : code
    if (!repairs.has(key) && repairs.size < maxRepairs)
      repairs.set(key, { code, at: at.slice(0, snapToLetter(at, maxTextLength)) })
  }
  return {
    get repairs() {
      return [...repairs.values()]
    },
    report,
    countTerm: ({ kind }) => {
      terms += kind === 'word' ? 1 : 2
      const fits = terms <= limits.search.max_terms
      if (!fits) report('too-many-words', '')
      return fits
    },
    countWildcard: (at) => {
      wildcards += 1
      const fits = wildcards <= limits.search.max_stars
      if (!fits) report('stars-too-many', at)
      return fits
    },
    countForms: (forms) => {
      written += forms.length
      return written <= limits.search.max_number_forms ? forms : forms.slice(0, 1)
    },
  }
}

/** Codes reported once for each `at`, because `at` names the text to change. */
const reportedPerPosition: ReadonlySet<RepairCode> = new Set([
  'date-unreadable',
  'filter-unknown',
  'filter-negated',
  'operator-read',
  'operator-word',
])
const maxRepairs = 8
const maxTextLength = 60
