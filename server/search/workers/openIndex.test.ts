import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseQuery } from '#server/search/types.ts'
import { leastTimeOf, until } from '#test/live.ts'
import { runs } from '#test/nightly.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'

/** What an open index finds, and how soon. */

let library: SmallLibrary
/** More than the worker reads in one batch. */
const many = runs(150, 3000)

beforeAll(async () => {
  library = await openSmallLibrary()
  await library.client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
})
afterAll(() => library.close())

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const count = async (query: CaseQuery) => (await library.index.searchCases(query, paging)).count

/** Polls as a user would, and returns the milliseconds. */
const eventually = (what: () => Promise<number>, wanted: number) =>
  until(async () => (await what().catch(() => undefined)) === wanted)

test('terms that the index generates are found by no query', async () => {
  const id = await library.addCase({ title: 'ރިހިރިހި' })
  await library.client.query(
    `insert into case_numbers (case_file_id, position, number, key) values ($1, 0, '80/HC-A/2013', 'hca/2013/80')`,
    [id],
  )
  await library.index.waitForRefresh()
  expect(await count({ courts: [1] })).toBeGreaterThan(0)
  for (const text of ['c1', 'yany', 'hcax2013x80', '"c1 yany"', 'C1'])
    expect([text, await count(queryOf(text))]).toEqual([text, 0])
})

test('a case without a closing date is in no range of days', async () => {
  await library.addCase({ title: 'ބުރިބުރި', closed_date: null })
  await library.addCase({ title: 'ބުރިބުރި', closed_date: '1994-03-01' })
  await library.index.waitForRefresh()
  expect(await count(queryOf('ބުރިބުރި'))).toBe(2)
  for (const range of [
    { closed_to: '2030-01-01' },
    { closed_from: '1900-01-01' },
    { closed_from: '1994-03-01', closed_to: '1994-03-01' },
  ])
    expect(await count(queryOf('ބުރިބުރި', range))).toBe(1)
  expect(await count(queryOf('ބުރިބުރި', { closed_to: '1994-02-28' }))).toBe(0)
})

test('a claimant is not found as a respondent', async () => {
  await library.addCase({ title: 'ފަލަފަލަ', claimant: 'އަޙްމަދު ޢަލީ' })
  await library.index.waitForRefresh()
  expect(await count({ claimant: 'އަހްމަދު' })).toBe(1)
  expect(await count({ respondant: 'އަހްމަދު' })).toBe(0)
})

test('a query of five hundred words, or of scripts that Unicode added later, finds nothing without an error', async () => {
  const all = Array.from({ length: 500 }, (_, number) => `w${number}`)
  expect(await count(queryOf(all.join(' ')))).toBe(0)
  expect(await count(queryOf(`"${all.join(' ')}"`))).toBe(0)
  expect(await count(queryOf('ꭰꭱꭲ 𞤀𞤁𞤂 𐞀𐞁'))).toBe(0)
})

test('a case is found within two seconds of its commit, and not before', async () => {
  const least = await leastTimeOf(['މެދުމެދު', 'ތަފާތުތަފާތު', 'ކިނިކިނި'], async (title) => {
    await library.client.query('begin')
    await library.addCase({ title })
    await library.index.waitForRefresh()
    expect(await count(queryOf(title))).toBe(0)
    await library.client.query('commit')
    return eventually(() => count(queryOf(title)), 1)
  })
  expect(least).toBeLessThan(2000)
})

test('the index reconnects after its connection breaks, and finds what changed meanwhile', async () => {
  await library.client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
  )
  await library.addCase({ title: 'ލޮނުލޮނު' })
  await eventually(() => count(queryOf('ލޮނުލޮނު')), 1)
})

test('a new name of a judge is found in every case of that judge', async () => {
  await library.client.query(`insert into judges (name) values ('ހަސަން')`)
  await library.client.query(
    `insert into case_files (court_id, title, published) select min(courts.id), 'ގިނަގިނަ', true from courts, generate_series(1, $1::integer) group by generate_series`,
    [many],
  )
  await library.client.query(
    `insert into case_file_judges (case_file_id, judge_id, position)
     select case_files.id, judges.id, 0 from case_files, judges where title = 'ގިނަގިނަ'`,
  )
  await library.index.waitForRefresh()
  await library.client.query(`update judges set name = 'ޙުސައިން'`)
  await library.index.waitForRefresh()
  expect(await count(queryOf('ހުސައިން'))).toBe(many)
  expect(await count(queryOf('ހަސަން'))).toBe(0)
})

test('the pages of many matches hold each match once, across the limits of ranking', async () => {
  const all = runs(330, 20_030)
  await library.client.query(
    `insert into case_files (court_id, title, published, closed_date)
     select (select min(id) from courts), 'ހުރިހާއެންމެން', true, date '2000-01-01' + number % 3000 from generate_series(1, $1::integer) as number`,
    [all],
  )
  await library.index.waitForRefresh()
  const ids = new Set<number>()
  const last = Math.ceil(all / 12)
  const pages = [1, last - 8, last - 7, last - 6, last - 5, last - 4, last - 3, last - 2, last - 1, last]
  for (const page of pages)
    for (const id of (await library.index.searchCases(queryOf('ހުރިހާއެންމެން'), { ...paging, page })).ids) ids.add(id)
  expect(await count(queryOf('ހުރިހާއެންމެން'))).toBe(all)
  expect(ids.size).toBe(9 * 12 + (all - (last - 1) * 12))
})
