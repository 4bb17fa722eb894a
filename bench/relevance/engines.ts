import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { searchEndpoints } from '#server/search/api/endpoints.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { runInline } from '#server/workerPool/workerPool.ts'
import type { CaseCard, PhraseCard, SearchResult } from '#shared/calls/search.ts'
import type { Query } from './queries.ts'

/** Returns the names of the results, best first. */
export type Engine = { name: string; ask: (query: Query) => Promise<string[]> }

/** `g/search` as a user of the demo library calls it. */
export async function buildOurs(db: Db, search: SearchIndex): Promise<Engine> {
  const names = await readNames(db)
  const endpoint = searchEndpoints(search, withoutTraces)['g/search']
  // The parts of a context that a search uses.
  const context = { db, offload: runInline, session: { abilities: [] as string[] } } as unknown as SessionContext
  const ask = async ({ type, query }: Query) => {
    const answer = (await endpoint?.run(context, { Type: type, Query: query })) as SearchResult
    const first = [answer.redirect, ...offeredCases(answer)].flatMap((reference) => names.get(reference ?? '') ?? [])
    return [...new Set([...first, ...answer.data.map(nameOf)])]
  }
  return { name: 'ours', ask: (query) => ask(query).catch(refusedIsEmpty) }
}

/** The first case number of every case, by reference. */
async function readNames(db: Db) {
  const { rows } = await sql<{ reference: string; name: string }>`
    select reference, (select number from case_numbers where case_file_id = case_files.id order by position limit 1) as name
      from case_files`.execute(db)
  return new Map(rows.map(({ reference, name }) => [reference, name]))
}

const withoutTraces = { append: () => null, flushed: () => Promise.resolve() }

/** The cases for a case number come before the list. */
function offeredCases(answer: object): string[] {
  const { numbers } = answer as { numbers?: { cases: { reference: string }[] } | null }
  return numbers?.cases.map(({ reference }) => reference) ?? []
}

function refusedIsEmpty(error: unknown): string[] {
  if (error instanceof ApiError) return []
  throw error
}

const nameOf = (card: CaseCard | PhraseCard) =>
  'case_numbers' in card ? (card.case_numbers[0]?.number ?? '') : card.dhivehi_phrase

/** The raw text of a case file or phrase, the input of the peers. */
export type Written = { type: Query['type']; name: string; text: string }

const wordsOf = (query: string) => query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** One FTS5 table of raw texts; words ANDed, bm25. */
export function buildFts(name: string, written: readonly Written[], tokenizer: string): Engine {
  const database = new DatabaseSync(':memory:')
  database.exec(
    `create virtual table written using fts5(type unindexed, name unindexed, text, tokenize = "${tokenizer}")`,
  )
  const insert = database.prepare('insert into written (type, name, text) values (?, ?, ?)')
  for (const one of written) insert.run(one.type, one.name, one.text)
  const select = database.prepare(
    'select name from written where written match ? and type = ? order by bm25(written), rowid limit 10',
  )
  const ask = ({ type, query }: Query) => {
    const match = wordsOf(query).map((word) => `"${word}"`)
    return match.length === 0 ? [] : select.all(match.join(' '), type).map((row) => String(row['name']))
  }
  return { name, ask: (query) => Promise.resolve(ask(query)) }
}

/** PostgreSQL full-text search in its `simple` configuration, on a separate table. */
export async function buildPostgres(db: Db, written: readonly Written[]): Promise<Engine> {
  await sql`drop table if exists bench_written`.execute(db)
  await sql`create table bench_written (id bigint generated always as identity, type text, name text, words tsvector)`.execute(
    db,
  )
  for (const { type, name, text } of written)
    await sql`insert into bench_written (type, name, words) values (${type}, ${name}, to_tsvector('simple', ${text}))`.execute(
      db,
    )
  const ask = async ({ type, query }: Query) => {
    const { rows } = await sql<{ name: string }>`
      select name
        from bench_written, plainto_tsquery('simple', ${query}) as asked
       where words @@ asked
         and type = ${type}
       order by ts_rank_cd(words, asked) desc, id
       limit 10`.execute(db)
    return rows.map((row) => row.name)
  }
  return { name: 'PostgreSQL', ask }
}
