import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { createCaseCardReader } from '#server/search/api/cards.ts'
import { findCases, withFreshVisibility } from '#server/search/api/caseSearch.ts'
import { parseCaseSearch } from '#server/search/api/parseInput.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { suggest } from '#server/search/api/suggest.ts'
import { runInline } from '#server/workerPool/workerPool.ts'
import { advancedSearchInput, type CaseFilters } from '#shared/calls/search.ts'
import { clock } from './timings.ts'
import type { BenchQuery } from './queries.ts'

/** The latency of a page, and of its facets when they are requested separately. */
export type Answered = { ms: number; count: number; facets_ms?: number }

/** The only parts of a context that a search looks at. */
const contextOf = (db: Db) =>
  ({ db, offload: runInline, session: { abilities: [] as string[] } }) as unknown as SessionContext

/** A run has one library. */
const readCaseCards = createCaseCardReader()

/** `g/suggest` as the web calls it while the user types; returns milliseconds. */
export const askSuggestions = (db: Db, search: SearchIndex, Query: string) =>
  clock(() => withFreshVisibility(db, search, () => suggest(contextOf(db), search, { Query, Type: 'CaseFile' })))

/** `g/search` as the web calls it: a page with facets, then facets alone if the page has none. */
export async function askOurs(db: Db, search: SearchIndex, filters: CaseFilters): Promise<Answered> {
  const find = async (Facets: true | 'only') => {
    const parsed = await parseCaseSearch(db, filters, false)
    return withFreshVisibility(db, search, () =>
      findCases(contextOf(db), { search, readCaseCards }, parsed, { Facets }),
    )
  }
  const begun = performance.now()
  const { count, facets } = await find(true)
  const ms = performance.now() - begun
  return facets ? { ms, count } : { ms, count, facets_ms: await clock(() => find('only')) }
}

/** Index latency: publishes a case with a unique word, returns the milliseconds from commit to first match, and deletes it. */
export async function askPublished(db: Db, search: SearchIndex): Promise<number> {
  const word = `published${randomInt(1e12)}`
  const { rows } = await sql<{ id: number }>`
    insert into case_files (court_id, title, published) select min(id), ${word}, true from courts returning id`.execute(
    db,
  )
  const ms = await clock(async () => {
    while ((await askOurs(db, search, { Query: word })).count === 0) await sleep(2)
  })
  await sql`delete from case_files where id = ${rows[0]?.id}`.execute(db)
  return ms
}

/**
 * Saves one case in a hundred again, with another title, then forty more, which stay in the tail: a library in use has posting
 * lists with cases that are dead.
 */
export async function saveSome(db: Db, search: SearchIndex) {
  for (const some of [sql`id % 100 = 0`, sql`id % 100 = 1 order by id limit 40`]) {
    const { rows } = await sql<{ id: number }>`select id from case_files where ${some}`.execute(db)
    // Of a million cases, one statement would exceed its timeout.
    for (let at = 0; at < rows.length; at += 500)
      await sql`
        update case_files
           set title = case when title like '% ' then rtrim(title) else title || ' ' end
         where id = any(${rows.slice(at, at + 500).map(({ id }) => id)})`.execute(db)
    await search.waitForRefresh()
  }
}

/** Runs a hostile query; returns the milliseconds and the error, if it is rejected. */
export async function askHostile(db: Db, search: SearchIndex, Query: string) {
  const input = advancedSearchInput.safeParse({ Type: 'CaseFile', Query })
  if (!input.success) return { ms: 0, count: 0, refused: 'invalid' }
  const begun = performance.now()
  try {
    return { ...(await askOurs(db, search, { Query })), refused: '' }
  } catch (error) {
    if (error instanceof ApiError) return { ms: performance.now() - begun, count: 0, refused: error.code }
    throw error
  }
}

/** A separate pool without the statement timeout of the server, which the peer may exceed on a busy machine. */
export function openPeer(url: string, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  // An idle connection reports an error when the database stops; all its queries were answered.
  pool.on('error', () => undefined)
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL full-text search (`simple`, a GIN index): a page of twelve by `ts_rank` with headlines, and the exact count. */
export async function askPeer(peer: Db, { postgres: { text, court } }: BenchQuery): Promise<Answered> {
  const where = sql`words @@ to_tsquery('simple', ${text}) and (${court ?? null}::bigint is null or court_id = ${court ?? null})`
  let count = 0
  const ms = await clock(async () => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from bench_texts where ${where}`.execute(
      peer,
    )
    count = Number(rows[0]?.count)
    await sql`
      with page as (
        select id, ts_rank(words, to_tsquery('simple', ${text})) as rank
          from bench_texts
         where ${where}
         order by rank desc
         limit 12)
      select case_files.title, case_files.claimant, case_files.respondant,
             ts_headline('simple', (select string_agg(op ->> 'insert', ' ') from jsonb_array_elements(case_content -> 'content') as op),
                         to_tsquery('simple', ${text}))
        from page
        join case_files using (id)`.execute(peer)
  })
  return { ms, count }
}
