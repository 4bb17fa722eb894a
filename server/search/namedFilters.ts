import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { foldText } from '#shared/text/fold.ts'
import type { ParsedQuery, QueryRepair } from '#shared/text/query/tree.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { words } from '#shared/text/words.ts'
import type { CaseQuery } from './index.ts'

/** Filters that a query gives by name, where the names are kept, and what they become. */
const lists = [
  { name: 'court', table: 'courts', field: 'courts', unknown: 'court-unknown', more: sql`code, name_en` },
  { name: 'judge', table: 'judges', field: 'judges', unknown: 'judge-unknown', more: sql`null as code, '' as name_en` },
  {
    name: 'type',
    table: 'case_types',
    field: 'case_types',
    unknown: 'type-unknown',
    more: sql`null as code, '' as name_en`,
  },
] as const

type Filtered = { query: CaseQuery; repairs: QueryRepair[] }

/**
 * The filters inside the words of a query, beside those that were chosen: both must hold. A name that nobody has is
 * told, and nothing is found: what was not asked for never is.
 */
export async function applyNamedFilters(db: Db, query: CaseQuery, { filters }: ParsedQuery): Promise<Filtered> {
  const filtered: Filtered = { query: { ...query, ...daysOf(query, filters) }, repairs: [] }
  if (filters.party) filtered.query.parties = filters.party
  for (const { name, table, field, unknown, more } of lists) {
    const values = filters[name]
    if (!values) continue
    const { rows } = await sql<Named>`select id, name, ${more} from ${sql.table(table)}`.execute(db)
    const found = values.map((value) => idsOf(rows, value))
    for (const [index, value] of values.entries())
      if (found[index]?.length === 0) filtered.repairs.push({ code: unknown, at: value })
    restrict(filtered.query, field, new Set(found.flat()))
  }
  return filtered
}

function restrict(query: CaseQuery, field: 'courts' | 'judges' | 'case_types', ids: Set<number>) {
  const chosen = query[field]
  const both = chosen?.length ? chosen.filter((id) => ids.has(id)) : [...ids]
  if (both.length === 0) query.impossible = true
  else query[field] = both
}

type Named = { id: number; name: string; code: string | null; name_en: string }

/** Whose whole name or code it is, else in whose name it stands. */
function idsOf(rows: readonly Named[], value: string): number[] {
  const plain = plainOf(value)
  if (plain === '') return []
  const whole = rows.filter(({ name, code, name_en }) =>
    [name, code ?? '', name_en].some((one) => plainOf(one) === plain),
  )
  const some = whole.length > 0 ? whole : rows.filter((row) => holdsName(row, value))
  return some.map(({ id }) => id)
}

function holdsName({ name, name_en }: Named, value: string) {
  const plain = plainOf(value)
  if (plainOf(name).includes(plain) || plainOf(name_en).includes(plain)) return true
  return (
    holdsWords(name, value, spellingKey) || (/^[^\u0780-\u07bf]*$/.test(value) && holdsWords(name, value, latinKey))
  )
}

/** Every word, in any spelling; in Latin letters, as it sounds. */
function holdsWords(name: string, value: string, keyOf: (word: string) => string) {
  const keys = (text: string) => words(text).map(({ word }) => keyOf(word))
  const own = new Set(keys(name))
  return keys(value).every((key) => own.has(key))
}

const plainOf = (text: string) => foldText(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Two ranges of days: what lies in both. */
function daysOf({ closed_from, closed_to }: CaseQuery, { from, to }: ParsedQuery['filters']) {
  const starts = [closed_from, from].filter((day) => day !== undefined).sort()
  const ends = [closed_to, to].filter((day) => day !== undefined).sort()
  const [first, last] = [starts.at(-1), ends[0]]
  return {
    ...(first !== undefined && { closed_from: first }),
    ...(last !== undefined && { closed_to: last }),
    ...(first !== undefined && last !== undefined && first > last && { impossible: true as const }),
  }
}
