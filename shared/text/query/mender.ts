import { limits } from '../../limits.ts'
import type { RepairCode } from '../../messages.ts'
import { snapToLetter } from '../words.ts'
import type { Leaf, QueryRepair } from './tree.ts'

/** Keeps what had to be mended in a query, and how much of it was read. */
export type Mender = {
  repairs: QueryRepair[]
  mend: (code: RepairCode, at: string) => void
  /** False when it is one too many. */
  countLeaf: (leaf: Leaf) => boolean
  countStar: (at: string) => boolean
}

/** A thing is told once, however often it was mended. */
export function openMender(): Mender {
  const repairs = new Map<string, QueryRepair>()
  let [leaves, stars] = [0, 0]
  const mend = (code: RepairCode, at: string) => {
    const key = tellsEach.has(code) ? `${code} ${at}` : code
    if (!repairs.has(key) && repairs.size < most) repairs.set(key, { code, at: at.slice(0, snapToLetter(at, longest)) })
  }
  return {
    get repairs() {
      return [...repairs.values()]
    },
    mend,
    countLeaf: ({ kind }) => {
      leaves += kind === 'word' ? 1 : 2
      const fits = leaves <= limits.search.max_terms
      if (!fits) mend('too-many-words', '')
      return fits
    },
    countStar: (at) => {
      stars += 1
      const fits = stars <= limits.search.max_stars
      if (!fits) mend('stars-too-many', at)
      return fits
    },
  }
}

/** Told for every place, for the place says what to write instead. */
const tellsEach: ReadonlySet<RepairCode> = new Set([
  'date-unreadable',
  'filter-unknown',
  'filter-negated',
  'operator-read',
  'operator-word',
])
const most = 8
const longest = 60
