import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { pageOutOfRange } from '#server/endpoint/apiError.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Span } from '#server/search/types.ts'
import type { CaseFilters, Entity, NumberAnswer, SearchResult, SearchType } from '#shared/calls/search.ts'
import type { SearchedQuery, SearchesAnswer, SearchesInput, SearchLogFilter } from '#shared/calls/searches.ts'
import { limits } from '#shared/limits.ts'
import { searchMasks } from '#shared/searchMasks.ts'
import { isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { tokenize } from '#shared/text/query/lexer.ts'

/** An entry of the search log. Nothing identifies the user. */
export type Searched = {
  type: SearchType
  /** As typed; personal data is masked before it is written. */
  query: string
  /** Ids and days, never names. */
  filters: object
  /** Without near matches. */
  count: number
  /** All results, with near matches. */
  result_count: number
  ms: number
}

export type SearchLog = {
  /** Returns the token for a later click at once; the row is written afterwards. Null when the queue is full. */
  append: (searched: Searched) => string | null
  /** Writes the waiting entries now. Resolves once every entry before the call was written, or dropped by an error. */
  flushed: () => Promise<void>
}

type Options = {
  /** Called when entries cannot be written, once until a write succeeds again. */ onError?: (error: Error) => void
}
type LogRow = ReturnType<typeof rowOf>

/** Entries are collected for so long, and written by one statement. */
const collecting_ms = 250

/** The search log, written in the background: a search neither waits nor fails because of its entry. */
export function openSearchLog(db: Db, { onError }: Options = {}): SearchLog {
  let waiting: LogRow[] = []
  let writing = Promise.resolve()
  let hasFailed = false
  let ends = Promise.withResolvers<undefined>()

  async function writeWaiting() {
    await Promise.race([sleep(collecting_ms, undefined, { ref: false }), ends.promise])
    ends = Promise.withResolvers()
    const rows = waiting
    waiting = []
    try {
      await writeRows(db, rows)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) onError?.(error instanceof Error ? error : new Error(String(error)))
      hasFailed = true
    }
  }
  return {
    append: (searched) => {
      if (waiting.length >= limits.search_log.max_queued) return null
      const row = rowOf(searched)
      waiting.push(row)
      // The first entry schedules the write, which includes all entries until it starts.
      if (waiting.length === 1) writing = writing.then(writeWaiting)
      return row.trace
    },
    flushed: () => {
      ends.resolve(undefined)
      return writing
    },
  }
}

function rowOf({ type, query, filters, count, result_count, ms }: Searched) {
  const masked = maskPersonal(query).replace(/\s+/g, ' ').trim()
  return {
    trace: randomBytes(16).toString('base64url'),
    type,
    query: masked,
    folded: foldText(masked),
    filters,
    count,
    result_count,
    ms: Math.round(ms),
    at: new Date().toISOString(),
  }
}

/** Every write also deletes expired entries, as many as one write may add. */
async function writeRows(db: Db, rows: readonly LogRow[]) {
  await sql`
    -- prepared: log_searches
    with expired as (
      delete from search_traces
       where id in (
             select id
               from search_traces
              where at < now() - make_interval(days => ${limits.search_log.retention_days})
              order by at
              limit ${limits.search_log.max_queued}))
    insert into search_traces (trace, type, query, folded, filters, count, result_count, ms, at)
    select trace, type, query, folded, filters, count, result_count, ms, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
           trace text, type text, query text, folded text, filters jsonb, count bigint, result_count bigint, ms integer, at timestamptz)`.execute(
    db,
  )
}

/** Records the first click of a search. An unknown token or a position past the results changes nothing. */
export async function recordClick(db: Db, { trace, position }: { trace: string; position: number }) {
  await sql`
    update search_traces
       set clicked_position = ${position}
     where trace = ${trace}
       and clicked_position is null
       and ${position} <= greatest(count, result_count)`.execute(db)
}

/** The condition of each list filter over the searches of one query. */
const havingConditions: Record<SearchLogFilter, ReturnType<typeof sql>> = {
  'without-results': sql`count(*) filter (where is_empty) > 0`,
  'never-clicked': sql`count(clicked_position) = 0 and count(*) filter (where not is_empty) > 0`,
  all: sql`true`,
}

/** The searched queries, grouped by fold, the most frequent first. */
export async function listSearches(db: Db, input: SearchesInput): Promise<SearchesAnswer> {
  const { Only = 'without-results', Page = 1, PageSize = limits.list.page_size } = input
  const grouped = groupedSearches(input, havingConditions[Only])
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count
      from (select from (${grouped}) as searched limit ${limits.search.exact_count + 1}) as bounded`.execute(db)
  const all = counted[0]?.count ?? 0
  const count = Math.min(all, limits.search.exact_count)
  const pages = Math.max(1, Math.ceil(count / PageSize))
  if (Page > pages) throw pageOutOfRange(pages)

  const { rows } = await sql<SearchedQuery>`
    select type, query, searches, without_results, clicked, last_at, median_ms
      from (${grouped}) as searched
     order by ${Only === 'without-results' ? sql`without_results` : sql`searches`} desc, last_at desc, folded
     limit ${PageSize}
    offset ${(Page - 1) * PageSize}`.execute(db)
  return { data: rows, count, countIsExact: all === count, page: Page, pages }
}

/** Searches by filters alone have no query and are excluded. */
const groupedSearches = ({ Type, From, To }: SearchesInput, wanted: ReturnType<typeof sql>) => sql`
    select type, folded, (array_agg(query order by at desc))[1] as query,
           count(*) as searches,
           count(*) filter (where is_empty) as without_results,
           count(clicked_position) as clicked,
           to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at,
           percentile_disc(0.5) within group (order by ms) as median_ms
      from (select *, count = 0 and clicked_position is null as is_empty from search_traces) as traces
     where folded <> ''
       and at >= now() - make_interval(days => ${limits.search_log.retention_days})
       and (${Type ?? null}::text is null or type = ${Type ?? null})
       and (${From ?? null}::date is null or at >= ${From ?? null}::date::timestamp at time zone 'Indian/Maldives')
       and (${To ?? null}::date is null or at < (${To ?? null}::date + 1)::timestamp at time zone 'Indian/Maldives')
     group by type, folded
    having ${wanted}`

type SearchRequest = {
  Type: SearchType
  Page?: number | undefined
  Facets?: boolean | 'only' | undefined
  Log?: boolean | undefined
} & CaseFilters

/**
 * Runs a search and records it in the search log. A further page and a separate request for facets belong to the same
 * search: they are not recorded, and a click is sent with the token of the first page. Nor is one with `Log: false`.
 */
export async function withSearchLog<Result extends SearchResult>(
  { search, traces }: { search: SearchIndex; traces: SearchLog },
  request: SearchRequest,
  run: () => Promise<Result>,
): Promise<Result> {
  const start = performance.now()
  const { Page = 1, Facets, Log = true } = request
  if (Page > 1 || Facets === 'only' || !Log) return run()

  const typed = request.Query ?? request.CaseNumber ?? ''
  const [result, parties] = await Promise.all([run(), search.findPartyNames(typed)])
  const trace = traces.append({
    type: request.Type,
    query: maskParties(typed, { entity: result.entity, parties }),
    filters: filtersOf(request),
    // A query that only near matches answer counts as one without results.
    count: result.fullCount || candidatesOf(result.numbers),
    result_count: result.count,
    ms: performance.now() - start,
  })
  return { ...result, trace }
}

/** A number without a court has the cases that it may mean as results; the neighbors of a missing number are no results. */
const candidatesOf = (numbers: NumberAnswer | null) => (numbers?.state === 'missing' ? 0 : (numbers?.cases.length ?? 0))

/** Ids and days only: typed party names are not recorded. */
const filtersOf = ({ ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years }: SearchRequest) => ({
  ClosedDate,
  Court,
  Courts,
  Judges,
  CaseTypes,
  Statuses,
  Years,
})

const separator = '[ .\\u00a0-]?'

/** In order: an e-mail address may contain a number. Digits of any script. */
const personal: readonly [pattern: RegExp, mask: string][] = [
  // Each word is tried at its start only: from every letter, a long word would take quadratic time.
  [/(?<![^\s@＠()[\]<>,;:"])[^\s@＠()[\]<>,;:"]+[@＠][^\s@＠()[\]<>,;:"]+/gu, searchMasks.email],
  // A Maldivian identity card: A and six digits.
  [new RegExp(`(?<![\\p{L}\\p{N}])[AaＡａ]${separator}\\p{Nd}{6}(?![\\p{L}\\p{N}])`, 'gu'), searchMasks.card],
  // A telephone number with a country code.
  [/(?<![\p{L}\p{N}])(?:\+|00)\p{Nd}(?:[ .()\u00a0-]{0,2}\p{Nd}){6,14}(?!\p{N})/gu, searchMasks.number],
  // A telephone number of seven digits, together or as three and four.
  [new RegExp(`(?<![\\p{L}\\p{N}/-])\\p{Nd}{3}${separator}\\p{Nd}{4}(?![\\p{L}\\p{N}/-])`, 'gu'), searchMasks.number],
  // An account or card number: no case number has as many adjacent digits.
  [/\p{Nd}{7,}/gu, searchMasks.number],
]

/** Masks what looks like an e-mail address, an identity card, a telephone or an account. Names are not detected. */
export function maskPersonal(query: string): string {
  // Invisible characters would hide a number from the patterns.
  const visible = query.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  return personal.reduce((text, [pattern, mask]) => text.replace(pattern, mask), visible)
}

type PartyContext = { entity: Entity | null; parties: readonly Span[] }

/**
 * Masks the names of parties: a query that is one, or has as many words as a passage, is masked as a whole; else the values
 * of party filters and the words that are known to be names.
 */
export function maskParties(query: string, { entity, parties }: PartyContext): string {
  if (entity?.kind === 'party') return searchMasks.party
  if (tokenizeWords(query).length >= limits.search.passage_words) return searchMasks.passage
  const filters = tokenize(query, isCourtCode).tokens.flatMap((token) =>
    token.kind === 'filter' && token.name === 'party' && token.value !== ''
      ? [{ start: token.start, end: token.end, masked: `${token.label}:${searchMasks.party}` }]
      : [],
  )
  const isOutside = (one: Span) => !filters.some(({ start, end }) => one.start < end && start < one.end)
  const names = parties.filter(isOutside).map((span) => ({ ...span, masked: searchMasks.party }))
  return [...filters, ...names]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, masked }) => text.slice(0, start) + masked + text.slice(end), query)
}
