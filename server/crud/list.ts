import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { pageOutOfRange } from '#server/endpoint/apiError.ts'
import type { ListAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { table } from '#shared/resource/names.ts'
import { canRead, displayText } from './columns.ts'
import { isNotDeleted, readRows } from './find.ts'
import { idColumn, type ListConditions, listConditions, type ListQuery } from './listConditions.ts'
import type { ResourceConfig } from './resourceConfig.ts'

/**
 * The rows of a list, with the fields that it shows: all rows while they are few and the request names no page, else one
 * page (`ovf`: overflow, there are more rows). The count is exact up to `limits.search.exact_count`.
 */
export async function listRows(
  db: Db,
  config: ResourceConfig,
  query: ListQuery,
  abilities: readonly string[],
): Promise<ListAnswer> {
  const where = await listConditions(db, config, query, abilities)
  const order = orderOf(config, query)
  const paging = pagingOf(query)
  const found = where.hasWords
    ? await countAndFindIds(db, config, { where: where.byIndex, order, paging })
    : await countAndFindPage(db, config, { where: where.exact, order, paging })
  const { count, countIsExact } = found
  const { unpagedRows, size, page } = paging
  const ovf = count > unpagedRows
  const pages = ovf ? Math.ceil(count / size) : 1
  if (page > pages) throw pageOutOfRange(pages, { pages })

  const shown = { ...paging, size: ovf ? size : unpagedRows }
  const ids = count > 0 ? await findPageIds(db, config, found, { where, order, paging: shown }) : []
  // By a statement of their own, which is prepared: to plan the columns of a list takes longer than to read a page.
  const rows = await readRows(db, config, ids, listFields(config, abilities))
  const data = ids.flatMap((id) => rows.get(id) ?? [])
  return { data, ovf, count, countIsExact, page, pages }
}

type Paging = { unpagedRows: number; size: number; page: number }

/** A request with `Page` or `PageSize` gets one page; without them a short list is sent whole. */
function pagingOf({ Page, PageSize }: ListQuery): Paging {
  const size = PageSize ?? limits.list.page_size
  const isPage = Page !== undefined || PageSize !== undefined
  return { unpagedRows: isPage ? size : limits.list.unpaged_rows, size, page: Page ?? 1 }
}

/** Whether the filters and words of a query match a row. */
export async function isInList(
  db: Db,
  config: ResourceConfig,
  id: number,
  query: ListQuery,
  abilities: readonly string[],
) {
  const where = await listConditions(db, config, query, abilities)
  const name = table(config.resource)
  const { rows } =
    await sql`select from ${sql.table(name)} where ${where.exact} and ${sql.ref(`${name}.id`)} = ${id}`.execute(db)
  return rows.length > 0
}

type PageRequest<Of = RawBuilder<unknown>> = { where: Of; order: Order; paging: Paging }
/** `ids`: of the page if they are sorted, else of all counted rows; null when they are too many. */
type RowCount = { count: number; countIsExact: boolean; ids: number[] | null; areSorted: boolean }

const countLimit = limits.search.exact_count

/** Counts the rows of a list without words up to `countLimit`, and returns the ids of the page, if there is that page. */
async function countAndFindPage(
  db: Db,
  config: ResourceConfig,
  { where, order, paging }: PageRequest,
): Promise<RowCount> {
  const { unpagedRows, size, page } = paging
  const [id, rowsOfList] = [idColumn(config), sql`from ${sql.table(table(config.resource))} where ${where}`]
  const offset = (page - 1) * size
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with counted as materialized (
      select count(*) as count from (select ${id} ${rowsOfList} limit ${countLimit + 1}) as counted)
    select count,
           case when count > ${offset} then array(
             select ${id} ${rowsOfList}
              order by ${order.key} ${order.direction}, ${id} ${order.idDirection}
              limit ${unpagedRows}
             offset ${offset}) end as ids
      from counted`.execute(db)
  const { count = 0, ids = null } = rows[0] ?? {}
  return {
    count: Math.min(count, countLimit),
    countIsExact: count <= countLimit,
    ids: count > unpagedRows ? (ids?.slice(0, size) ?? null) : ids,
    areSorted: true,
  }
}

/**
 * Counts, and returns the ids of the page when the counted rows can be sorted at once, so that the search runs once. A
 * folded sort key is slow to compute: then the ids of all rows are returned, while they are few.
 */
async function countAndFindIds(
  db: Db,
  config: ResourceConfig,
  { where, order, paging }: PageRequest,
): Promise<RowCount> {
  const { unpagedRows, size, page } = paging
  const inOrder = sql`
    order by position ${order.direction}, id ${order.idDirection}
    limit case when counted.count > ${unpagedRows} then ${size}::integer end
   offset ${(page - 1) * size}`
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with found as materialized (
      select ${idColumn(config)} as id, ${order.isFolded ? sql`null` : order.key} as position
        from ${sql.table(table(config.resource))}
       where ${where}
       limit ${countLimit + 1}),
    counted as materialized (select count(*) as count from found)
    select count,
           case when count <= ${order.isFolded ? limits.list.unpaged_rows : countLimit}
             then array(select id from found ${order.isFolded ? sql`` : inOrder}) end as ids
      from counted`.execute(db)
  const { count = 0, ids = null } = rows[0] ?? {}
  return { count: Math.min(count, countLimit), countIsExact: count <= countLimit, ids, areSorted: !order.isFolded }
}

type Order = {
  key: RawBuilder<unknown>
  isFolded: boolean
  direction: RawBuilder<unknown>
  idDirection: RawBuilder<unknown>
}

/** Every order ends with the id, so that no row appears on two pages. */
function orderOf(config: ResourceConfig, { Sort }: ListQuery): Order {
  const { resource } = config
  const { by, descending } = Sort ?? resource.defaultSort ?? { by: 'id', descending: true }
  const idDirection = descending ? sql`desc` : sql`asc`
  if (by === 'id') return { key: idColumn(config), isFolded: false, direction: idDirection, idDirection }
  const direction = descending ? sql`desc nulls last` : sql`asc nulls first`
  return { ...sortKey(config, by), direction, idDirection }
}

/** Choices are sorted in the order of their list, and text by its fold, in which the order of code points is that of the alphabet. */
function sortKey(config: ResourceConfig, name: string): Pick<Order, 'key' | 'isFolded'> {
  const field = config.resource.fields[name]
  const { kind = 'text', sortedBy } = field ?? {}
  if (sortedBy !== undefined) return sortKey(config, sortedBy)
  const own = config.computed?.[name] ?? sql.ref(`${table(config.resource)}.${name}`)
  if (['number', 'date', 'moment', 'switch'].includes(kind)) return { key: own, isFolded: false }
  if (field?.kind === 'choice')
    return { key: sql`array_position(${field.choices}::text[], ${own}::text)`, isFolded: false }
  return { key: sql`fold_text(${displayText(config, name)})`, isFolded: true }
}

/** The ids of the page, in order. Counted rows are not searched again. */
async function findPageIds(
  db: Db,
  config: ResourceConfig,
  { ids, areSorted, countIsExact }: RowCount,
  { where, order, paging }: PageRequest<ListConditions>,
): Promise<number[]> {
  if (ids && areSorted) return ids
  const rest = countIsExact ? where.exact : where.byScan
  const { rows } = await sql<{ id: number }>`
    select ${idColumn(config)}
      from ${sql.table(table(config.resource))}
     where ${ids ? sql`${idColumn(config)} = any(${ids}) and ${isNotDeleted(config)}` : rest}
     order by ${order.key} ${order.direction}, ${idColumn(config)} ${order.idDirection}
     limit ${paging.size}
    offset ${(paging.page - 1) * paging.size}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The columns of the list and the extra fields of its rows. */
export const listFields = ({ resource, extraListFields = [] }: ResourceConfig, abilities: readonly string[]) =>
  Object.entries(resource.fields)
    .filter(
      ([name, field]) => (field.list !== undefined || extraListFields.includes(name)) && canRead(field, abilities),
    )
    .map(([name]) => name)
