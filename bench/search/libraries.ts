import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { generateCases } from '#db/seed/generate.ts'
import type { Cluster } from '#scripts/cluster.ts'
import { timed } from './timings.ts'

/** Creates the library of a size if it does not exist, by growing a copy of the largest smaller one. Returns its URL. */
export async function prepareLibrary(cluster: Cluster, size: number): Promise<string> {
  const name = nameOf(size)
  await withClient(cluster.url('postgres'), async (server) => {
    const { rows } = await server.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^bench_[0-9]+$'`,
    )
    const sizes = rows.map((row) => Number(row.name.slice('bench_'.length)))
    if (sizes.includes(size)) return migrate(cluster.url(name))
    const from = Math.max(0, ...sizes.filter((one) => one < size))
    await server.query(`drop database if exists ${name}_new with (force)`)
    await server.query(
      from === 0
        ? `create database ${name}_new`
        : `create database ${name}_new template ${nameOf(from)} strategy file_copy`,
    )
    const fresh = cluster.url(`${name}_new`)
    await migrate(fresh)
    await timed(`${size - from} case files`, () => generateCases(fresh, size, { from, progress: printProgress }))
    await timed('statistics', () => withClient(fresh, (client) => client.query('vacuum analyze')))
    await server.query(`alter database ${name}_new rename to ${name}`)
  })
  return cluster.url(name)
}

const nameOf = (size: number) => `bench_${size}`

function printProgress(done: number) {
  if (done % 50_000 === 0) console.log(`${done} …`)
}

/** The full-text table of PostgreSQL with the same input as our index: title, parties and text of every case. */
export async function preparePeer(cluster: Cluster, size: number) {
  await withClient(cluster.url(nameOf(size)), async (client) => {
    const { rows } = await client
      .query<{ ready: boolean }>(
        `select exists (select from pg_indexes where indexname = 'bench_texts_words_idx') and
                (select max(id) from case_files) = (select max(id) from bench_texts) as ready`,
      )
      .catch(() => ({ rows: [] }))
    if (!rows[0]?.ready) await timed('PostgreSQL full-text index', () => buildPeer(client))
  })
}

/** A library that was grown from another already has the texts of that one. */
async function buildPeer(client: pg.Client) {
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('create table if not exists bench_texts (id bigint primary key, court_id bigint, words tsvector)')
  await client.query('drop index if exists bench_texts_words_idx')
  await client.query(`
    insert into bench_texts
    select case_files.id, court_id,
           to_tsvector('simple', title || ' ' || claimant || ' ' || respondant || ' ' ||
             (select string_agg(op ->> 'insert', ' ') from jsonb_array_elements(case_content -> 'content') as op)) as words
      from case_files
     where id > (select coalesce(max(id), 0) from bench_texts)`)
  await client.query('create index bench_texts_words_idx on bench_texts using gin (words)')
  await client.query('vacuum analyze bench_texts')
}
