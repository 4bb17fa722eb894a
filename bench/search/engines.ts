import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/http/endpoint.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findCases, queryOf } from '#server/search/find.ts'
import type { SearchIndex } from '#server/search/index.ts'
import { suggest } from '#server/search/suggest.ts'
import { withoutTakenBack } from '#server/search/takenBack.ts'
import { advancedSearchInput, type CaseFilters } from '#shared/calls/search.ts'
import { clock } from './timings.ts'
import type { BenchQuery } from './queries.ts'

/** How long the page took, and its facets where they came behind it. */
export type Answered = { ms: number; count: number; facets_ms?: number }

/** The only parts of a context that a search looks at. */
const contextOf = (db: Db) => ({ db, session: { abilities: [] as string[] } }) as unknown as SessionContext

/** `g/suggest` as the web calls it while somebody types: milliseconds. */
export const askSuggestions = (db: Db, search: SearchIndex, Query: string) =>
  clock(() => withoutTakenBack(db, search, () => suggest(contextOf(db), search, { Query, Type: 'CaseFile' })))

/** `g/search` as the web calls it: a page with facets, and facets alone where the page came without. */
export async function askOurs(db: Db, search: SearchIndex, filters: CaseFilters): Promise<Answered> {
  const find = (Facets: true | 'only') =>
    withoutTakenBack(db, search, () => findCases(contextOf(db), search, queryOf(filters), { Facets }))
  const begun = performance.now()
  const { count, facets } = await find(true)
  const ms = performance.now() - begun
  return facets ? { ms, count } : { ms, count, facets_ms: await clock(() => find('only')) }
}

/** Publishes a case with a word of its own: the milliseconds from its commit until it is found. It is taken away again. */
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

/** What anybody might send: what is refused has an answer too. Answers the milliseconds and the refusal, if it is one. */
export async function askHostile(db: Db, search: SearchIndex, Query: string) {
  const input = advancedSearchInput.safeParse({ Type: 'CaseFile', Query })
  if (!input.success) return { ms: 0, count: 0, refused: 'invalid' }
  const begun = performance.now()
  try {
    return { ...(await askOurs(db, search, { Query })), refused: '' }
  } catch (error) {
    if (error instanceof Refusal) return { ms: performance.now() - begun, count: 0, refused: error.code }
    throw error
  }
}

/** A pool of its own: the server's gives a statement ten seconds, which the peer may need on a busy machine. */
export function openPeer(url: string, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  // One that rests when the database stops says so; what was asked on it was answered.
  pool.on('error', () => undefined)
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL's full-text search (`simple`, a GIN index): a page of twelve by `ts_rank` with its headlines, and the exact count. */
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
