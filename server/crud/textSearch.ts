import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Language } from '#shared/messages.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { stripFinalVowel } from '#shared/text/language/stripFinalVowel.ts'
import type { ResourceConfig } from './resourceConfig.ts'

type Condition = RawBuilder<boolean>

/**
 * `conditions` are exact; `byScan` are the same, written so that no index applies; `listTextWords` are the words that they
 * require in `list_text`.
 */
export type TextCondition = {
  conditions: readonly RawBuilder<unknown>[]
  byScan: readonly RawBuilder<unknown>[]
  listTextWords: readonly string[]
}

/**
 * Matches rows in which some column of the list contains each word. The own text of a row is stored folded in `list_text`;
 * names of other rows are looked up first, so that a word in no such name uses the index of `list_text` alone.
 */
export async function searchConditions(db: Db, resource: Resource, text: string): Promise<TextCondition> {
  const words = splitWords(text)
  const nameConditions = await findByName(db, resource, [...nameLookups(resource).values()], words)
  const otherConditions = words.map((word, index) => [
    ...(nameConditions[index] ?? []),
    ...labelConditionsOfList(resource, word),
  ])
  const inEach = (own: (resource: Resource, word: string) => Condition) =>
    words.map((word, index) => sql`(${sql.join([own(resource, word), ...(otherConditions[index] ?? [])], sql` or `)})`)
  return {
    conditions: inEach(listTextContains),
    byScan: inEach(listTextContainsByScan),
    listTextWords: words.filter((_, index) => (otherConditions[index] ?? []).length === 0),
  }
}

const listText = (resource: Resource) => sql.ref(`${table(resource)}.list_text`)

/** Whether the text that a row shows of its own fields contains a word. */
export const listTextContains = (resource: Resource, word: string): Condition =>
  sql`${listText(resource)} like ${likePattern(word)}`

export const listTextContainsByScan = (resource: Resource, word: string): Condition =>
  sql`strpos(${listText(resource)}, fold_text(${stripFinalVowel(word)})) > 0`

/** The conditions of all fields of the list whose labels contain a word, in either language. */
const labelConditionsOfList = (resource: Resource, word: string): Condition[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    hasLabels(field) && field.list !== undefined && field.permission === undefined
      ? labelConditions(resource, [name, field], word)
      : [],
  )

/** A field whose value is shown by a label that is not stored: a switch, a number with levels, or a name of a palette. */
type LabeledField = FieldOf<'switch' | 'number' | 'text'>
export const hasLabels = (field: Field): field is LabeledField => {
  if (field.computed) return false
  if (field.kind === 'number') return field.levels !== undefined
  return field.kind === 'switch' || (field.kind === 'text' && paletteOf(field.input) !== undefined)
}

const languages: readonly Language[] = ['dv', 'en']

/** The values of a field whose labels contain a word. */
export function labelConditions(resource: Resource, [name, field]: [string, LabeledField], word: string): Condition[] {
  const folded = foldText(stripFinalVowel(word))
  const containsWord = (text: string) => foldText(text).includes(folded)
  const column = sql.ref(`${table(resource)}.${name}`)
  if (field.kind === 'number') return levelConditions(field, column, containsWord)
  if (field.kind === 'text')
    return Object.entries(paletteOf(field.input) ?? {})
      .filter(([, label]) => languages.some((one) => containsWord(label[one])))
      .map(([value]) => sql`${column} = ${value}`)
  const hasWord = (isOn: boolean) => languages.some((one) => containsWord(switchLabel(field, isOn, one)))
  return [true, false].filter(hasWord).map((isOn) => sql`${column} = ${isOn}`)
}

/** A level reaches from its number up to the number of the level above it. */
const levelConditions = (
  { levels = [] }: FieldOf<'number'>,
  column: RawBuilder<unknown>,
  containsWord: (text: string) => boolean,
): Condition[] =>
  levels.flatMap(({ from, label }, index) => {
    if (!languages.some((one) => containsWord(label[one]))) return []
    const above = levels[index - 1]
    return above ? sql`(${column} >= ${from} and ${column} < ${above.from})` : sql`${column} >= ${from}`
  })

export async function searchCondition(db: Db, resource: Resource, text: string): Promise<RawBuilder<unknown>> {
  const { conditions } = await searchConditions(db, resource, text)
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/**
 * The conditions by which the n-gram index finds rows of one partition with these words. Empty when every word is shorter
 * than an n-gram.
 */
export function ngramConditions(
  { resource, partitionFilter }: ResourceConfig,
  filters: Record<string, unknown>,
  words: readonly string[],
) {
  const partition = partitionFilter && filters[partitionFilter.filter]
  if (!partitionFilter || typeof partition !== 'number') return []
  const column = sql.ref(`${table(resource)}.${partitionFilter.column}`)
  const conditions = words
    .map(stripFinalVowel)
    .filter((word) => Array.from(foldText(word)).length >= ngramLength)
    .map((word) => sql`list_ngrams(${column}, ${listText(resource)}) @> query_ngrams(${partition}, fold_text(${word}))`)
  return conditions.length === 0 ? [] : [raiseWorkMem, ...conditions]
}

const ngramLength = 5

/** A bitmap that exceeds work_mem becomes lossy: then the n-grams of whole pages of rows are computed again. */
const raiseWorkMem = sql`(select set_config('work_mem', '64MB', true)) is not null`

/**
 * Whether a text contains a word. Folding the text is the slowest part and is skipped when it contains the word as typed:
 * plain letters fold one by one, independent of the letters next to the word.
 */
export const textContains = (text: RawBuilder<unknown>, word: string) =>
  isPlain(stripFinalVowel(word))
    ? sql`(strpos(${text}, ${stripFinalVowel(word)}) > 0 or fold_text(${text}) like ${likePattern(word)})`
    : sql`fold_text(${text}) like ${likePattern(word)}`

const isPlain = (word: string) =>
  /^(?![\u07a6-\u07b0])[ -~\u0780-\u07b1]+$/u.test(word) && !/[\u07a6-\u07b0]{2}/u.test(word)

export const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** The database folds the pattern, so that the word and the rows are folded by the same function. */
const likePattern = (word: string) => sql`'%' || fold_text(${escapeLike(word)}) || '%'`

/** Escapes the wildcards of LIKE. */
const escapeLike = (word: string) => stripFinalVowel(word).replace(/[\\%_]/g, '\\$&')

type Lookup = { from: string; column: string; table?: string }

/** The columns of the list that show names of other rows. A column `<field>_text` belongs to the multiselect `<field>`. */
export function nameLookups({ fields }: Resource): Map<string, Lookup> {
  const lookups = Object.entries(fields).flatMap(([name, field]): [string, Lookup][] => {
    const column = [name, `${name}_text`].find((one) => fields[one]?.list !== undefined)
    if (column === undefined) return []
    if (field.kind === 'select') return [[column, { from: field.from, column: `${name}_id` }]]
    if (field.kind !== 'multiselect') return []
    return [[column, { from: field.from, column: foreignKey(resourceByName(field.from)), table: field.table }]]
  })
  return new Map(lookups)
}

type NameMatch = { word: number; lookup: number; ids: number[] }

/** For each word, the conditions of the lookups with a name that contains it, found by one query. */
export async function findByName(
  db: Db,
  resource: Resource,
  lookups: readonly Lookup[],
  words: readonly string[],
): Promise<Condition[][]> {
  if (lookups.length === 0 || words.length === 0) return words.map(() => [])
  const inEach = lookups.map(
    ({ from }, index) => sql`
      select wanted.word, ${index}::integer as lookup, array_agg(named.id) as ids
        from wanted
        join ${sql.table(table(resourceByName(from)))} as named
          on named.list_text like wanted.pattern and fold_text(named.name) like wanted.pattern
       group by wanted.word`,
  )
  const { rows } = await sql<NameMatch>`
    with wanted as materialized (
      select ordinality - 1 as word, '%' || fold_text(text) || '%' as pattern
        from unnest(${words.map(escapeLike)}::text[]) with ordinality as given (text, ordinality))
    ${sql.join(inEach, sql` union all `)}`.execute(db)
  return words.map((_, word) =>
    lookups.flatMap((lookup, index) => {
      const found = rows.find((row) => row.word === word && row.lookup === index)
      return found ? [refersToAny(resource, lookup, found.ids)] : []
    }),
  )
}

function refersToAny(resource: Resource, lookup: Lookup, ids: readonly number[]): Condition {
  if (!lookup.table) return sql`${sql.ref(`${table(resource)}.${lookup.column}`)} = any(${ids})`
  return sql`exists (
    select from ${sql.table(lookup.table)}
     where ${sql.ref(`${lookup.table}.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)}
       and ${sql.ref(`${lookup.table}.${lookup.column}`)} = any(${ids}))`
}
