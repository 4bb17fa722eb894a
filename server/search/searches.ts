import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { pastEnd } from '#server/http/refusal.ts'
import type { SearchedQuery, SearchesAnswer, SearchesInput, TracedSearches } from '#shared/calls/searches.ts'
import { limits } from '#shared/limits.ts'

/** Which queries a list is about: what has to be true of all searches of one. */
const kept: Record<TracedSearches, ReturnType<typeof sql>> = {
  'without-results': sql`count(*) filter (where is_empty) > 0`,
  'never-clicked': sql`count(clicked_position) = 0 and count(*) filter (where not is_empty) > 0`,
  all: sql`true`,
}

/** What was searched, the spellings of a query together, the most frequent first. */
export async function listSearches(db: Db, input: SearchesInput): Promise<SearchesAnswer> {
  const { Only = 'without-results', Page = 1, PageSize = limits.list.page_size } = input
  const grouped = groupedSearches(input, kept[Only])
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count
      from (select from (${grouped}) as searched limit ${limits.search.exact_count + 1}) as bounded`.execute(db)
  const all = counted[0]?.count ?? 0
  const count = Math.min(all, limits.search.exact_count)
  const pages = Math.max(1, Math.ceil(count / PageSize))
  if (Page > pages) throw pastEnd(pages)

  const { rows } = await sql<SearchedQuery>`
    select type, query, searches, without_results, clicked, last_at, median_ms
      from (${grouped}) as searched
     order by ${Only === 'without-results' ? sql`without_results` : sql`searches`} desc, last_at desc, folded
     limit ${PageSize}
    offset ${(Page - 1) * PageSize}`.execute(db)
  return { data: rows, count, countIsExact: all === count, page: Page, pages }
}

/** Searches by filters alone have no query and are left out. */
const groupedSearches = ({ Type, From, To }: SearchesInput, wanted: ReturnType<typeof sql>) => sql`
    select type, folded, (array_agg(query order by at desc))[1] as query,
           count(*) as searches,
           count(*) filter (where is_empty) as without_results,
           count(clicked_position) as clicked,
           to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at,
           percentile_disc(0.5) within group (order by ms) as median_ms
      from (select *, count = 0 and clicked_position is null as is_empty from search_traces) as traces
     where folded <> ''
       and at >= now() - make_interval(days => ${limits.traces.kept_days})
       and (${Type ?? null}::text is null or type = ${Type ?? null})
       and (${From ?? null}::date is null or at >= ${From ?? null}::date::timestamp at time zone 'Indian/Maldives')
       and (${To ?? null}::date is null or at < (${To ?? null}::date + 1)::timestamp at time zone 'Indian/Maldives')
     group by type, folded
    having ${wanted}`
