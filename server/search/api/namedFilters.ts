import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { englishOfName } from '#server/search/lexicon/glossary.ts'
import { joinNameParts } from '#shared/text/language/script.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { hasNoConditions } from '#shared/text/query/highlightQuery.ts'
import type { ParsedQuery, QueryRepair } from '#shared/text/query/tree.ts'

/** Keys of the words of a stored name, and of a requested name: two words are equal if they share a key. */
type Keys = { stored: KeysOf; requested: KeysOf }
type KeysOf = (word: string) => readonly string[]

const inAnyForm: Keys = { stored: formsOf, requested: formsOf }
/** Names of people are never stemmed. */
const ofPerson: Keys = { stored: (word) => [spellingKey(word)], requested: nameFormsOf }
const asWritten: Keys = { stored: (word) => [word], requested: (word) => [word] }
const phonetic: Keys = { stored: (word) => [phoneticKey(word)], requested: (word) => [phoneticKey(word)] }

const noExtraColumns = sql`null as code, '' as name_en`

/** The filters by name: their tables, and the fields of the query that they become. */
export const namedLists = [
  { name: 'court', table: 'courts', field: 'courts', unknown: 'court-unknown', more: sql`code, name_en`, keys: inAnyForm },
  { name: 'judge', table: 'judges', field: 'judges', unknown: 'judge-unknown', more: noExtraColumns, keys: ofPerson },
  { name: 'type', table: 'case_types', field: 'case_types', unknown: 'type-unknown', more: noExtraColumns, keys: inAnyForm },
] as const // prettier-ignore

type Filtered = { query: CaseQuery; repairs: QueryRepair[] }

/**
 * Applies the filters typed in a query, in addition to the chosen ones. An unknown name is reported as a repair, and
 * nothing matches.
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
  // Only courts have an English name of their own.
  return table === 'case_types' ? rows.map((row) => ({ ...row, name_en: englishOfName(row.name) })) : rows
}

/** Whether the query has no chosen conditions besides the text. */
const asksByText = (query: CaseQuery) => Object.keys(query).every((name) => name === 'parsed')

export type Named = { id: number; name: string; code: string | null; name_en: string }

/** The ids with this complete name or code, else with its words, else with their phonetic keys, else with it as a part of the name. */
function idsOf(rows: readonly Named[], value: string, keys: Keys): number[] {
  const plain = plainOf(value)
  if (plain === '') return []
  const matchers = [
    ({ name, code, name_en }: Named) => [name, code ?? '', name_en].some((one) => plainOf(one) === plain),
    ({ name, name_en }: Named) => containsWords(name, value, keys) || containsWords(name_en, value, asWritten),
    ({ name }: Named) => !isThaana(value) && containsWords(name, value, phonetic),
    ({ name, name_en }: Named) => [name, name_en].some((one) => plainOf(one).includes(plain)),
  ]
  return (
    matchers
      .map((isMatch) => rows.filter(isMatch))
      .find((some) => some.length > 0)
      ?.map(({ id }) => id) ?? []
  )
}

/** Whether the words are adjacent in one of the names. */
export const isRunOfName = (rows: readonly Named[], run: string, keys: Keys) =>
  rows.some(({ name, name_en }) => containsRun(name, run, keys) || containsRun(name_en, run, asWritten))

function containsRun(name: string, run: string, { stored, requested }: Keys) {
  const keys = tokenizeWords(name).map(({ word }) => stored(word))
  const wanted = tokenizeWords(run).map(({ word }) => requested(word))
  return keys.some((_, from) => wanted.every((one, at) => one.some((key) => keys[from + at]?.includes(key))))
}

/** Whether the name contains every requested word. */
function containsWords(name: string, value: string, { stored, requested }: Keys) {
  const keys = new Set(tokenizeWords(name).flatMap(({ word }) => stored(word)))
  return tokenizeWords(value).every(({ word }) => requested(word).some((key) => keys.has(key)))
}

const plainOf = (text: string) => foldText(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** The intersection of the chosen and the typed range of days. */
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
