import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Language } from '#shared/messages.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { stripFinalVowel } from '#shared/text/language/stripFinalVowel.ts'
import type { Kept } from './serverResource.ts'

type Condition = RawBuilder<boolean>

/**
 * What a row must be; the same without a condition that an index could serve; and the words that stand in its `list_text`
 * by it.
 */
export type Sought = {
  conditions: readonly RawBuilder<unknown>[]
  looked: readonly RawBuilder<unknown>[]
  inListText: readonly string[]
}

/**
 * The rows in which every word stands in some column of the list. What a row shows of itself is kept folded in
 * `list_text`; what it shows of other rows is looked up by their names first, so that a word that no other row's name
 * holds is left to the index of `list_text` alone.
 */
export async function wordsConditions(db: Db, resource: Resource, text: string): Promise<Sought> {
  const words = wordsOf(text)
  const elsewhere = await findNamed(db, resource, [...lookupsOf(resource).values()], words)
  const beside = words.map((word, place) => [...(elsewhere[place] ?? []), ...fieldsSaying(resource, word)])
  const inEach = (own: (resource: Resource, word: string) => Condition) =>
    words.map((word, place) => sql`(${sql.join([own(resource, word), ...(beside[place] ?? [])], sql` or `)})`)
  return {
    conditions: inEach(inListText),
    looked: inEach(lookedInListText),
    inListText: words.filter((_, place) => (beside[place] ?? []).length === 0),
  }
}

const listText = (resource: Resource) => sql.ref(`${table(resource)}.list_text`)

/** A word stands in what a row shows of itself. */
export const inListText = (resource: Resource, word: string): Condition =>
  sql`${listText(resource)} like ${pattern(word)}`

export const lookedInListText = (resource: Resource, word: string): Condition =>
  sql`strpos(${listText(resource)}, fold_text(${stripFinalVowel(word)})) > 0`

/** The fields of the list that say this word of what they hold, in either language. */
const fieldsSaying = (resource: Resource, word: string): Condition[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    isSaid(field) && field.list !== undefined && field.permission === undefined
      ? says(resource, [name, field], word)
      : [],
  )

/** What is shown in words that are not kept: a switch, and a number that its levels name. */
type Said = FieldOf<'switch' | 'number'>
export const isSaid = (field: Field): field is Said =>
  !field.computed && (field.kind === 'switch' || (field.kind === 'number' && field.levels !== undefined))

const languages: readonly Language[] = ['dv', 'en']

/** What such a field holds when it says this word. */
export function says(resource: Resource, [name, field]: [string, Said], word: string): Condition[] {
  const wanted = foldText(stripFinalVowel(word))
  const holdsWord = (text: string) => foldText(text).includes(wanted)
  const column = sql.ref(`${table(resource)}.${name}`)
  if (field.kind === 'number') return levelsSaying(field, column, holdsWord)
  const isSaying = (isOn: boolean) => languages.some((one) => holdsWord(switchLabel(field, isOn, one)))
  return [true, false].filter(isSaying).map((isOn) => sql`${column} = ${isOn}`)
}

/** Each level from its number up to that of the one above it. */
const levelsSaying = (
  { levels = [] }: FieldOf<'number'>,
  column: RawBuilder<unknown>,
  holdsWord: (text: string) => boolean,
): Condition[] =>
  levels.flatMap(({ from, label }, place) => {
    if (!languages.some((one) => holdsWord(label[one]))) return []
    const above = levels[place - 1]
    return above ? sql`(${column} >= ${from} and ${column} < ${above.from})` : sql`${column} >= ${from}`
  })

/** The same as one condition. */
export async function wordsCondition(db: Db, resource: Resource, text: string): Promise<RawBuilder<unknown>> {
  const { conditions } = await wordsConditions(db, resource, text)
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/**
 * Rows of a division with these words, as one index finds them: by the pieces of the words in their division of the list.
 * None where no word is as long as a piece.
 */
export function piecesConditions(
  { resource, divided }: Kept,
  filters: Record<string, unknown>,
  words: readonly string[],
) {
  const division = divided && filters[divided.filter]
  if (!divided || typeof division !== 'number') return []
  const column = sql.ref(`${table(resource)}.${divided.column}`)
  const wanted = words
    .map(stripFinalVowel)
    .filter((word) => Array.from(foldText(word)).length >= pieceLetters)
    .map((word) => sql`list_ngrams(${column}, ${listText(resource)}) @> query_ngrams(${division}, fold_text(${word}))`)
  return wanted.length === 0 ? [] : [roomForBitmap, ...wanted]
}

const pieceLetters = 5

/** A bitmap that grows out of its memory forgets which rows it means, and the pieces of all rows beside them are made anew. */
const roomForBitmap = sql`(select set_config('work_mem', '64MB', true)) is not null`

/**
 * Whether a text holds a word. Folding it takes longer than all else, and is not needed where the word stands as it was
 * typed: plain letters, none of which a neighbour outside of the word could change, are folded each by itself.
 */
export const holds = (text: RawBuilder<unknown>, word: string) =>
  isPlain(stripFinalVowel(word))
    ? sql`(strpos(${text}, ${stripFinalVowel(word)}) > 0 or fold_text(${text}) like ${pattern(word)})`
    : sql`fold_text(${text}) like ${pattern(word)}`

const isPlain = (word: string) =>
  /^(?![\u07a6-\u07b0])[ -~\u0780-\u07b1]+$/u.test(word) && !/[\u07a6-\u07b0]{2}/u.test(word)

export const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Folded by the database's own function, so that a word and the rows it is looked for in are folded alike. */
const pattern = (word: string) => sql`'%' || fold_text(${escape(word)}) || '%'`

/** A word stands for itself: nothing in it is a wildcard. */
const escape = (word: string) => stripFinalVowel(word).replace(/[\\%_]/g, '\\$&')

type Lookup = { from: string; column: string; table?: string }

/** The columns of the list that show names of other rows; one that shows types in words stands for the field that chooses them. */
export function lookupsOf({ fields }: Resource): Map<string, Lookup> {
  const lookups = Object.entries(fields).flatMap(([name, field]): [string, Lookup][] => {
    const shownAs = [name, `${name}_text`].find((one) => fields[one]?.list !== undefined)
    if (shownAs === undefined) return []
    if (field.kind === 'select') return [[shownAs, { from: field.from, column: `${name}_id` }]]
    if (field.kind !== 'multiselect') return []
    return [[shownAs, { from: field.from, column: foreignKey(resourceByName(field.from)), table: field.table }]]
  })
  return new Map(lookups)
}

type Named = { word: number; lookup: number; ids: number[] }

/** For each word the conditions of the lookups that know a name with it, all found at once. */
export async function findNamed(
  db: Db,
  resource: Resource,
  lookups: readonly Lookup[],
  words: readonly string[],
): Promise<Condition[][]> {
  if (lookups.length === 0 || words.length === 0) return words.map(() => [])
  const inEach = lookups.map(
    ({ from }, place) => sql`
      select wanted.word, ${place}::integer as lookup, array_agg(named.id) as ids
        from wanted
        join ${sql.table(table(resourceByName(from)))} as named
          on named.list_text like wanted.pattern and fold_text(named.name) like wanted.pattern
       group by wanted.word`,
  )
  const { rows } = await sql<Named>`
    with wanted as materialized (
      select place - 1 as word, '%' || fold_text(text) || '%' as pattern
        from unnest(${words.map(escape)}::text[]) with ordinality as given (text, place))
    ${sql.join(inEach, sql` union all `)}`.execute(db)
  return words.map((_, word) =>
    lookups.flatMap((lookup, place) => {
      const found = rows.find((row) => row.word === word && row.lookup === place)
      return found ? [chosenAmong(resource, lookup, found.ids)] : []
    }),
  )
}

function chosenAmong(resource: Resource, lookup: Lookup, ids: readonly number[]): Condition {
  if (!lookup.table) return sql`${sql.ref(`${table(resource)}.${lookup.column}`)} = any(${ids})`
  return sql`exists (
    select from ${sql.table(lookup.table)}
     where ${sql.ref(`${lookup.table}.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)}
       and ${sql.ref(`${lookup.table}.${lookup.column}`)} = any(${ids}))`
}
