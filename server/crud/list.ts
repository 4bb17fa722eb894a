import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { pageOutOfRange, ApiError } from '#server/endpoint/apiError.ts'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import type { DayRange } from '#shared/text/format/dayRange.ts'
import { columnsOf, mayRead, shownText } from './columns.ts'
import { alive } from './find.ts'
import type { Kept } from './serverResource.ts'
import {
  findNamed,
  holds,
  inListText,
  isSaid,
  lookedInListText,
  lookupsOf,
  piecesConditions,
  type Sought,
  says,
  wordsConditions,
  wordsOf,
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
  const paging = pagingOf(query)
  const found = where.isNarrowed
    ? await findRows(db, kept, { where: where.found, order, paging })
    : await countRows(db, kept, where.all)
  const { count, countIsExact } = found
  const { atOnce, size, page } = paging
  const ovf = count > atOnce
  const pages = ovf ? Math.ceil(count / size) : 1
  if (page > pages) throw pageOutOfRange(pages, { pages })

  const pageIds = pageOf(kept, found, { where, order, paging: { ...paging, size: ovf ? size : atOnce } })
  const data = count > 0 ? await readRows(db, kept, pageIds, abilities) : []
  return { data, ovf, count, countIsExact, page, pages }
}

type Paging = { atOnce: number; size: number; page: number }

/** Whoever asks for a page or says how long one is gets a page; whoever asks for neither gets a short list whole. */
function pagingOf({ Page, PageSize }: ListQuery): Paging {
  const size = PageSize ?? limits.list.page_size
  const isPage = Page !== undefined || PageSize !== undefined
  return { atOnce: isPage ? size : limits.list.unpaged_rows, size, page: Page ?? 1 }
}

/** Whether a row is in the list as it is narrowed and searched. */
export async function isListed(db: Db, kept: Kept, id: number, query: ListQuery, abilities: readonly string[]) {
  const where = await conditionsOf(db, kept, query, abilities)
  // What the list refuses to be sorted by is refused here too.
  orderOf(kept, query, abilities)
  const name = table(kept.resource)
  const { rows } =
    await sql`select from ${sql.table(name)} where ${where.all} and ${sql.ref(`${name}.id`)} = ${id}`.execute(db)
  return rows.length > 0
}

/**
 * Which rows are asked for, said in three ways: as it is; so that they are found by the pieces of their words; and so that
 * words are looked for in the rows of an order, one after the other, because so many hold them that a page is soon full.
 */
type Where = {
  all: RawBuilder<unknown>
  found: RawBuilder<unknown>
  walked: RawBuilder<unknown>
  /** Whether words are looked for at all. */
  isNarrowed: boolean
}

async function conditionsOf(db: Db, kept: Kept, query: ListQuery, abilities: readonly string[]): Promise<Where> {
  const columns = await columnsConditions(db, kept, query.Columns ?? {}, abilities)
  const sought = [...columns, await wordsConditions(db, kept.resource, query.SearchQuery ?? '')]
  const pieces = piecesConditions(
    kept,
    query.filters,
    sought.flatMap((one) => one.inListText),
  )
  const standing = [alive(kept), ...filterConditions(kept, query.filters)]
  const looked = sought.flatMap((one) => one.looked)
  const all = every([...standing, ...sought.flatMap((one) => one.conditions)])
  const walked = every([...standing, ...looked])
  const isNarrowed = looked.length > 0
  if (pieces.length === 0) return { all, found: all, walked, isNarrowed }
  // No other index may be laid beside that one, or be taken instead of it: pieces made row by row take seconds.
  const inDivision = filterConditions(kept, query.filters, kept.divided?.filter)
  return { all, found: every([...pieces, alive(kept), ...inDivision, ...looked]), walked, isNarrowed }
}

const every = (conditions: readonly RawBuilder<unknown>[]) => sql`${sql.join(conditions, sql` and `)}`

const idOf = ({ resource }: Kept) => sql.ref(`${table(resource)}.id`)

/** The one that is `looked` at is asked so that no index serves it. */
function filterConditions({ resource }: Kept, given: Record<string, unknown>, looked?: string) {
  return Object.entries(resource.filters ?? {}).flatMap(([name, { field, kind }]) => {
    const value = given[name]
    if (value === undefined || value === null || value === '') return []
    const column = sql.ref(`${table(resource)}.${resource.fields[field]?.kind === 'select' ? `${field}_id` : field}`)
    if (kind === 'range') return rangeConditions(column, value)
    return [sql`${name === looked ? sql`${column} + 0` : column} = ${value}`]
  })
}

/** Both days are in it, the last one until its end. */
function rangeConditions(column: RawBuilder<unknown>, { from, to }: DayRange) {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${column} < ${to}::date + 1`]),
  ]
}

/** What columns of the list must hold. A column that this person may not read is not there. */
async function columnsConditions(db: Db, kept: Kept, given: Record<string, string>, abilities: readonly string[]) {
  const sought = Object.entries(given).map(([name, text]) => {
    const field = listed(kept, name, abilities)
    if (!field) throw noColumn(`Columns.${name}`)
    return columnConditions(db, kept, { name, field, words: wordsOf(text) })
  })
  return Promise.all(sought)
}

type InColumn = { name: string; field: Field; words: readonly string[] }

async function columnConditions(db: Db, kept: Kept, { name, field, words }: InColumn): Promise<Sought> {
  const { resource } = kept
  const lookup = lookupsOf(resource).get(name)
  if (lookup) {
    const named = await findNamed(db, resource, [lookup], words)
    const conditions = words.map((_, place) => named[place]?.[0] ?? sql`false`)
    return { conditions, looked: conditions, inListText: [] }
  }
  if (isSaid(field)) {
    const said = words.map(
      (word) => sql`(${sql.join([sql`false`, ...says(resource, [name, field], word)], sql` or `)})`,
    )
    return { conditions: said, looked: said, inListText: [] }
  }
  const inColumn = words.map((word) => holds(shownText(kept, name), word))
  if (!isInListText(kept, name, field)) return { conditions: inColumn, looked: inColumn, inListText: [] }
  // What a row shows of itself is in `list_text`, which has an index, before it is in the column.
  return {
    conditions: [...words.map((word) => inListText(resource, word)), ...inColumn],
    looked: [...words.map((word) => lookedInListText(resource, word)), ...inColumn],
    inListText: words,
  }
}

const ownText: ReadonlySet<Kind> = new Set(['text', 'email', 'date', 'moment', 'number', 'choice'])

const isInListText = ({ listed = [] }: Kept, name: string, field: Field) =>
  field.computed ? listed.includes(name) : ownText.has(field.kind)

const listed = ({ resource }: Kept, name: string, abilities: readonly string[]): Field | undefined => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return field?.list !== undefined && mayRead(field, abilities) ? field : undefined
}

const noColumn = (field: string) => new ApiError('invalid', { fields: { [field]: [{ code: 'not-a-choice' }] } })

type Asked<Of = RawBuilder<unknown>> = { where: Of; order: Order; paging: Paging }
type Found = { count: number; countIsExact: boolean; ids: number[] | null }

const most = limits.search.exact_count

/** Counting stops where it would no longer help anybody. */
async function countRows(db: Db, kept: Kept, where: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
      from (select ${idOf(kept)} from ${sql.table(table(kept.resource))} where ${where} limit ${most + 1}) as counted`.execute(
    db,
  )
  const { count = 0 } = rows[0] ?? {}
  return { count: Math.min(count, most), countIsExact: count <= most, ids: null }
}

/**
 * Counts, and gives the ids of the page where what is counted is at hand in its order: words are looked for once. Of a
 * folded text, which takes long to make, those of all rows while they are few.
 */
async function findRows(db: Db, kept: Kept, { where, order, paging }: Asked): Promise<Found> {
  const { atOnce, size, page } = paging
  const inOrder = sql`
    order by place ${order.direction}, id ${order.idDirection}
    limit case when counted.count > ${atOnce} then ${size}::integer end
   offset ${(page - 1) * size}`
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with found as materialized (
      select ${idOf(kept)} as id, ${order.isFolded ? sql`null` : order.key} as place
        from ${sql.table(table(kept.resource))}
       where ${where}
       limit ${most + 1}),
    counted as materialized (select count(*) as count from found)
    select count,
           case when count <= ${order.isFolded ? limits.list.unpaged_rows : most}
             then array(select id from found ${order.isFolded ? sql`` : inOrder}) end as ids
      from counted`.execute(db)
  const { count = 0, ids = null } = rows[0] ?? {}
  return { count: Math.min(count, most), countIsExact: count <= most, ids }
}

type Order = {
  key: RawBuilder<unknown>
  isFolded: boolean
  direction: RawBuilder<unknown>
  idDirection: RawBuilder<unknown>
}

/** Every order ends with the id, so that two pages never show one row. */
function orderOf(kept: Kept, { Sort }: ListQuery, abilities: readonly string[]): Order {
  const { resource } = kept
  const { by, descending } = Sort ?? resource.defaultSort ?? { by: 'id', descending: true }
  const idDirection = descending ? sql`desc` : sql`asc`
  if (by === 'id') return { key: idOf(kept), isFolded: false, direction: idDirection, idDirection }
  if (Sort && !listed(kept, by, abilities)) throw noColumn('Sort.by')
  const direction = descending ? sql`desc nulls last` : sql`asc nulls first`
  return { ...sortKey(kept, by), direction, idDirection }
}

/** Text is sorted by its letters without dots, in which the order of code points is that of the alphabet. */
function sortKey(kept: Kept, name: string): Pick<Order, 'key' | 'isFolded'> {
  const { kind = 'text', sortedBy } = kept.resource.fields[name] ?? {}
  if (sortedBy !== undefined) return sortKey(kept, sortedBy)
  if (['number', 'date', 'moment', 'switch'].includes(kind))
    return { key: kept.computed?.[name] ?? sql.ref(`${table(kept.resource)}.${name}`), isFolded: false }
  return { key: sql`fold_text(${shownText(kept, name)})`, isFolded: true }
}

/** The ids of the page and their places. What was found is not looked for again. */
function pageOf(kept: Kept, { ids, countIsExact }: Found, { where, order, paging }: Asked<Where>) {
  if (ids && !order.isFolded) return sql`select * from unnest(${ids}::bigint[]) with ordinality as found (id, place)`
  const rest = countIsExact ? where.all : where.walked
  return sql`
    select ids.id, row_number() over () as place
      from (
        select ${idOf(kept)}
          from ${sql.table(table(kept.resource))}
         where ${ids ? sql`${idOf(kept)} = any(${ids}) and ${alive(kept)}` : rest}
         order by ${order.key} ${order.direction}, ${idOf(kept)} ${order.idDirection}
         limit ${paging.size}
        offset ${(paging.page - 1) * paging.size}) as ids`
}

/** What is shown of the rows of a page, in their order: lookups are made for what is seen only. */
async function readRows(db: Db, kept: Kept, pageIds: RawBuilder<unknown>, abilities: readonly string[]) {
  const { rows } = await sql<Row>`
    with page as materialized (${pageIds})
    select ${rowOf(kept, abilities)}
      from page
      join ${sql.table(table(kept.resource))} on ${idOf(kept)} = page.id
     where ${alive(kept)}
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
