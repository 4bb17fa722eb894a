import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { joinNameParts } from '#server/search/lexicon/latinScript.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { hasNoConditions } from '#shared/text/query/highlightQuery.ts'
import type { ParsedQuery, QueryRepair } from '#shared/text/query/tree.ts'

/** The words of a name that is kept, and those of a name that is asked for: they are the same when they share a key. */
type Keys = { own: KeysOf; asked: KeysOf }
type KeysOf = (word: string) => readonly string[]

const inAnyForm: Keys = { own: formsOf, asked: formsOf }
/** Names of people are never stemmed. */
const ofPerson: Keys = { own: (word) => [spellingKey(word)], asked: nameFormsOf }
const asWritten: Keys = { own: (word) => [word], asked: (word) => [word] }
const sounding: Keys = { own: (word) => [phoneticKey(word)], asked: (word) => [phoneticKey(word)] }

const nothingMore = sql`null as code, '' as name_en`

/** Filters that a query gives by name, where the names are kept, and what they become. */
export const namedLists = [
  { name: 'court', table: 'courts', field: 'courts', unknown: 'court-unknown', more: sql`code, name_en`, keys: inAnyForm },
  { name: 'judge', table: 'judges', field: 'judges', unknown: 'judge-unknown', more: nothingMore, keys: ofPerson },
  { name: 'type', table: 'case_types', field: 'case_types', unknown: 'type-unknown', more: nothingMore, keys: inAnyForm },
] as const // prettier-ignore

type Filtered = { query: CaseQuery; repairs: QueryRepair[] }

/**
 * The filters inside the words of a query, beside those that were chosen: both must hold. A name that nobody has is
 * told, and nothing is found: what was not asked for never is.
 */
export async function applyNamedFilters(db: Db, query: CaseQuery, parsed: ParsedQuery): Promise<Filtered> {
  const { filters } = parsed
  const filtered: Filtered = { query: { ...query, ...daysOf(query, filters) }, repairs: [] }
  if (hasNoConditions(parsed) && asksByText(query)) filtered.query.impossible = true
  if (filters.party) filtered.query.parties = filters.party
  for (const { name, table, field, unknown, more, keys } of namedLists) {
    const values = filters[name]
    if (!values) continue
    const rows = await readNamed(db, { table, more })
    const found = values.map((value) => [
      ...new Set([value, joinNameParts(value)].flatMap((name) => idsOf(rows, name, keys))),
    ])
    for (const [index, value] of values.entries())
      if (found[index]?.length === 0) filtered.repairs.push({ code: unknown, at: value })
    const ids = [...new Set(found.flat())]
    if (ids.length === 0) filtered.query.impossible = true
    else filtered.query.named = { ...filtered.query.named, [field]: ids }
  }
  return filtered
}

type Source = Pick<(typeof namedLists)[number], 'table' | 'more'>

export async function readNamed(db: Db, { table, more }: Source): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, name, ${more} from ${sql.table(table)}`.execute(db)
  return rows
}

/** By nothing that was chosen beside it. */
const asksByText = (query: CaseQuery) => Object.keys(query).every((name) => name === 'parsed')

export type Named = { id: number; name: string; code: string | null; name_en: string }

/** Whose whole name or code it is, else whose name holds its words, or words that sound so, else of whose name it is a part. */
function idsOf(rows: readonly Named[], value: string, keys: Keys): number[] {
  const plain = plainOf(value)
  if (plain === '') return []
  const calling = [
    ({ name, code, name_en }: Named) => [name, code ?? '', name_en].some((one) => plainOf(one) === plain),
    ({ name, name_en }: Named) => holdsWords(name, value, keys) || holdsWords(name_en, value, asWritten),
    ({ name }: Named) => !isThaana(value) && holdsWords(name, value, sounding),
    ({ name, name_en }: Named) => [name, name_en].some((one) => plainOf(one).includes(plain)),
  ]
  return (
    calling
      .map((isCalled) => rows.filter(isCalled))
      .find((some) => some.length > 0)
      ?.map(({ id }) => id) ?? []
  )
}

/** Whether the words stand side by side in the name of one of them. */
export const isRunOfName = (rows: readonly Named[], run: string, keys: Keys) =>
  rows.some(({ name, name_en }) => holdsRun(name, run, keys) || holdsRun(name_en, run, asWritten))

function holdsRun(name: string, run: string, { own, asked }: Keys) {
  const keys = tokenizeWords(name).map(({ word }) => own(word))
  const wanted = tokenizeWords(run).map(({ word }) => asked(word))
  return keys.some((_, from) => wanted.every((one, at) => one.some((key) => keys[from + at]?.includes(key))))
}

/** Every word that is asked for is one of the name. */
function holdsWords(name: string, value: string, { own, asked }: Keys) {
  const keys = new Set(tokenizeWords(name).flatMap(({ word }) => own(word)))
  return tokenizeWords(value).every(({ word }) => asked(word).some((key) => keys.has(key)))
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
