import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { connect } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { SessionContext } from '#server/http/endpoint.ts'
import { findCases, queryOf } from '#server/search/find.ts'
import { openIndex } from '#server/search/open.ts'
import type { CaseFilters } from '#shared/calls/search.ts'
import { generateCases } from '../db/seed/generate.ts'
import { readVocabulary } from '../db/seed/lists.ts'
import { buildRandom } from '../db/seed/random.ts'
import { startCluster } from '../scripts/cluster.ts'

/**
 * `g/search` with cards, snippets, the exact count and facets, beside the same queries on PostgreSQL's own full-text search
 * (`simple` configuration, a GIN index, a page of twelve by `ts_rank`, the exact count) in the same run.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '200' },
    /** How many of the queries the peer is asked too; it takes seconds for a common word. */
    peer: { type: 'string', default: '200' },
  },
})
const size = Number(values.cases)

const folder = join(import.meta.dirname, '../.cache/bench')
mkdirSync(folder, { recursive: true })
const cluster = await startCluster(join(folder, 'postgres'), 'bench')
const url = cluster.url(`bench_${size}`)
await prepareLibrary()
const { db, close } = connect(url)
const search = await openIndex({ folder: join(folder, `index-${size}`), databaseUrl: url, threads: 2 })
await timed('index ready', () => search.caughtUp())

const queries = buildQueries(Number(values.queries))
const ours = await measure(queries, runOurs)
// A pool of its own: the server's gives a statement ten seconds, which the peer may need on a busy machine.
const peer = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
})
const theirs = await measure(queries.slice(0, Number(values.peer)), runPostgres)
report()

await search.close()
await peer.destroy()
await close()
await cluster.stop()

type BenchQuery = { kind: string; filters: CaseFilters; postgres: { text: string; court?: number } }

async function prepareLibrary() {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [`bench_${size}`])
  if (rowCount === 0) {
    await client.query(`create database bench_${size}_new`)
    const fresh = cluster.url(`bench_${size}_new`)
    await migrate(fresh)
    await timed(`${size} case files`, () => generateCases(fresh, size))
    await timed('PostgreSQL full-text index', () => buildPostgresIndex(fresh))
    await client.query(`alter database bench_${size}_new rename to bench_${size}`)
  }
  await client.end()
}

/** The peer gets what ours gets: title, parties and text of every case, in a table of the benchmark's own. */
async function buildPostgresIndex(fresh: string) {
  const client = new pg.Client({ connectionString: fresh })
  await client.connect()
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(`
    create table bench_texts as
    select case_files.id, court_id,
           to_tsvector('simple', title || ' ' || claimant || ' ' || respondant || ' ' ||
             (select string_agg(op ->> 'insert', ' ') from jsonb_array_elements(case_content -> 'content') as op)) as words
      from case_files`)
  await client.query('create index on bench_texts using gin (words)')
  await client.query('alter table bench_texts add primary key (id)')
  await client.query('vacuum analyze')
  await client.end()
}

function buildQueries(count: number): BenchQuery[] {
  const random = buildRandom(5)
  const vocabulary = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))
  const common = () => random.pick(vocabulary.slice(0, 20))
  const usual = () => random.pick(vocabulary.slice(20, 2000))
  const kinds: Record<string, () => Omit<BenchQuery, 'kind'>> = {
    'common word': () => plain(common()),
    'two words': () => plain(`${usual()} ${usual()}`),
    phrase: () => {
      const [one, other] = [common(), common()]
      return { filters: { Query: `"${one} ${other}"` }, postgres: { text: `${one} <-> ${other}` } }
    },
    filter: () => {
      const [word, court] = [usual(), random.whole(1, 190)]
      return { filters: { Query: word, Court: court }, postgres: { text: word, court } }
    },
    number: () => {
      const number = `${10_000 + random.whole(0, size - 1)}`
      return { filters: { Query: number }, postgres: { text: number } }
    },
  }
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length] ?? ''
    return { kind, ...(kinds[kind]?.() ?? plain('')) }
  })
}

function plain(words: string) {
  return { filters: { Query: words }, postgres: { text: words.split(' ').join(' & ') } }
}

async function runOurs({ filters }: BenchQuery) {
  // The only parts of a context that a search looks at.
  const context = { db, session: { abilities: [] as string[] } } as unknown as SessionContext
  const { count, data } = await findCases(context, search, queryOf(filters), { Facets: true })
  return { count, rows: data.length }
}

async function runPostgres({ postgres: { text, court } }: BenchQuery) {
  const where = sql`words @@ to_tsquery('simple', ${text}) and (${court ?? null}::bigint is null or court_id = ${court ?? null})`
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from bench_texts where ${where}`.execute(peer)
  const { rows } = await sql`
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
  return { count: counted[0]?.count ?? 0, rows: rows.length }
}

type Timing = { kind: string; ms: number; count: number }

async function measure(
  all: readonly BenchQuery[],
  run: (query: BenchQuery) => Promise<{ count: number; rows: number }>,
) {
  for (const query of all.slice(0, 20)) await run(query)
  const timings: Timing[] = []
  for (const query of all) {
    const begun = performance.now()
    const { count } = await run(query)
    timings.push({ kind: query.kind, ms: performance.now() - begun, count })
  }
  return timings
}

function report() {
  const kinds = [...new Set(queries.map(({ kind }) => kind)), 'all']
  console.log(
    `\n${size.toLocaleString('en')} case files, ${ours.length} queries, ${theirs.length} of them asked of PostgreSQL too, one after the other; milliseconds`,
  )
  console.log('kind           matches   ours p50    p95   PostgreSQL p50    p95   ratio p50   p95')
  for (const kind of kinds) {
    const of = (timings: Timing[]) => timings.filter((timing) => kind === 'all' || timing.kind === kind)
    const [mine, other] = [of(ours), of(theirs)]
    const [a, b, c, d] = [
      percentile(mine, 0.5),
      percentile(mine, 0.95),
      percentile(other, 0.5),
      percentile(other, 0.95),
    ]
    const matches = Math.round(mine.reduce((sum, { count }) => sum + count, 0) / mine.length)
    console.log(
      `${kind.padEnd(13)}${String(matches).padStart(9)}${a.toFixed(1).padStart(11)}${b.toFixed(1).padStart(7)}${c.toFixed(1).padStart(17)}${d.toFixed(1).padStart(7)}${(c / a).toFixed(1).padStart(12)}${(d / b).toFixed(1).padStart(6)}`,
    )
  }
}

function percentile(timings: readonly Timing[], share: number) {
  const sorted = timings.map(({ ms }) => ms).sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function timed(what: string, work: () => Promise<unknown>) {
  const begun = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}
