import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import type { CaseCard, PhraseCard, SearchResult, Suggestion } from '#shared/calls/search.ts'
import { demoPassword, writeAccess } from '#db/seed/access.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { addCase, addPhrase, type NewCase } from '#test/searchIndex.ts'

/** The first answer after a deletion or an unpublication shows a reader nothing of the case. */

let api: Api
let client: pg.Client
let reader: Caller
beforeAll(async () => {
  api = await openApi({ index: true, fill: (url) => withClient(url, writeAccess) })
  client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  reader = await api.as('subscriber@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(async () => {
  await client.end()
  await api.close()
})

/** All numbers that show cases with a word: results, counts, facet values, and suggestions. */
async function tracesOf(word: string) {
  const input = { Type: 'CaseFile', Query: word, Facets: true }
  const [found, narrowed, alone, suggested] = await Promise.all([
    reader('g/search', input),
    reader('g/advancedSearch', { ...input, ClosedDate: { from: '2020-01-01' } }),
    reader('g/search', { ...input, Facets: 'only' }),
    reader('g/suggest', { Type: 'CaseFile', Query: word.slice(0, -1) }),
  ])
  const results = [found, narrowed, alone].map(({ body }) => body as unknown as SearchResult<CaseCard>)
  const { data: suggestions } = suggested.body as unknown as { data: Suggestion[] }
  return [
    ...results.flatMap(({ data, count, facets }) => [data.length, count, facets?.year.length, facets?.court.length]),
    suggestions.length,
  ]
}

const nothing = Array<number>(13).fill(0)

test.each([
  ['deleted', 'ކަޅުދޫކަޅުދޫ', 'deleted_at = now()'],
  ['no longer published', 'މާތަރިމާތަރި', 'published = false'],
])(
  'a case that is %s is missing from results, counts, facets, and suggestions at once',
  async (_what, name, change) => {
    const ids: number[] = []
    for (const wanted of [{ keywords: name }, { text: [`${name} ބުންޏެވެ`] }] satisfies NewCase[])
      ids.push(await addCase(client, { title: 'ދަރަނި', claimant: name, ...wanted }))
    await api.search.waitForRefresh()
    expect(await tracesOf(name)).toEqual([
      2,
      2,
      1,
      1,
      2,
      2,
      1,
      1,
      0,
      0,
      1,
      1,
      expect.toSatisfy((many: number) => many > 0),
    ])

    // Another transaction runs, and many changes were committed since it began.
    const long = await openTransaction()
    await addChanges(6000)
    for (const id of ids) await client.query(`update case_files set ${change} where id = $1`, [id])
    expect(await tracesOf(name)).toEqual(nothing)
    await long.end()
  },
)

test('a case that is published while an older transaction runs is found before that ends, and stays', async () => {
  const long = await openTransaction()
  await addCase(long, { title: 'ދިގުދިގުދިގު' })
  await addCase(client, { title: 'ކުރުކުރުކުރު' })
  await api.search.waitForRefresh()
  expect(await countOf('ކުރުކުރުކުރު')).toBe(1)
  expect(await countOf('ދިގުދިގުދިގު')).toBe(0)
  await long.query('commit')
  await api.search.waitForRefresh()
  expect([await countOf('ކުރުކުރުކުރު'), await countOf('ދިގުދިގުދިގު')]).toEqual([1, 1])
  await long.end()
})

test.each([
  ['deleted', '2021/XA-B/17', 'ހެކި', 'deleted_at = now()', 'deleted_at = null'],
  ['no longer published', '2021/XA-B/18', 'ހުވާ', 'published = false', 'published = true'],
])(
  'a phrase is not found by the number of a case that is %s, and again when it is back',
  async (_what, number, word, away, back) => {
    const id = await addCase(client, { title: 'ދަރަނި', number })
    await addPhrase(client, { dhivehi: word, usedIn: number })
    await addPhrase(client, { dhivehi: `${word}ން`, usedIn: number, published: false })
    const other = number.replace('XA-B', 'XA-C')
    const set = (change: string) => client.query(`update case_files set ${change} where id = $1`, [id])
    await api.search.waitForRefresh()
    expect(await phrasesBy(number)).toBe(1)

    const long = await openTransaction()
    await set(away)
    expect(await phrasesBy(number)).toBe(0)
    await set(back)
    await api.search.waitForRefresh()
    expect(await phrasesBy(number)).toBe(1)
    await client.query(`update case_numbers set number = $2 where case_file_id = $1`, [id, other])
    await api.search.waitForRefresh()
    expect([await phrasesBy(number), await phrasesBy(other)]).toEqual([0, 1])
    await long.end()
  },
)

async function phrasesBy(number: string) {
  const { body } = await reader('g/search', { Type: 'Phrase', Query: number })
  return (body as unknown as SearchResult<PhraseCard>).count
}

/** A connection with an open transaction. */
async function openTransaction() {
  const long = new pg.Client({ connectionString: api.databaseUrl })
  await long.connect()
  await long.query('begin; select pg_current_xact_id()')
  return long
}

/** Adds changes of a visible case to the change log, which the index has to read. */
async function addChanges(many: number) {
  const id = await addCase(client, { title: 'ގިނައިން ބަދަލުވާ' })
  await client.query(
    `insert into change_log (resource, row_id) select 'caseFiles', $1 from generate_series(1, $2::integer)`,
    [id, many],
  )
}

async function countOf(word: string) {
  const { body } = await reader('g/search', { Type: 'CaseFile', Query: word })
  return (body as unknown as SearchResult<CaseCard>).count
}
