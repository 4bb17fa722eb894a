import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { buildRandom } from '#db/seed/random.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { listRows } from './list.ts'
import type { ListQuery } from './listConditions.ts'
import { runs } from '#test/nightly.ts'

/** Long lists are searched by n-grams: the rows and counts must equal those of a full scan. */

let database: TestDatabase
let connection: Connection

const random = buildRandom(40)
const syllables = [...'ޙުކުމްގަޟިއްޔާދައުލަތުގެޤަރުޟުކޯޓު'.matchAll(/[ހ-ޥޱ][ަ-ް]*/gu)].map(([one]) => one)
const makeWord = () => Array.from({ length: random.whole(1, 6) }, () => random.pick(syllables)).join('')
const oddWords = ['Éclair', 'café', 'ކަާށް', '100%_', 'a\\b', 'ﷺ', 'الْحُكْمُ', 'އްލާﷲ', 'ﻻ', 'ބަަދަލު', '\u200bކޮން\u200d']
const commonWords = Array.from({ length: 40 }, makeWord)
const makeTitle = () =>
  Array.from({ length: random.whole(0, 4) }, () =>
    random.chance(0.1) ? random.pick(oddWords) : random.chance(0.5) ? random.pick(commonWords) : makeWord(),
  ).join(' ')

const titles = Array.from({ length: 1500 }, makeTitle)

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.maintenance, { connections: 1 })
  await sql`set session_replication_role = replica`.execute(connection.db)
  await sql`insert into courts (name) values ('@@'), ('@#')`.execute(connection.db)
  await addRows(titles, 33)
  await sql`analyze case_files`.execute(connection.db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/**
 * Adds rows of two courts, `second` percent of the second; some are deleted. One row in `sparse` has a date and a case
 * number: inserting the n-grams of long texts is slow.
 */
const addRows = (newTitles: readonly string[], second: number, sparse = 1) =>
  sql`
    insert into case_files (court_id, title, closed_date, case_numbers_text, number_order, deleted_at)
    select case when n % 100 < ${second} then 2 else 1 end, title,
           case when n % 7 > 0 and n % ${sparse} = 0 then date '2000-01-01' + (n * 7919 % 900)::integer end,
           case when n % 5 > 0 and n % ${sparse} = 0 then n || '/Cv-C/' || 2000 + n % 20 else '' end,
           (n * 104729 % 300), case when n % 11 = 0 then now() end
      from unnest(${newTitles}::text[]) with ordinality as new_rows (title, n)`.execute(connection.db)

const folded = (text: RawBuilder<unknown>, word: string) =>
  sql`strpos(fold_text(${text}), fold_text(${word.replace(/(?<=..)[\u07aa\u07b0]$/u, '')})) > 0`
const listText = sql`case_numbers_text || ' ' || title || ' ' || coalesce(day_text(closed_date), '')`
const orders: Record<string, RawBuilder<unknown>> = {
  closed_date: sql`closed_date`, title: sql`fold_text(title)`, case_numbers_text: sql`number_order`,
} // prettier-ignore
const wordsIn = (text = '') => text.split(/\s+/).filter((one) => one !== '')

/** The reference: scans and sorts all rows. */
async function fullScan({ SearchQuery, Columns, Sort, Page = 1, PageSize, filters }: ListQuery) {
  const { by, descending } = Sort ?? { by: 'closed_date', descending: true }
  const conditions = [
    sql`deleted_at is null and court_id = ${filters['Court']}`,
    ...wordsIn(SearchQuery).map((word) => folded(listText, word)),
    ...wordsIn(Columns?.['title']).map((word) => folded(sql`title`, word)),
  ]
  const { rows } = await sql<{ id: number }>`
    select id from case_files where ${sql.join(conditions, sql` and `)}
     order by ${orders[by]} ${descending ? sql`desc nulls last` : sql`asc nulls first`}, id ${descending ? sql`desc` : sql`asc`}`.execute(
    connection.db,
  )
  const countLimit = limits.search.exact_count
  const size = PageSize ?? (rows.length > limits.list.unpaged_rows ? limits.list.page_size : limits.list.unpaged_rows)
  return {
    count: Math.min(rows.length, countLimit),
    countIsExact: rows.length <= countLimit,
    ids: rows.slice((Page - 1) * size, Page * size).map(({ id }) => id),
  }
}

async function search(query: ListQuery) {
  const { count, countIsExact, data } = await listRows(connection.db, caseFilesConfig, query, [])
  return { count, countIsExact, ids: data.map(({ id }) => id) }
}

/** A part of a word of some title, as a user types it; sometimes with another syllable added. */
function part(): string {
  const letters = [...(random.pick(random.pick(titles).split(' ')) || 'އަ')]
  const from = random.whole(0, Math.max(0, letters.length - 2))
  const word = letters.slice(from, from + random.whole(1, 9)).join('')
  return random.chance(0.1) ? word + random.pick(syllables) : word
}

function makeQuery(): ListQuery {
  const words = [...Array.from({ length: random.whole(0, 2) }, part), ...(random.chance(0.2) ? ['/cv-c/20'] : [])]
  const sort = random.pick(['', ...Object.keys(orders)])
  return {
    filters: { Court: random.whole(1, 2) },
    ...(words.length > 0 && { SearchQuery: words.join(' ') }),
    ...(random.chance(0.4) && { Columns: { title: part() } }),
    ...(sort !== '' && { Sort: { by: sort, descending: random.chance(0.5) } }),
    ...(random.chance(0.7) && { PageSize: random.whole(1, 30) }),
  }
}

/** Adds the number of an existing page. */
async function withPage(query: ListQuery): Promise<ListQuery> {
  if (query.PageSize === undefined) return query
  const { count } = await fullScan(query)
  return { ...query, Page: random.whole(1, Math.max(1, Math.min(20, Math.ceil(count / query.PageSize)))) }
}

describe('search by n-grams', () => {
  test('search by n-grams finds the same rows, order, and count as a full scan for random queries', async () => {
    for (let round = 0; round < runs(12, 250); round += 1) {
      const query = await withPage(makeQuery())
      expect({ query, ...(await search(query)) }).toEqual({ query, ...(await fullScan(query)) })
    }
  })

  test.each([...oddWords, 'ާށް', 'ރުޟުކޯޓު', '/cv-c/2001', 'december 31st', 'ޖެނުއަރީ'])(
    'search by n-grams finds the same rows as a full scan for %j',
    async (word) => {
      for (const query of [{ SearchQuery: word }, { Columns: { title: word } }]) {
        const listQuery = { ...query, filters: { Court: 1 } }
        expect(await search(listQuery)).toEqual(await fullScan(listQuery))
      }
    },
  )

  test('search by n-grams uses its index', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from case_files
       where deleted_at is null and court_id = 1
         and list_ngrams(court_id, list_text) @> query_ngrams(1, 'ގަރުޟު')`.execute(connection.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('case_files_ngrams_idx')
  })

  test('search by n-grams counts up to its limit, and pages beyond it have the order of a full scan', async () => {
    for (let part = 0; part < 4; part += 1)
      await addRows(
        Array.from({ length: 3200 }, (_, row) => `ދައުލަތުގެ ${row % 900}`),
        10,
        runs(20, 1),
      )
    const all = [undefined, ...Object.keys(orders).flatMap((by) => [{ by }, { by, descending: true }])]
    const sorts = all.filter((_, index) => index % runs(3, 1) === 0)
    for (const Court of [1, 2])
      for (const Sort of sorts) {
        const query = { SearchQuery: 'ދައުލަތު', filters: { Court }, PageSize: 10, Page: 30, ...(Sort && { Sort }) }
        const answer = await search(query)
        expect({ query, ...answer }).toEqual({ query, ...(await fullScan(query)) })
        expect(answer.countIsExact).toBe(Court === 2)
      }
  })
})
