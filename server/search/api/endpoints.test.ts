import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** The input that the endpoints of the search refuse, and reading one record. */

let api: Api
let subscriber: Caller
let reader: Caller

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  subscriber = await api.as('subscriber@hukum.test', demoPassword)
  reader = await api.as('reader@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

type Result = { data: { reference: string }[]; count: number; redirect: string | null }
const cases = async (Query: string) => {
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Result
}

const refusal = async (path: string, body: object) => {
  const { status, body: answer } = await subscriber(path, body)
  return [status, answer['code']]
}

test.each([
  ['two letters', 'ކޯޓު', 'query-too-short'],
  ['nothing', '', 'nothing-to-search'],
  ['quotes and operators only', '"" ( ) * - "', 'nothing-to-search'],
  ['marks of direction only', '\u202e\u2067\u200f', 'nothing-to-search'],
])('a query of %s is refused with an error code', async (_what, Query, code) => {
  expect(await refusal('g/search', { Type: 'CaseFile', Query })).toEqual([400, code])
  expect(await refusal('g/search', { Type: 'Phrase', Query })).toEqual([400, code])
})

test.each(['"ކޯޓު"', 'ކޯޓު*', 'ކޯޓު ރު'])('quotes, a star and a second word count as letters: %s', async (Query) => {
  expect((await subscriber('g/search', { Type: 'CaseFile', Query })).status).toBe(200)
})

test('a short query that contains a digit is accepted', async () => {
  expect((await cases('80')).count).toBeGreaterThan(0)
})

test('a query of 10,000 letters is refused with an error for its field', async () => {
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: 'ހ'.repeat(10_000) })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', payload: { errors: { Query: ['At most 1000 characters.'] } } })
})

test('a passage of more than 1,000 letters finds its case, and one of more than 10,000 is refused', async () => {
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
  expect((body as Result).data.map((card) => card.reference)).toContain(reference)
  const long = await subscriber('g/search', { Type: 'CaseFile', Query: `${passage} `.repeat(2).padEnd(10_001, 'a') })
  expect(long.status).toBe(400)
  expect(long.body).toMatchObject({ payload: { errors: { Query: ['At most 10000 characters.'] } } })
})

test('FTS5 syntax in a query causes no error', async () => {
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

test('page 0 is refused, and the error for a page past the end says how many there are', async () => {
  expect(await refusal('g/search', { Type: 'CaseFile', Query: 'ޙުކުމް', Page: 0 })).toEqual([400, 'invalid'])
  const { status, body } = await subscriber('g/search', { Type: 'CaseFile', Query: 'ޙުކުމް', Page: 9999 })
  expect([status, body['Message']]).toEqual([422, expect.stringMatching(/^Enter a number from 1 to \d+\.$/)])
})

test('an advanced search without filters is refused', async () => {
  expect(await refusal('g/advancedSearch', { Type: 'CaseFile' })).toEqual([400, 'nothing-to-search'])
  expect(
    await refusal('g/advancedSearch', { Type: 'CaseFile', ClosedDate: { from: '2021-01-02', to: '2021-01-01' } }),
  ).toEqual([400, 'invalid'])
})

test('an unknown reference or case number is refused as not found', async () => {
  expect(await refusal('g/find', { Type: 'CaseFile', Reference: 'abcdefgh' })).toEqual([404, 'case-not-found'])
  expect(await refusal('g/find', { Type: 'Phrase', Reference: 'abcdefgh' })).toEqual([404, 'phrase-not-found'])
  expect(await refusal('g/find', { Type: 'CaseFile', Reference: "' or 1=1" })).toEqual([400, 'invalid'])
  expect(await refusal('g/getRefByCN', { CaseNumber: '1/Cv-C/1901' })).toEqual([404, 'case-not-found'])
})

test('the details of a case include its text only on request', async () => {
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

test('copying needs a subscription with copy access, and is limited in letters and per hour', async () => {
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

test('a refused copy or print names the end of a subscription with copy access', async () => {
  const { redirect } = await cases('2019/SC-A/32')
  const codesFor = async (copy_access: boolean) => {
    const email = await buildUser(api.databaseUrl, { copy_access })
    const user = await api.as(email, password)
    await sql`
      update subscriptions
         set starts_on = library_today() - 2, ends_on = library_today() - 1
       where user_id = (select id from users where email = ${email})`.execute(api.db)
    const copied = await user('g/copy', { Reference: redirect, Letters: 10 })
    const printed = await user('g/print', { Reference: redirect })
    return [copied.body['code'], printed.body['code']]
  }
  expect(await codesFor(true)).toEqual(['subscription-ended', 'subscription-ended'])
  expect(await codesFor(false)).toEqual(['copy-not-allowed', 'print-not-allowed'])
})

test('printing needs a subscription with copy access, and is limited per hour', async () => {
  const { redirect } = await cases('2019/SC-A/32')
  expect((await reader('g/print', { Reference: redirect })).body['code']).toBe('print-not-allowed')
  expect(await refusal('g/print', { Reference: 'aB3dE5gH7jK9' })).toEqual([404, 'case-not-found'])
  const statuses = await Promise.all(
    Array.from({ length: 35 }, async () => (await subscriber('g/print', { Reference: redirect })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('a dynamic page is read by its route without a session', async () => {
  expect((await api.call('p/getDp', { Route: 'faq' })).body['Data']).toMatchObject({
    page_content: { Content: expect.stringContaining('<h2>') },
  })
  expect(await api.call('p/getDp', { Route: 'nowhere' })).toMatchObject({
    status: 404,
    body: { code: 'page-not-found' },
  })
})

test('a dynamic page is read in English by clients in English, where it has an English version', async () => {
  const contentFor = async (language: string) => {
    const answer = await api.call('p/getDp', { Route: 'faq' }, { headers: { 'accept-language': language } })
    return (answer.body['Data'] as { page_content: { Content: string } }).page_content.Content
  }
  expect(await contentFor('dv')).toContain('<h1>ގިނައިން ކުރެވޭ ސުވާލުތައް</h1>')
  expect(await contentFor('en')).toContain('<h1>Frequently asked questions</h1>')
  await sql`update dynamic_pages set page_content = '' where route = 'faq-en'`.execute(api.db)
  expect(await contentFor('en')).toBe(await contentFor('dv'))
})
