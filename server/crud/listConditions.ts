import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Field, isSortable, type Kind } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import type { DayRange } from '#shared/text/format/dayRange.ts'
import { canRead, searchedText } from './columns.ts'
import { isNotDeleted } from './find.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import {
  findByName,
  hasLabels,
  labelConditions,
  listTextContains,
  listTextContainsByScan,
  nameLookups,
  ngramConditions,
  searchConditions,
  splitWords,
  type TextCondition,
  textContains,
} from './textSearch.ts'

export type ListQuery = {
  SearchQuery?: string | undefined
  Page?: number | undefined
  PageSize?: number | undefined
  Sort?: { by: string; descending?: boolean | undefined } | undefined
  Columns?: Record<string, string> | undefined
  /** The filters of the resource, by their names. */
  filters: Record<string, unknown>
}

/**
 * The same filter in three forms: exact; using the n-gram index; and for a scan in sort order, when matches are so common
 * that a page fills quickly.
 */
export type ListConditions = {
  exact: RawBuilder<unknown>
  byIndex: RawBuilder<unknown>
  byScan: RawBuilder<unknown>
  /** Whether the query contains words to search for. */
  hasWords: boolean
}

/** Throws for columns, filters and a sort key that the resource lacks or the user may not read. */
export async function listConditions(
  db: Db,
  config: ResourceConfig,
  query: ListQuery,
  abilities: readonly string[],
): Promise<ListConditions> {
  rejectUnknownColumns(config, query, abilities)
  const columns = await columnsConditions(db, config, query.Columns ?? {}, abilities)
  const textConditions = [...columns, await searchConditions(db, config.resource, query.SearchQuery ?? '')]
  const ngrams = ngramConditions(
    config,
    query.filters,
    textConditions.flatMap((one) => one.listTextWords),
  )
  const rowConditions = [isNotDeleted(config), ...filterConditions(config, query.filters)]
  const scanned = textConditions.flatMap((one) => one.byScan)
  const all = allOf([...rowConditions, ...textConditions.flatMap((one) => one.conditions)])
  const byScan = allOf([...rowConditions, ...scanned])
  const hasWords = scanned.length > 0
  if (ngrams.length === 0) return { exact: all, byIndex: all, byScan, hasWords }
  // The planner must not combine the n-gram index with another one or replace it: n-grams computed per row take seconds.
  const partition = filterConditions(config, query.filters, config.partitionFilter?.filter)
  return { exact: all, byIndex: allOf([...ngrams, isNotDeleted(config), ...partition, ...scanned]), byScan, hasWords }
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql`${sql.join(conditions, sql` and `)}`

export const idColumn = ({ resource }: ResourceConfig) => sql.ref(`${table(resource)}.id`)

const isEmptyFilter = (value: unknown) => value === undefined || value === null || value === ''

/** A column or filter of a field that the user may not read is unknown: the rows would show the value. */
function rejectUnknownColumns(
  config: ResourceConfig,
  { Columns = {}, Sort, filters }: ListQuery,
  abilities: readonly string[],
) {
  const { resource } = config
  const hidden = Object.entries(resource.filters ?? {}).flatMap(([name, { field: fieldName }]) => {
    const field = resource.fields[fieldName]
    return field && !isEmptyFilter(filters[name]) && !canRead(field, abilities) ? [name] : []
  })
  const unknown = [
    ...Object.keys(Columns).flatMap((name) => (readableListField(config, name, abilities) ? [] : [`Columns.${name}`])),
    ...(Sort && !isReadableSortKey(config, Sort.by, abilities) ? ['Sort.by'] : []),
    ...hidden,
  ]
  if (unknown.length === 0) return
  throw new ApiError('invalid', {
    fields: Object.fromEntries(unknown.map((field) => [field, [{ code: 'not-a-choice' }]])),
  })
}

/** The filter `scanned` is written so that no index applies to it. */
function filterConditions({ resource }: ResourceConfig, input: Record<string, unknown>, scanned?: string) {
  return Object.entries(resource.filters ?? {}).flatMap(([name, { field, kind }]) => {
    const value = input[name]
    if (isEmptyFilter(value)) return []
    const column = sql.ref(`${table(resource)}.${resource.fields[field]?.kind === 'select' ? `${field}_id` : field}`)
    if (kind === 'range') return rangeConditions(column, value)
    return [sql`${name === scanned ? sql`${column} + 0` : column} = ${value}`]
  })
}

/** Both days are included, the last one until its end. */
function rangeConditions(column: RawBuilder<unknown>, { from, to }: DayRange) {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${column} < ${to}::date + 1`]),
  ]
}

/** The conditions of the column filters. */
async function columnsConditions(
  db: Db,
  config: ResourceConfig,
  input: Record<string, string>,
  abilities: readonly string[],
) {
  const conditions = Object.entries(input).flatMap(([name, text]) => {
    const field = readableListField(config, name, abilities)
    return field ? [columnConditions(db, config, { name, field, words: splitWords(text) })] : []
  })
  return Promise.all(conditions)
}

type ColumnSearch = { name: string; field: Field; words: readonly string[] }

async function columnConditions(
  db: Db,
  config: ResourceConfig,
  { name, field, words }: ColumnSearch,
): Promise<TextCondition> {
  const { resource } = config
  const lookup = nameLookups(resource).get(name)
  if (lookup) {
    const names = await findByName(db, resource, [lookup], words)
    const conditions = words.map((_, index) => names[index]?.[0] ?? sql`false`)
    return { conditions, byScan: conditions, listTextWords: [] }
  }
  if (hasLabels(field)) {
    const labels = words.map(
      (word) => sql`(${sql.join([sql`false`, ...labelConditions(resource, [name, field], word)], sql` or `)})`,
    )
    return { conditions: labels, byScan: labels, listTextWords: [] }
  }
  const inColumn = words.map((word) => textContains(searchedText(config, name), word))
  if (!isInListText(config, name, field)) return { conditions: inColumn, byScan: inColumn, listTextWords: [] }
  // The indexed `list_text` contains the column's own text, so it is matched first.
  return {
    conditions: [...words.map((word) => listTextContains(resource, word)), ...inColumn],
    byScan: [...words.map((word) => listTextContainsByScan(resource, word)), ...inColumn],
    listTextWords: words,
  }
}

const ownText: ReadonlySet<Kind> = new Set(['text', 'email', 'date', 'moment', 'number', 'choice'])

const isInListText = ({ listTextFields = [] }: ResourceConfig, name: string, field: Field) =>
  field.computed ? listTextFields.includes(name) : ownText.has(field.kind)

const readableListField = (
  { resource }: ResourceConfig,
  name: string,
  abilities: readonly string[],
): Field | undefined => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return field?.list !== undefined && canRead(field, abilities) ? field : undefined
}

/** Whether a list can be sorted by a field, or by the id. */
const isReadableSortKey = ({ resource }: ResourceConfig, name: string, abilities: readonly string[]) => {
  if (name === 'id') return true
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return field !== undefined && isSortable(field) && canRead(field, abilities)
}
