import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../../db/seed/access.ts'
import { type Api, type ApiAnswer, openApi } from '../../../test/api.ts'
import { until } from '../../../test/live.ts'
import { runs } from '../../../test/nightly.ts'

let api: Api
let subscriber: Awaited<ReturnType<Api['as']>>
let reader: Awaited<ReturnType<Api['as']>>
let editor: Awaited<ReturnType<Api['as']>>

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  subscriber = await api.as('subscriber@hukum.test', demoPassword)
  reader = await api.as('reader@hukum.test', demoPassword)
  editor = await api.as('editor@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

type Card = {
  reference: string
  case_numbers: { number: string }[]
  court: { id: number }
  closed_date: string
  matches: { paragraph: number; pieces: { text: string; marked: boolean }[] }[]
}
type Result = { data: Card[]; count: number; pages: number; redirect: string | null }

const resultOf = ({ status, body }: ApiAnswer) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Result
}
const cases = async (Query: string, more: object = {}) =>
  resultOf(await subscriber('g/search', { Type: 'CaseFile', Query, ...more }))
const advanced = async (filters: object) =>
  resultOf(await subscriber('g/advancedSearch', { Type: 'CaseFile', ...filters }))
const numbers = (result: Result) => result.data.flatMap((card) => card.case_numbers.map(({ number }) => number))
const markedIn = (card: Card | undefined) =>
  card?.matches
    .flatMap(({ pieces }) => pieces)
    .filter((piece) => piece.marked)
    .map((piece) => piece.text) ?? []

test('words are found in every spelling, and marked as they are written there', async () => {
  const dotted = await cases('އެއްބަސްވުން ޙުކުމް')
  const plain = await cases('އެއްބަސްވުން ހުކުމް')
  expect(plain.count).toBe(dotted.count)
  expect(plain.count).toBeGreaterThan(0)
  expect(markedIn(plain.data[0])).toEqual(expect.arrayContaining([expect.stringMatching(/^އެއްބަސްވ/)]))
})

test('every word has to be there, and words in quotes together', async () => {
  const [one, both, together] = [await cases('ހެކި ހުއްޖަތް'), await cases('ހެކި ޝައްކު'), await cases('"ހެކި ޝައްކު"')]
  expect(together.count).toBeLessThanOrEqual(both.count)
  expect(both.count).toBeLessThan((await cases('ޝައްކު')).count + 1)
  expect(one.count).toBeLessThan(300)
})

test.each(['1124/Cv-C/2021', '2021/Cv-C/1124', '1124-CVC-2021', '٢٠٢١/Cv-C/١١٢٤', 'No. 1124 / cv–c / 2021'])(
  'the number %s leads to its case',
  async (written) => {
    const result = await cases(written)
    expect(numbers(result)[0]).toBe('1124/Cv-C/2021')
    expect(result.redirect).toBe(result.data[0]?.reference)
    const { body } = await subscriber('g/getRefByCN', { CaseNumber: written })
    expect(body['Reference']).toBe(result.redirect)
  },
)

test('the texts that cite a number are found and marked however it is typed', async () => {
  const written = await cases('2013/HC-A/80')
  expect(written.count).toBeGreaterThan(12)
  for (const other of ['80-HCA-2013', '2013HCA80', '2013/HC/80', '80/HC-A/13', 'No. 2013/HC-A/080', '٨٠/HC-A/٢٠١٣']) {
    const result = await cases(other)
    expect([other, result.count, result.redirect]).toEqual([other, written.count, written.redirect])
    expect(result.data.map(({ reference }) => reference)).toEqual(written.data.map(({ reference }) => reference))
    expect(markedIn(result.data[3])).toEqual(markedIn(written.data[3]))
  }
})

test('an English phrase is found', async () => {
  const { status, body } = await subscriber('g/search', { Type: 'Phrase', Query: 'burden of proof' })
  expect(status).toBe(200)
  expect(body['data']).toEqual(expect.arrayContaining([expect.objectContaining({ english_phrase: 'burden of proof' })]))
})

test('filters hold together with the words', async () => {
  const { body } = await subscriber('g/getMeta')
  const courts = body['Courts'] as { id: number; name: string }[]
  const civil = courts.find(({ name }) => name === 'ސިވިލް ކޯޓު')?.id
  const result = await advanced({ Query: 'އެއްބަސްވުން', Court: civil, ClosedDate: { from: '2015-01-01', to: '2021-12-31' } })
  expect(result.count).toBeGreaterThan(0)
  for (const card of result.data) {
    expect(card.court.id).toBe(civil)
    expect(card.closed_date >= '2015-01-01' && card.closed_date <= '2021-12-31').toBe(true)
  }
})

test('a range of days alone is a search', async () => {
  const result = await advanced({ ClosedDate: { from: '2019-01-01', to: '2019-12-31' } })
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from case_files where closed_date between '2019-01-01' and '2019-12-31'`.execute(api.db)
  expect(result.count).toBe(rows[0]?.count)
})

test('the newest come first, or the oldest, when that is asked for', async () => {
  const dates = async (Sort: string) => (await cases('ޙުކުމް', { Sort })).data.map((card) => card.closed_date)
  const newest = await dates('newest')
  const oldest = await dates('oldest')
  expect(newest).toEqual([...newest].sort().reverse())
  expect(oldest).toEqual([...oldest].sort())
  expect(newest[0]).not.toBe(oldest[0])
})

test('count, pages and list always agree, whatever is asked', async () => {
  const words = ['ޙުކުމް', 'އެއްބަސްވުން', 'ދަޢުވާ', 'ދަރަނި', 'މައްސަލަ', 'ޝަރީޢަތް', '2020', '2013/HC-A/80']
  const filters = fc.record(
    {
      Query: fc.subarray(words, { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
      Court: fc.integer({ min: 1, max: 9 }),
      CaseTypes: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
      Judges: fc.subarray([7, 12, 13, 14], { minLength: 1 }),
      Sort: fc.constantFrom('relevance', 'newest', 'oldest'),
    },
    { requiredKeys: ['Query'] },
  )
  await fc.assert(
    fc.asyncProperty(filters, async (asked) => {
      const first = await advanced(asked)
      const references = new Set(first.data.map((card) => card.reference))
      for (let page = 2; page <= first.pages; page += 1)
        for (const card of (await advanced({ ...asked, Page: page })).data) references.add(card.reference)
      expect(references.size).toBe(first.count)
      expect(first.pages).toBe(Math.max(1, Math.ceil(first.count / 12)))
    }),
    { numRuns: runs(10, 25) },
  )
})

test('a change is found within two seconds of its commit, and a rolled-back one never', async () => {
  const rename = (title: string) => sql`update case_files set title = ${title} where id = 20`.execute(api.db)
  await rename('ޒަޒަޒަޒަ')
  await until(async () => (await cases('ޒަޒަޒަޒަ')).count === 1, 2000)
  await api.db.transaction().execute(async (db) => {
    await sql`update case_files set title = 'ޏަޏަޏަޏަ' where id = 20`.execute(db)
    throw new Error('rolled back')
  }).catch(() => undefined) // prettier-ignore
  await api.search.waitForRefresh()
  expect((await cases('ޏަޏަޏަޏަ')).count).toBe(0)
})

test('a transaction that commits late is not missed', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((settle) => (open = settle))
  let finish: () => void = () => undefined
  const finished = new Promise<void>((settle) => (finish = settle))
  const late = api.db.transaction().execute(async (db) => {
    await sql`update case_files set title = 'ޗަޗަޗަޗަ' where id = 21`.execute(db)
    open()
    await finished
  })
  await opened
  await sql`update case_files set title = 'ޕަޕަޕަޕަ' where id = 22`.execute(api.db)
  await api.search.waitForRefresh()
  expect((await cases('ޕަޕަޕަޕަ')).count).toBe(1)
  finish()
  await late
  await api.search.waitForRefresh()
  expect([(await cases('ޗަޗަޗަޗަ')).count, (await cases('ޕަޕަޕަޕަ')).count]).toEqual([1, 1])
})

test('what is not published is seen by those who keep the registry only, by no path', async () => {
  const { rows } = await sql<{ reference: string; number: string }>`
    update case_files
       set published = false, title = 'ގަގަގަގަ'
      from case_numbers
     where case_files.id = 30
       and case_numbers.case_file_id = 30
    returning reference, number`.execute(api.db)
  const hidden = rows[0]
  await api.search.waitForRefresh()
  const ask = { Type: 'CaseFile', Query: 'ގަގަގަގަ' }
  expect((await subscriber('g/search', ask)).body['count']).toBe(0)
  expect((await editor('g/search', ask)).body['count']).toBe(1)
  for (const [path, body] of [
    ['g/find', { Type: 'CaseFile', Reference: hidden?.reference }],
    ['g/find', { Type: 'CaseFile', Reference: hidden?.reference, Text: true }],
    ['g/getRefByCN', { CaseNumber: hidden?.number }],
    ['g/copy', { Reference: hidden?.reference, Letters: 5 }],
  ] as const)
    expect((await subscriber(path, body)).status, path).toBe(404)
  expect((await subscriber('g/search', { Type: 'CaseFile', Query: hidden?.number })).body['redirect']).toBeNull()
})

test('a deleted case is found by nobody', async () => {
  await sql`update case_files set title = 'ބަބަބަބަ', deleted_at = now() where id = 31`.execute(api.db)
  await api.search.waitForRefresh()
  expect((await editor('g/search', { Type: 'CaseFile', Query: 'ބަބަބަބަ' })).body['count']).toBe(0)
})

const refusal = async (path: string, body: object) => {
  const { status, body: answer } = await subscriber(path, body)
  return [status, answer['code']]
}

test.each([
  ['two letters', 'ކޯޓު', 'query-too-short'],
  ['nothing', '', 'nothing-to-search'],
  ['quotes and operators only', '"" ( ) * - "', 'nothing-to-search'],
  ['marks of direction only', '\u202e\u2067\u200f', 'nothing-to-search'],
])('a query of %s is refused with a reason', async (_what, Query, code) => {
  expect(await refusal('g/search', { Type: 'CaseFile', Query })).toEqual([400, code])
  expect(await refusal('g/search', { Type: 'Phrase', Query })).toEqual([400, code])
})

test('a short query that holds a digit is a search', async () => {
  expect((await cases('80')).count).toBeGreaterThan(0)
})

test('a query of 10,000 letters is refused by the name of its field', async () => {
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: 'ހ'.repeat(10_000) })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', payload: { errors: { Query: ['At most 1000 characters.'] } } })
})

test('a passage of more than 1,000 letters leads to its case, and one of more than 10,000 is refused', async () => {
  const { rows } = await sql<{ reference: string; text: string }>`
    select reference, string_agg(op ->> 'insert', '') as text
      from case_files, jsonb_array_elements(case_content -> 'content') as op
     where published and deleted_at is null
     group by case_files.id
     order by length(string_agg(op ->> 'insert', '')) desc
     limit 1`.execute(api.db)
  const { reference = '', text = '' } = rows[0] ?? {}
  const passage = text.slice(0, 9_000)
  expect(passage.length).toBeGreaterThan(1500)
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: passage })
  expect([status, body['repairs']]).toEqual([200, [{ code: 'passage-read', at: '' }]])
  expect((body as unknown as Result).data.map((card) => card.reference)).toContain(reference)
  const long = await subscriber('g/search', { Type: 'CaseFile', Query: `${passage} `.repeat(10) })
  expect(long.status).toBe(400)
  expect(long.body).toMatchObject({ payload: { errors: { Query: ['At most 10000 characters.'] } } })
})

test('words that mean something to the index mean nothing here', async () => {
  for (const Query of [
    'NEAR("a" "b")',
    'title : abc',
    'abc AND NOT',
    '"abc" OR',
    'a*b^c',
    '{abc}',
    "abc'; drop table cases; --",
  ])
    expect((await subscriber('g/search', { Type: 'CaseFile', Query })).status, Query).toBeLessThan(500)
})

test('a page of 0 is refused, and one past the end says how many there are', async () => {
  expect(await refusal('g/search', { Type: 'CaseFile', Query: 'ޙުކުމް', Page: 0 })).toEqual([400, 'invalid'])
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: 'ޙުކުމް', Page: 9999 })
  expect([status, body['Message']]).toEqual([422, expect.stringMatching(/^Enter a number from 1 to \d+\.$/)])
})

test('a search by no filter at all is refused', async () => {
  expect(await refusal('g/advancedSearch', { Type: 'CaseFile' })).toEqual([400, 'nothing-to-search'])
  expect(
    await refusal('g/advancedSearch', { Type: 'CaseFile', ClosedDate: { from: '2021-01-02', to: '2021-01-01' } }),
  ).toEqual([400, 'invalid'])
})

test('an unknown reference is not found', async () => {
  expect(await refusal('g/find', { Type: 'CaseFile', Reference: 'abcdefgh' })).toEqual([404, 'case-not-found'])
  expect(await refusal('g/find', { Type: 'Phrase', Reference: 'abcdefgh' })).toEqual([404, 'phrase-not-found'])
  expect(await refusal('g/find', { Type: 'CaseFile', Reference: "' or 1=1" })).toEqual([400, 'invalid'])
  expect(await refusal('g/getRefByCN', { CaseNumber: '1/Cv-C/1901' })).toEqual([404, 'case-not-found'])
})

test('details come without the text, and with it when it is asked for', async () => {
  const { redirect } = await cases('2019/SC-A/32')
  const details = (await subscriber('g/find', { Type: 'CaseFile', Reference: redirect })).body['data'] as Record<
    string,
    unknown
  >
  expect(Object.keys(details)).not.toContain('case_content')
  expect(details).toMatchObject({ judges: expect.any(Array), interpleader: [expect.any(String)] })
  expect(details['related_cases']).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'ރިވިއު' })]))
  const text = (await subscriber('g/find', { Type: 'CaseFile', Reference: redirect, Text: true })).body['data'] as {
    case_content: string
    footnotes: unknown[]
    annotations: unknown[]
  }
  expect(text.case_content).toContain('data-paragraph="1"')
  expect(text.footnotes.length).toBeGreaterThan(0)
  expect(text.annotations.length).toBeGreaterThan(0)
})

test('only a subscription with copy access copies, so much at a time and so often in an hour', async () => {
  const { redirect } = await cases('2019/SC-A/32')
  const copy = (Letters: number) => ({ Reference: redirect, Letters })
  expect((await reader('g/copy', copy(10))).body['code']).toBe('copy-not-allowed')
  expect(await refusal('g/copy', copy(501))).toEqual([422, 'copy-too-long'])
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await subscriber('g/copy', copy(500))).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('a page is read by its route, by anybody', async () => {
  expect((await api.call('p/getDp', { Route: 'faq' })).body['Data']).toMatchObject({
    page_content: { Content: expect.stringContaining('<h2>') },
  })
  expect(await api.call('p/getDp', { Route: 'nowhere' })).toMatchObject({
    status: 404,
    body: { code: 'page-not-found' },
  })
})
