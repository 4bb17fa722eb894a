import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseSummary, Citations } from '#shared/calls/search.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** An unpublished case is disclosed by no hover card and by no list of citations. */

let api: Api
let reader: Caller
let staff: Caller

const numbers = { citing: '1/Cv-C/2020', cited: '2/Cv-C/2020', hidden: '3/Cv-C/2020', hiddenCiting: '4/Cv-C/2020' }
const unknown = '9/Cv-C/2020'
const references: Record<string, string> = {}

beforeAll(async () => {
  api = await openApi()
  await sql`insert into courts (name, code) values ('Court', 'Cv-C')`.execute(api.db)
  for (const [name, number] of Object.entries(numbers)) references[name] = await buildCase(name, number)
  await cite('citing', [numbers.cited, numbers.hidden, unknown])
  await cite('hiddenCiting', [numbers.cited])
  reader = await api.as(await buildUser(api.databaseUrl), password)
  staff = await api.as(await buildUser(api.databaseUrl, { can: ['read-caseFiles'] }), password)
})
afterAll(() => api.close())

async function buildCase(name: string, number: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    with made as (
      insert into case_files (court_id, title, published, case_content)
      select id, ${name}, ${!name.startsWith('hidden')}, '{"content":[],"footnotes":[],"annotations":[]}' from courts
      returning id, reference),
    numbered as (
      insert into case_numbers (case_file_id, position, number, key)
      select id, 0, ${number}, ${caseNumberKey(number)} from made)
    select reference from made`.execute(api.db)
  return rows[0]?.reference ?? ''
}

async function cite(name: string, cited: string[]) {
  for (const [position, number] of cited.entries())
    await sql`
      insert into case_citations (case_file_id, position, number, key, block)
      select id, ${position}, ${number}, ${caseNumberKey(number)}, 1
        from case_files
       where reference = ${references[name]}`.execute(api.db)
}

const citationsOf = async (name: string, who = reader) =>
  (await who('g/citations', { Reference: references[name] })).body as { data?: Citations; code?: string }
const titles = (cases: CaseSummary[] = []) => cases.map(({ title }) => title)

test('a case lists the numbers that it cites in their order, and an unpublished case like one that does not exist', async () => {
  const { data } = await citationsOf('citing')
  expect(data?.cites.map(({ number, case: cited }) => [number, cited?.title ?? null])).toEqual([
    [numbers.cited, 'cited'],
    [numbers.hidden, null],
    [unknown, null],
  ])
  const asStaff = await citationsOf('citing', staff)
  expect(asStaff.data?.cites.map(({ case: cited }) => cited?.title ?? null)).toEqual(['cited', 'hidden', null])
})

test('a case lists the published cases that cite it, and counts no others', async () => {
  const { data } = await citationsOf('cited')
  expect([titles(data?.cited_by), data?.cited_by_count]).toEqual([['citing'], 1])
  const asStaff = await citationsOf('cited', staff)
  expect([titles(asStaff.data?.cited_by).toSorted(), asStaff.data?.cited_by_count]).toEqual([
    ['citing', 'hiddenCiting'],
    2,
  ])
})

test('the citations of an unpublished case are not found', async () => {
  expect(await citationsOf('hidden')).toMatchObject({ code: 'case-not-found' })
  expect((await citationsOf('hidden', staff)).data).toBeDefined()
})

test('a number of an unpublished case has the same answer as an unknown number', async () => {
  const card = async (CaseNumber: string) => (await reader('g/citedCase', { CaseNumber })).body
  const withoutCandidates = (body: Record<string, unknown>) => ({ ...body, payload: undefined })
  expect(await card(numbers.cited)).toMatchObject({ data: { title: 'cited', court: { name: 'Court' } } })
  const hidden = await card(numbers.hidden)
  expect(withoutCandidates(hidden)).toEqual(withoutCandidates(await card(unknown)))
  expect(JSON.stringify(hidden)).not.toContain(references['hidden'])
  expect((await staff('g/citedCase', { CaseNumber: numbers.hidden })).body).toMatchObject({ data: { title: 'hidden' } })
})

test('a deleted case is neither cited nor citing', async () => {
  await sql`update case_files set deleted_at = now() where title = 'citing'`.execute(api.db)
  expect((await citationsOf('cited')).data?.cited_by).toEqual([])
  await sql`update case_files set deleted_at = null where title = 'citing'`.execute(api.db)
})

test('only published phrases with a short meaning are definitions', async () => {
  await sql`
    insert into phrases (dhivehi_phrase, short_meaning, published)
    values ('one', 'meaning', true), ('two', '', true), ('three', 'meaning', false)`.execute(api.db)
  const { body } = await reader('g/definitions')
  expect((body['data'] as { dhivehi_phrase: string }[]).map((phrase) => phrase.dhivehi_phrase)).toEqual(['one'])
})
