import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { buildRandom } from '../../db/seed/random.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { listRows } from './list.ts'
import type { ListQuery } from './listConditions.ts'
import { runs } from '../../test/nightly.ts'

/** A long list is found by pieces of words, in one question: the same rows and counts as by looking at every row. */

let database: TestDatabase
let connection: Connection

const random = buildRandom(40)
const syllables = [...'ޙުކުމްގަޟިއްޔާދައުލަތުގެޤަރުޟުކޯޓު'.matchAll(/[ހ-ޥޱ][ަ-ް]*/gu)].map(([one]) => one)
const makeWord = () => Array.from({ length: random.whole(1, 6) }, () => random.pick(syllables)).join('')
const odd = ['Éclair', 'café', 'ކަާށް', '100%_', 'a\\b', 'ﷺ', 'الْحُكْمُ', 'އްލާﷲ', 'ﻻ', 'ބަަދަލު', '\u200bކޮން\u200d']
const few = Array.from({ length: 40 }, makeWord)
const makeTitle = () =>
  Array.from({ length: random.whole(0, 4) }, () =>
    random.chance(0.1) ? random.pick(odd) : random.chance(0.5) ? random.pick(few) : makeWord(),
  ).join(' ')

const titles = Array.from({ length: 1500 }, makeTitle)

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 1 })
  await sql`set session_replication_role = replica`.execute(connection.db)
  await sql`insert into courts (name) values ('@@'), ('@#')`.execute(connection.db)
  await addRows(titles, 33)
  await sql`analyze case_files`.execute(connection.db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Of two courts, so many of a hundred of the second; some without a day, some deleted. */
const addRows = (given: readonly string[], second: number) =>
  sql`
    insert into case_files (court_id, title, closed_date, case_numbers_text, number_order, deleted_at)
    select case when n % 100 < ${second} then 2 else 1 end, title,
           case when n % 7 > 0 then date '2000-01-01' + (n * 7919 % 900)::integer end,
           case when n % 5 > 0 then n || '/Cv-C/' || 2000 + n % 20 else '' end,
           (n * 104729 % 300), case when n % 11 = 0 then now() end
      from unnest(${given}::text[]) with ordinality as given (title, n)`.execute(connection.db)

const folded = (text: RawBuilder<unknown>, word: string) =>
  sql`strpos(fold_text(${text}), fold_text(${word.replace(/(?<=..)[\u07aa\u07b0]$/u, '')})) > 0`
const shown = sql`case_numbers_text || ' ' || title || ' ' || coalesce(day_text(closed_date), '')`
const orders: Record<string, RawBuilder<unknown>> = {
  closed_date: sql`closed_date`, title: sql`fold_text(title)`, case_numbers_text: sql`number_order`,
} // prettier-ignore
const wordsIn = (text = '') => text.split(/\s+/).filter((one) => one !== '')

/** Every row is looked at, and all are put in order. */
async function lookAtAll({ SearchQuery, Columns, Sort, Page = 1, PageSize, filters }: ListQuery) {
  const { by, descending } = Sort ?? { by: 'closed_date', descending: true }
  const conditions = [
    sql`deleted_at is null and court_id = ${filters['Court']}`,
    ...wordsIn(SearchQuery).map((word) => folded(shown, word)),
    ...wordsIn(Columns?.['title']).map((word) => folded(sql`title`, word)),
  ]
  const { rows } = await sql<{ id: number }>`
    select id from case_files where ${sql.join(conditions, sql` and `)}
     order by ${orders[by]} ${descending ? sql`desc nulls last` : sql`asc nulls first`}, id ${descending ? sql`desc` : sql`asc`}`.execute(
    connection.db,
  )
  const most = limits.search.exact_count
  const size = PageSize ?? (rows.length > limits.list.unpaged_rows ? limits.list.page_size : limits.list.unpaged_rows)
  return {
    count: Math.min(rows.length, most),
    countIsExact: rows.length <= most,
    ids: rows.slice((Page - 1) * size, Page * size).map(({ id }) => id),
  }
}

async function ask(query: ListQuery) {
  const { count, countIsExact, data } = await listRows(connection.db, caseFilesConfig, query, [])
  return { count, countIsExact, ids: data.map(({ id }) => id) }
}

/** A part of what stands in a title, as somebody begins to type it; now and then with another letter. */
function part(): string {
  const letters = [...(random.pick(random.pick(titles).split(' ')) || 'އަ')]
  const from = random.whole(0, Math.max(0, letters.length - 2))
  const word = letters.slice(from, from + random.whole(1, 9)).join('')
  return random.chance(0.1) ? word + random.pick(syllables) : word
}

function makeQuery(): ListQuery {
  const search = [...Array.from({ length: random.whole(0, 2) }, part), ...(random.chance(0.2) ? ['/cv-c/20'] : [])]
  const sort = random.pick(['', ...Object.keys(orders)])
  return {
    filters: { Court: random.whole(1, 2) },
    ...(search.length > 0 && { SearchQuery: search.join(' ') }),
    ...(random.chance(0.4) && { Columns: { title: part() } }),
    ...(sort !== '' && { Sort: { by: sort, descending: random.chance(0.5) } }),
    ...(random.chance(0.7) && { PageSize: random.whole(1, 30) }),
  }
}

/** A page that there is. */
async function asPage(query: ListQuery): Promise<ListQuery> {
  if (query.PageSize === undefined) return query
  const { count } = await lookAtAll(query)
  return { ...query, Page: random.whole(1, Math.max(1, Math.min(20, Math.ceil(count / query.PageSize)))) }
}

describe('what pieces find', () => {
  test('are the rows, the order and the count that every row has a say in', async () => {
    for (let round = 0; round < runs(60, 250); round += 1) {
      const query = await asPage(makeQuery())
      expect({ query, ...(await ask(query)) }).toEqual({ query, ...(await lookAtAll(query)) })
    }
  })

  test.each([...odd, 'ާށް', 'ރުޟުކޯޓު', '/cv-c/2001', 'december 31st', 'ޖެނުއަރީ'])('hold for %j', async (word) => {
    for (const query of [{ SearchQuery: word }, { Columns: { title: word } }]) {
      const asked = { ...query, filters: { Court: 1 } }
      expect(await ask(asked)).toEqual(await lookAtAll(asked))
    }
  })

  test('are searched by the index of pieces', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from case_files
       where deleted_at is null and court_id = 1
         and list_ngrams(court_id, list_text) @> query_ngrams(1, 'ގަރުޟު')`.execute(connection.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('case_files_ngrams_idx')
  })

  test('are counted up to the most that is counted, and read in their order beyond it', async () => {
    for (let part = 0; part < 4; part += 1)
      await addRows(Array.from({ length: 3200 }, (_, row) => `ދައުލަތުގެ ${row % 900}`), 10) // prettier-ignore
    const sorts = [undefined, ...Object.keys(orders).flatMap((by) => [{ by }, { by, descending: true }])]
    for (const Court of [1, 2])
      for (const Sort of sorts) {
        const query = { SearchQuery: 'ދައުލަތު', filters: { Court }, PageSize: 10, Page: 30, ...(Sort && { Sort }) }
        const answer = await ask(query)
        expect({ query, ...answer }).toEqual({ query, ...(await lookAtAll(query)) })
        expect(answer.countIsExact).toBe(Court === 2)
      }
  })
})
