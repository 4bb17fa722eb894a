import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api, ApiAnswer, Caller } from '#test/api.ts'
import { openLibraryApi } from '#test/signedInApi.ts'
import { until } from '#test/live.ts'
import { runs } from '#test/nightly.ts'

let api: Api
let subscriber: Caller
let editor: Caller

beforeAll(async () => {
  ;({ api, subscriber, editor } = await openLibraryApi())
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

test('a word is found in every spelling, and highlighted as the text writes it', async () => {
  const dotted = await cases('އެއްބަސްވުން ޙުކުމް')
  const plain = await cases('އެއްބަސްވުން ހުކުމް')
  expect(plain.count).toBe(dotted.count)
  expect(plain.count).toBeGreaterThan(0)
  expect(markedIn(plain.data[0])).toEqual(expect.arrayContaining([expect.stringMatching(/^އެއްބަސްވ/)]))
})

test('a case holds every word of a query, and quoted words next to each other', async () => {
  const [one, both, together] = [await cases('ހެކި ހުއްޖަތް'), await cases('ހެކި ޝައްކު'), await cases('"ހެކި ޝައްކު"')]
  expect(together.count).toBeLessThanOrEqual(both.count)
  expect(both.count).toBeLessThan((await cases('ޝައްކު')).count + 1)
  expect(one.count).toBeLessThan(300)
})

test.each(['1124/Cv-C/2021', '2021/Cv-C/1124', '1124-CVC-2021', '٢٠٢١/Cv-C/١١٢٤', 'No. 1124 / cv–c / 2021'])(
  'the case number %s redirects to its case',
  async (written) => {
    const result = await cases(written)
    expect(numbers(result)[0]).toBe('1124/Cv-C/2021')
    expect(result.redirect).toBe(result.data[0]?.reference)
    const { body } = await subscriber('g/getRefByCN', { CaseNumber: written })
    expect(body['Reference']).toBe(result.redirect)
  },
)

test('the texts that cite a case number are found and highlighted however it is typed', async () => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from case_files where case_content::text like '%2013/HC-A/80%'`.execute(api.db)
  const written = await cases('2013/HC-A/80')
  expect(written.count).toBe(rows[0]?.count)
  expect(written.count).toBeGreaterThan(3)
  for (const other of ['80-HCA-2013', '2013HCA80', '2013/HC/80', '80/HC-A/13', 'No. 2013/HC-A/080', '٨٠/HC-A/٢٠١٣']) {
    const result = await cases(other)
    expect([other, result.count, result.redirect]).toEqual([other, written.count, written.redirect])
    expect(result.data.map(({ reference }) => reference)).toEqual(written.data.map(({ reference }) => reference))
    expect(markedIn(result.data[3])).toEqual(markedIn(written.data[3]))
  }
})

test('an English phrase finds its phrase record', async () => {
  const { status, body } = await subscriber('g/search', { Type: 'Phrase', Query: 'burden of proof' })
  expect(status).toBe(200)
  expect(body['data']).toEqual(expect.arrayContaining([expect.objectContaining({ english_phrase: 'burden of proof' })]))
})

test('a case matches the filters and the words', async () => {
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

test('a range of closing dates without words finds every case closed in it', async () => {
  const result = await advanced({ ClosedDate: { from: '2019-01-01', to: '2019-12-31' } })
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from case_files where closed_date between '2019-01-01' and '2019-12-31'`.execute(api.db)
  expect(result.count).toBe(rows[0]?.count)
})

test('results are sorted by date, newest or oldest first, on request', async () => {
  const dates = async (Sort: string) => (await cases('ޙުކުމް', { Sort })).data.map((card) => card.closed_date)
  const newest = await dates('newest')
  const oldest = await dates('oldest')
  expect(newest).toEqual([...newest].sort().reverse())
  expect(oldest).toEqual([...oldest].sort())
  expect(newest[0]).not.toBe(oldest[0])
})

test('the count, the pages, and the list agree for random queries and filters', async () => {
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

test('a change is found after its commit, and never after a rollback', async () => {
  const rename = (title: string) => sql`update case_files set title = ${title} where id = 20`.execute(api.db)
  await rename('ޒަޒަޒަޒަ')
  await until(async () => (await cases('ޒަޒަޒަޒަ')).count === 1)
  await api.db
    .transaction()
    .execute(async (db) => {
      await sql`update case_files set title = 'ޏަޏަޏަޏަ' where id = 20`.execute(db)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await api.search.waitForRefresh()
  expect((await cases('ޏަޏަޏަޏަ')).count).toBe(0)
})

test('a transaction that commits after later ones is indexed', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
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

test('no endpoint shows an unpublished case to a user without the permission to read case files', async () => {
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

test('a deleted case is found by no user', async () => {
  await sql`update case_files set title = 'ބަބަބަބަ', deleted_at = now() where id = 31`.execute(api.db)
  await api.search.waitForRefresh()
  expect((await editor('g/search', { Type: 'CaseFile', Query: 'ބަބަބަބަ' })).body['count']).toBe(0)
})

test('the cards of a question show the paragraph that answers best first, other cards in the order of the text', async () => {
  const isInOrder = ({ matches }: Card) =>
    matches.every(({ paragraph }, at) => at === 0 || paragraph > (matches[at - 1]?.paragraph ?? 0))
  const words = 'ކުލި ނުދެއްކުމުން ގެއިން ނެރުން'
  expect(new Set((await cases(words)).data.map(isInOrder))).toEqual(new Set([true]))
  expect((await cases(`${words} ކިހިނެއްތޯ؟`)).data.map(isInOrder)).toContain(false)
})
