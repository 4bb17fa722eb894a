import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { listRows } from '#server/crud/list.ts'
import type { ListQuery } from '#server/crud/listConditions.ts'
import { connect, type Db } from '#server/db/database.ts'
import { types } from '#server/db/types.ts'
import { limits } from '#shared/limits.ts'
import { buildRandom } from '#db/seed/random.ts'
import { openListLibrary, vocabulary } from '#bench/lists/library.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { median, percentile } from '#bench/report/percentile.ts'
import { clock, spreadOf } from '#bench/search/timings.ts'

/**
 * `caseFiles/get` (first page, sorted, filtered, searched) compared with a plain list in the same run: all columns, `ilike`
 * over the displayed text, and an exact count. A third of the cases belong to the requested court. Ends with 1 when all questions
 * together are slower than the goal in the 95th percentile.
 */
const goal_ms = 40
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    repeats: { type: 'string', default: '20' },
    /** Repetitions of the plain list, which takes seconds with a million rows. */
    peer: { type: 'string', default: '3' },
    /** Warm-up repetitions, because a database that has just started reads its pages first. */
    warm: { type: 'string', default: '20' },
    ...recordOption,
  },
})
const size = Number(values.rows)
const library = await openListLibrary(size)
const ours = connect(library.url, { connections: 2 })
// Without the statement timeout of the server.
const pool = new pg.Pool({ connectionString: library.url, max: 1, types })
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
print('question', ['ours p50', 'p95', 'plain p50', 'ratio'])
const rows: Row[] = []
const all: Record<'mine' | 'theirs', number[]> = { mine: [], theirs: [] }
for (const [name, buildQuery] of Object.entries(queries)) {
  const mine = await measure(Number(values.repeats), () => queryOurs(buildQuery()))
  const theirs = await measure(Number(values.peer), () => queryPlain(plain, buildQuery()))
  all.mine.push(...mine)
  all.theirs.push(...theirs)
  const [one, other] = [spreadOf(mine), median(theirs)]
  rows.push({ what: name, unit: 'ms', ours: one.p50, other, other_name: 'plain list' })
  print(name, [...[one.p50, one.p95, other].map((ms) => ms.toFixed(1)), (one.p50 / other).toFixed(2)])
}
const spread = spreadOf(all.mine)
print('all', [spread.p50.toFixed(1), spread.p95.toFixed(1)])
const isPlain = { unit: 'ms', goal: goal_ms, other_name: 'plain list' } as const
rows.push(
  { ...isPlain, what: 'median of all', ours: spread.p50, other: median(all.theirs) },
  { ...isPlain, what: 'p95 of all', ours: spread.p95, other: percentile(all.theirs, 0.95) },
)
if (values.record) record('lists', rows, size)
process.exitCode = spread.p95 <= goal_ms ? 0 : 1

await plain.destroy()
await ours.close()
await library.close()

function print(what: string, columns: readonly string[]) {
  console.log(`${what.padEnd(28)}${columns.map((text) => text.padStart(11)).join('')}`)
}

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
  for (let time = 0; time < times; time += 1) latencies.push(await clock(run))
  return latencies
}
