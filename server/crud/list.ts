import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import type { DayRange } from '#shared/text/dayRange.ts'
import { columnsOf, mayRead, shownText } from './columns.ts'
import type { Kept } from './kept.ts'
import { findNamed, lookupsOf, pattern, wordsCondition, wordsOf } from './words.ts'

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
 * The rows of a list: all of them while they are few and no page was asked for, else a page (`ovf` where it is not all).
 * Never more than the fields that the list shows. The count is exact up to `limits.search.exact_count`.
 */
export async function listRows(
  db: Db,
  kept: Kept,
  query: ListQuery,
  abilities: readonly string[],
): Promise<ListAnswer> {
  const where = await conditionsOf(db, kept, query, abilities)
  const order = orderOf(kept, query, abilities)
  const { atOnce, size, page } = pagingOf(query)
  const { count, countIsExact, ids } = await countRows(db, kept, where)
  const ovf = count > atOnce
  const pages = ovf ? Math.ceil(count / size) : 1
  if (page > pages)
    throw new Refusal('page-past-end', {
      values: { pages },
      fields: { Page: [{ code: 'too-big', values: { maximum: pages } }] },
      more: { pages },
    })

  // What was found is not looked for again.
  const found = ids ? sql`${sql.ref(`${table(kept.resource)}.id`)} = any(${ids}) and ${stands(kept)}` : where
  const data =
    count > 0 ? await readPage(db, kept, { where: found, order, size: ovf ? size : atOnce, page }, abilities) : []
  return { data, ovf, count, countIsExact, page, pages }
}

/** Whoever asks for a page or says how long one is gets a page; whoever asks for neither gets a short list whole. */
function pagingOf({ Page, PageSize }: ListQuery) {
  const size = PageSize ?? limits.list.page_size
  const isPage = Page !== undefined || PageSize !== undefined
  return { atOnce: isPage ? size : limits.list.whole, size, page: Page ?? 1 }
}

/** Whether a row is in the list as it is narrowed and searched. */
export async function isListed(db: Db, kept: Kept, id: number, query: ListQuery, abilities: readonly string[]) {
  const where = await conditionsOf(db, kept, query, abilities)
  // What the list refuses to be sorted by is refused here too.
  orderOf(kept, query, abilities)
  const name = table(kept.resource)
  const { rows } =
    await sql`select from ${sql.table(name)} where ${where} and ${sql.ref(`${name}.id`)} = ${id}`.execute(db)
  return rows.length > 0
}

async function conditionsOf(db: Db, kept: Kept, query: ListQuery, abilities: readonly string[]) {
  const { resource } = kept
  const conditions: RawBuilder<unknown>[] = [
    stands(kept),
    ...filterConditions(kept, query.filters),
    ...(await columnConditions(db, kept, query.Columns ?? {}, abilities)),
    await wordsCondition(db, resource, query.SearchQuery ?? ''),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

/** A row that was deleted is kept for its history only. */
const stands = ({ resource }: Kept) =>
  resource.keepsDeleted ? sql`${sql.ref(`${table(resource)}.deleted_at`)} is null` : sql`true`

function filterConditions({ resource }: Kept, given: Record<string, unknown>) {
  return Object.entries(resource.filters ?? {}).flatMap(([name, { field, kind }]) => {
    const value = given[name]
    if (value === undefined || value === null || value === '') return []
    const column = sql.ref(`${table(resource)}.${resource.fields[field]?.kind === 'select' ? `${field}_id` : field}`)
    return kind === 'range' ? rangeConditions(column, value) : [sql`${column} = ${value}`]
  })
}

/** Both days are in it, the last one until its end. */
function rangeConditions(column: RawBuilder<unknown>, { from, to }: DayRange) {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${column} < ${to}::date + 1`]),
  ]
}

/** What a column of the list must hold. A column that this person may not read is not there. */
async function columnConditions(db: Db, kept: Kept, given: Record<string, string>, abilities: readonly string[]) {
  const conditions = Object.entries(given).map(([name, text]) => {
    const field = listed(kept, name, abilities)
    if (!field) throw noColumn(`Columns.${name}`)
    return columnCondition(db, kept, { name, field, words: wordsOf(text) })
  })
  return (await Promise.all(conditions)).flat()
}

type InColumn = { name: string; field: Field; words: readonly string[] }

async function columnCondition(db: Db, kept: Kept, { name, field, words }: InColumn) {
  const lookup = lookupsOf(kept.resource).get(name)
  if (lookup) {
    const named = await findNamed(db, kept.resource, [lookup], words)
    return words.map((_, place) => named[place]?.[0] ?? sql`false`)
  }
  // What a row shows of itself is in `list_text`, which has an index, before it is in the column.
  const indexed = isInListText(kept, name, field)
  return words.flatMap((word) => [
    ...(indexed ? [sql`${sql.ref(`${table(kept.resource)}.list_text`)} like ${pattern(word)}`] : []),
    sql`fold_text(${shownText(kept, name)}) like ${pattern(word)}`,
  ])
}

const ownText: ReadonlySet<Kind> = new Set(['text', 'email', 'date', 'moment', 'number', 'choice'])

const isInListText = ({ listed = [] }: Kept, name: string, field: Field) =>
  field.computed ? listed.includes(name) : ownText.has(field.kind)

const listed = ({ resource }: Kept, name: string, abilities: readonly string[]): Field | undefined => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return field?.list !== undefined && mayRead(field, abilities) ? field : undefined
}

const noColumn = (field: string) => new Refusal('invalid', { fields: { [field]: [{ code: 'not-a-choice' }] } })

/** Counting stops where it would no longer help anybody. With the ids of all rows while they are few. */
async function countRows(db: Db, { resource }: Kept, where: RawBuilder<unknown>) {
  const most = limits.search.exact_count
  const id = sql.ref(`${table(resource)}.id`)
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    select count(*) as count,
           case when count(*) <= ${limits.list.whole} then coalesce(array_agg(id), '{}') end as ids
      from (select ${id} from ${sql.table(table(resource))} where ${where} limit ${most + 1}) as counted`.execute(db)
  const { count = 0, ids = [] } = rows[0] ?? {}
  return { count: Math.min(count, most), countIsExact: count <= most, ids }
}

/** Every order ends with the id, so that two pages never show one row. */
function orderOf(kept: Kept, { Sort }: ListQuery, abilities: readonly string[]) {
  const { resource } = kept
  const wanted = Sort ?? resource.sorted ?? { by: 'id', descending: true }
  const direction = wanted.descending ? sql`desc nulls last` : sql`asc nulls first`
  const id = sql`${sql.ref(`${table(resource)}.id`)} ${wanted.descending ? sql`desc` : sql`asc`}`
  if (wanted.by === 'id') return id
  if (Sort && !listed(kept, Sort.by, abilities)) throw noColumn('Sort.by')
  return sql`${sortKey(kept, wanted.by)} ${direction}, ${id}`
}

/** Text is sorted by its letters without dots, in which the order of code points is that of the alphabet. */
function sortKey(kept: Kept, name: string): RawBuilder<unknown> {
  const { kind = 'text', sortedBy } = kept.resource.fields[name] ?? {}
  if (sortedBy !== undefined) return sortKey(kept, sortedBy)
  if (['number', 'date', 'moment', 'switch'].includes(kind))
    return kept.computed?.[name] ?? sql.ref(`${table(kept.resource)}.${name}`)
  return sql`fold_text(${shownText(kept, name)})`
}

type Page = { where: RawBuilder<unknown>; order: RawBuilder<unknown>; size: number; page: number }

/** The ids of the page first, then what is shown of them: lookups are made for what is seen only. */
async function readPage(db: Db, kept: Kept, { where, order, size, page }: Page, abilities: readonly string[]) {
  const name = table(kept.resource)
  const { rows } = await sql<Row>`
    with page as materialized (
      select ids.id, row_number() over () as place
        from (
          select ${sql.ref(`${name}.id`)}
            from ${sql.table(name)}
           where ${where}
           order by ${order}
           limit ${size}
          offset ${(page - 1) * size}) as ids)
    select ${rowOf(kept, abilities)}
      from page
      join ${sql.table(name)} on ${sql.ref(`${name}.id`)} = page.id
     order by page.place`.execute(db)
  return rows
}

const rowOf = (kept: Kept, abilities: readonly string[]) => {
  const name = table(kept.resource)
  return sql`${sql.ref(`${name}.id`)}, ${sql.ref(`${name}.version`)}, ${columnsOf(kept, shownInList(kept, abilities))}`
}

/** The columns of the list, and what its rows carry beside them. */
export const shownInList = ({ resource, carried = [] }: Kept, abilities: readonly string[]) =>
  Object.entries(resource.fields)
    .filter(([name, field]) => (field.list !== undefined || carried.includes(name)) && mayRead(field, abilities))
    .map(([name]) => name)
