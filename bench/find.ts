import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { buildRandom } from '#db/seed/random.ts'
import { readableFields } from '#server/crud/columns.ts'
import { findRow } from '#server/crud/find.ts'
import { isInList } from '#server/crud/list.ts'
import { lookup } from '#server/crud/lookups.ts'
import { connect } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { openListLibrary, vocabulary } from '#bench/lists/library.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { clock, spreadOf } from '#bench/search/timings.ts'

/**
 * One record among many, as `caseFiles/find`, `caseFiles/isDisplayed` and a select of case numbers ask for it, next to the plain
 * query in the same run: all columns by the primary key, an `ilike` of that row, an `ilike` over all numbers. Ends with 1 when a
 * median is above its goal: choices are a list.
 */
const goals_ms = { row: 10, list: 40 }
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    repeats: { type: 'string', default: '100' },
    /** Repetitions of the plain queries, of which one reads all numbers. */
    peer: { type: 'string', default: '20' },
    ...recordOption,
  },
})
const size = Number(values.rows)
const warm = 20

const library = await openListLibrary(size)
const { db, close } = connect(library.url, { connections: 1 })
const random = buildRandom(11)
const id = () => random.whole(1, size)
const word = () => random.pick(vocabulary.slice(200, 2000))
const abilities = ['read-caseFiles', 'read-phrases']
const context = { db, session: { abilities } } as unknown as SessionContext
const choices = lookup(phrases, phrases.fields.used_cases)

/** Ours and the plain query of each task. */
const tasks: Record<
  string,
  { ours: () => Promise<unknown>; plain: () => Promise<unknown>; name: string; goal: number }
> = {
  record: {
    ours: () => findRow(db, caseFilesConfig, id(), abilities),
    plain: () => sql`select * from case_files where id = ${id()}`.execute(db),
    name: 'bare primary-key query',
    goal: goals_ms.row,
  },
  'whether a list shows it': {
    ours: () => isInList(db, caseFilesConfig, id(), { SearchQuery: word(), filters: { Court: 1 } }, abilities),
    plain: () =>
      sql`select from case_files where id = ${id()} and court_id = 1 and title ilike ${`%${word()}%`}`.execute(db),
    name: 'bare primary-key query',
    goal: goals_ms.row,
  },
  'choices of a case number': {
    ours: () => choices.run(context, { SearchQuery: `${id()}/Cv-C` }),
    plain: () =>
      sql`select id, number from case_numbers where number ilike ${`%${id()}/Cv-C%`} order by number limit 51`.execute(
        db,
      ),
    name: 'plain ilike',
    goal: goals_ms.list,
  },
  'choices before a letter is typed': {
    ours: () => choices.run(context, {}),
    plain: () => sql`select id, number from case_numbers order by number limit 51`.execute(db),
    name: 'plain list',
    goal: goals_ms.list,
  },
}

console.log(`${size.toLocaleString('en')} case files, ${readableFields(caseFilesConfig, abilities).length} fields; ms`)
print('task', ['ours p50', 'p95', 'plain p50', 'ratio'])
const rows: Row[] = []
for (const [name, { ours, plain, name: other_name, goal }] of Object.entries(tasks)) {
  await measure(warm, ours)
  const mine = spreadOf(await measure(Number(values.repeats), ours))
  await measure(1, plain)
  const theirs = spreadOf(await measure(Number(values.peer), plain))
  print(name, [...[mine.p50, mine.p95, theirs.p50].map((ms) => ms.toFixed(2)), (mine.p50 / theirs.p50).toFixed(2)])
  rows.push(
    { what: `${name}, median`, unit: 'ms', ours: mine.p50, other: theirs.p50, other_name, goal },
    { what: `${name}, p95`, unit: 'ms', ours: mine.p95, other: theirs.p95, other_name },
  )
}
if (values.record) record('find', rows, size)
process.exitCode = rows.every(({ goal = Infinity, ours }) => ours <= goal) ? 0 : 1

await close()
await library.close()

async function measure(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  for (let time = 0; time < times; time += 1) latencies.push(await clock(run))
  return latencies
}

function print(what: string, columns: readonly string[]) {
  console.log(`${what.padEnd(34)}${columns.map((text) => text.padStart(11)).join('')}`)
}
