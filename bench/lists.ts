import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { listRows } from '#server/crud/list.ts'
import type { ListQuery } from '#server/crud/listConditions.ts'
import { connect, type Db } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { types } from '#server/db/types.ts'
import { limits } from '#shared/limits.ts'
import { readVocabulary } from '../db/seed/lists.ts'
import { buildRandom } from '../db/seed/random.ts'
import { startCluster } from '../scripts/cluster.ts'

/**
 * `caseFiles/get` (first page, sorted, filtered, searched) compared with a plain list in the same run: all columns, `ilike`
 * over the displayed text, and an exact count. A third of the cases belong to the requested court.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    repeats: { type: 'string', default: '20' },
    /** Repetitions of the plain list, which takes seconds with a million rows. */
    peer: { type: 'string', default: '3' },
    /** Warm-up repetitions, because a database that has just started reads its pages first. */
    warm: { type: 'string', default: '20' },
  },
})
const size = Number(values.rows)

const folder = join(import.meta.dirname, '../.cache/bench')
mkdirSync(folder, { recursive: true })
const cluster = await startCluster(join(folder, 'postgres'), 'bench')
const url = cluster.url(`lists_${size}`)
const vocabulary = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))
await prepare()

const ours = connect(url, { connections: 2 })
// Without the statement timeout of the server.
const pool = new pg.Pool({ connectionString: url, max: 1, types })
// An idle connection reports an error when the database stops; all its queries were answered.
pool.on('error', () => undefined)
const plain = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
const random = buildRandom(7)
const word = (from: number, to: number) => random.pick(vocabulary.slice(from, to))

/** The queries, with new words in each repetition. */
const queries: Record<string, () => Omit<ListQuery, 'filters'>> = {
  'first page': () => ({}),
  'page 200': () => ({ Page: 200 }),
  'sorted by title': () => ({ Sort: { by: 'title' } }),
  'sorted by number, newest': () => ({ Sort: { by: 'case_numbers_text', descending: true } }),
  'filtered by a column': () => ({ Columns: { title: word(200, 2000) } }),
  'searched: a common word': () => ({ SearchQuery: word(0, 10) }),
  'searched: a usual word': () => ({ SearchQuery: word(200, 2000) }),
  'searched: two words': () => ({ SearchQuery: `${word(20, 200)} ${word(20, 200)}` }),
  'searched: a number': () => ({ SearchQuery: `${random.whole(1, size)}/Cv-C` }),
  'searched: nothing like it': () => ({ SearchQuery: 'ނެތްނެތްނެތް' }),
}

for (const buildQuery of Object.values(queries)) await measure(Number(values.warm), () => queryOurs(buildQuery()))
console.log(`${size.toLocaleString('en')} case files, a third of them of the court; ms`)
console.log(
  'question'.padEnd(28),
  'ours p50'.padStart(9),
  'p95'.padStart(9),
  'plain p50'.padStart(10),
  'ratio'.padStart(7),
)
const all: number[] = []
for (const [name, buildQuery] of Object.entries(queries)) {
  const mine = await measure(Number(values.repeats), () => queryOurs(buildQuery()))
  const theirs = await measure(Number(values.peer), () => queryPlain(plain, buildQuery()))
  all.push(...mine)
  const columns = [at(mine, 0.5), at(mine, 0.95), at(theirs, 0.5)].map((ms, index) =>
    ms.toFixed(1).padStart(index === 2 ? 10 : 9),
  )
  console.log(name.padEnd(28), ...columns, `${(at(theirs, 0.5) / at(mine, 0.5)).toFixed(0)}×`.padStart(7))
}
console.log('all'.padEnd(28), at(all, 0.5).toFixed(1).padStart(9), at(all, 0.95).toFixed(1).padStart(9))

await plain.destroy()
await ours.close()
await cluster.stop()

async function queryOurs(query: Omit<ListQuery, 'filters'>) {
  // The first request of a list is unpaged; later requests of a long list are paged.
  const isFirst = Object.keys(query).length === 0
  const page = isFirst ? {} : { PageSize: limits.list.page_size }
  await listRows(ours.db, caseFilesConfig, { ...query, ...page, filters: { Court: 1 } }, [])
}

async function queryPlain(db: Db, { SearchQuery = '', Page = 1, Sort, Columns }: Omit<ListQuery, 'filters'>) {
  const words = SearchQuery.split(' ').filter((one) => one !== '')
  const title = Columns?.['title']
  const where = sql`
    court_id = 1
    and deleted_at is null
    ${sql.join(
      words.map((one) => sql`and (case_numbers_text || ' ' || title || ' ' || closed_date) ilike ${`%${one}%`}`),
      sql` `,
    )}
    ${title === undefined ? sql`` : sql`and title ilike ${`%${title}%`}`}`
  const order = Sort ? sql.ref(Sort.by) : sql`closed_date`
  await sql`select count(*) from case_files where ${where}`.execute(db)
  await sql`select * from case_files where ${where} order by ${order} desc limit 10 offset ${(Page - 1) * 10}`.execute(
    db,
  )
}

async function measure(times: number, run: () => Promise<void>): Promise<number[]> {
  const latencies: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    await run()
    latencies.push(performance.now() - startedAt)
  }
  return latencies.sort((one, other) => one - other)
}

function at(latencies: readonly number[], share: number) {
  const sorted = [...latencies].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function prepare() {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [`lists_${size}`])
  if (rowCount === 0) {
    await client.query(`drop database if exists lists_${size}_new`)
    await client.query(`create database lists_${size}_new`)
    await migrate(cluster.url(`lists_${size}_new`))
    await fill(cluster.url(`lists_${size}_new`))
    await client.query(`alter database lists_${size}_new rename to lists_${size}`)
  }
  await client.end()
  // An existing database gets new migrations, and its new indexes need statistics.
  if ((await migrate(url)).length > 0) await vacuumAnalyze()
}

async function vacuumAnalyze() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * Fills in rows with columns as wide as real ones where a list reads them; the text of a judgment, which a list never reads,
 * is one page of the same words. Triggers are disabled, and their columns are written directly.
 */
async function fill(fresh: string) {
  const client = new pg.Client({ connectionString: fresh })
  await client.connect()
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  await client.query(`insert into courts (name) select 'ކޯޓު ' || n from generate_series(1, 12) as n`)
  await client.query(`insert into case_types (name) select 'ބާވަތް ' || n from generate_series(1, 20) as n`)
  await client.query(
    `insert into case_statuses (name, color, icon) select 'ޙާލަތު ' || n, 'green', 'check' from generate_series(1, 7) as n`,
  )
  // The rank is drawn from a steep distribution, so that common words are common.
  await client.query(
    'create temporary table words as select row_number() over () as rank, word from unnest($1::text[]) as word',
    [vocabulary],
  )
  await client.query('create index on words (rank)')
  await client.query(
    `insert into case_files (court_id, closed_date, title, claimant, respondant, case_content, published, case_numbers_text, number_order)
     select case when n % 3 = 0 then 1 else 2 + n % 11 end,
            date '1990-01-01' + (n * 7919 % 13000)::integer,
            (select string_agg(word, ' ') from words where rank = any(array[
              1 + (power((n * 7919 % 10007) / 10007.0, 3) * ($2 - 1))::integer, 1 + (power((n * 104729 % 10009) / 10009.0, 3) * ($2 - 1))::integer,
              1 + (power((n * 1299709 % 10037) / 10037.0, 2) * ($2 - 1))::integer, 1 + (n * 15485863 % $2)])),
            'ދަޢުވާކުރި ' || n, 'ރައްދުވި ' || n,
            jsonb_build_object('content', jsonb_build_array(jsonb_build_object('insert', repeat('ޙުކުމުގެ ލިޔުން ' || n || ' ', 60))),
                               'footnotes', '[]'::jsonb, 'annotations', '[]'::jsonb),
            true, n || '/Cv-C/' || 1990 + n % 35, (1990 + n % 35)::bigint * 10000000 + n
       from generate_series(1, $1::bigint) as n`,
    [size, vocabulary.length],
  )
  await client.query(
    `insert into case_numbers (case_file_id, position, number, key)
     select id, 0, case_numbers_text, 'cv-c/' || number_order / 10000000 || '/' || id from case_files`,
  )
  await client.query('insert into case_file_types (case_file_id, case_type_id) select id, 1 + id % 20 from case_files')
  await client.query(
    'insert into case_file_statuses (case_file_id, case_status_id) select id, 1 + id % 7 from case_files where id % 2 = 0',
  )
  await client.query('vacuum analyze')
  await client.end()
}
