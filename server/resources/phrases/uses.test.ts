import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SuggestedUse, SuggestedUsesAnswer } from '#shared/calls/phraseUses.ts'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { suggested_uses } from './suggestUses.ts'

/** The cases that the library suggests as uses of a phrase, and the counts next to case numbers. */

let api: Api
let editor: Awaited<ReturnType<Api['as']>>
const phrase = 'ދަށު ކޯޓު'

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  editor = await api.as('editor@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

async function suggest(input: object) {
  const { status, body } = await editor('phrases/suggestUses', { Phrase: phrase, Chosen: [], ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as SuggestedUsesAnswer
}

const first = ({ data }: { data: SuggestedUse[] }) => {
  const [use] = data
  if (!use) throw new Error('nothing was suggested: is the phrase in the texts of the demo library?')
  return use
}

test('a phrase finds the published cases that contain it, in any inflection, with a count and a snippet', async () => {
  const { data, cases } = await suggest({})
  expect(data).toHaveLength(suggested_uses)
  expect(cases).toBeGreaterThanOrEqual(data.length)
  for (const { count, pieces } of data) {
    expect(count).toBeGreaterThan(0)
    expect(pieces.filter(({ marked }) => marked).length).toBeGreaterThan(0)
  }
  const inflected = await suggest({ Phrase: 'ދަށު ކޯޓުތަކުގެ' })
  expect(inflected.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first({ data }).id]))
})

test('a chosen case is not suggested', async () => {
  const { id } = first(await suggest({}))
  const { data } = await suggest({ Chosen: [id] })
  expect(data.map((use) => use.id)).not.toContain(id)
})

test('a dismissed case is not suggested again for its phrase, until the dismissal is undone', async () => {
  const { rows } = await sql<{ id: number }>`select id from phrases order by id limit 1`.execute(api.db)
  const id = rows[0]?.id
  const use = first(await suggest({ id }))
  const ids = async (input: object) => (await suggest(input)).data.map((one) => one.id)

  expect(await editor('phrases/dismissUse', { id, CaseNumber: use.id, Dismissed: true })).toMatchObject({ status: 200 })
  expect(await ids({ id })).not.toContain(use.id)
  expect(await ids({})).toContain(use.id)

  await editor('phrases/dismissUse', { id, CaseNumber: use.id, Dismissed: false })
  expect(await ids({ id })).toContain(use.id)

  await editor('phrases/dismissUse', { id, CaseNumber: use.id, Dismissed: false })
  const { rows: recorded } = await sql`
    select action, row_id, coalesce(before, after) ->> 'case_file_id' is not null as names_case, email
      from audit
      join users on users.id = actor_id
     where resource = 'dismissedPhraseUses'
     order by audit.id`.execute(api.db)
  expect(recorded).toEqual(
    ['create', 'delete'].map((action) => ({ action, row_id: id, names_case: true, email: 'editor@hukum.test' })),
  )
})

test('an unpublished case is neither suggested nor counted for a user who may not read it', async () => {
  const use = first(await suggest({}))
  const { count } = use
  const input = { Phrase: phrase, CaseNumbers: [use.id] }
  expect((await editor('phrases/countUses', input)).body['data']).toEqual([{ id: use.id, count }])

  const setPublished = (published: boolean) =>
    sql`
      update case_files
         set published = ${published}
       where id = (select case_file_id from case_numbers where id = ${use.id})`.execute(api.db)
  await setPublished(false)
  expect((await suggest({})).data.map(({ id }) => id)).not.toContain(use.id)
  expect((await editor('phrases/countUses', input)).body['data']).toEqual([{ id: use.id, count }])
  await sql`
    delete from role_permissions
     using permissions
     where permissions.id = permission_id
       and name = 'read-caseFiles'`.execute(api.db)
  const withoutCases = await api.as('editor@hukum.test', demoPassword)
  expect((await withoutCases('phrases/countUses', input)).body['data']).toEqual([])
  await setPublished(true)
})

test('the number of an unpublished case reaches no user who may not read cases, by no choice, record, or history, and their save does not remove it', async () => {
  const [hidden, shown] = (await suggest({})).data
  if (!hidden || !shown) throw new Error('too few cases were suggested')
  const can = ['read-phrases', 'update-phrases']
  const writer = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const registrar = await api.as(
    await buildUser(api.databaseUrl, { can: [...can, 'create-phrases', 'read-caseFiles'] }),
    password,
  )
  const { body } = await registrar('phrases/create', {
    dhivehi_phrase: `ތަޖުރިބާ ${crypto.randomUUID()}`,
    published: false,
    used_cases: [hidden.id, shown.id],
  })
  const { id } = body['data'] as { id: number }
  const setPublished = (published: boolean) =>
    sql`
      update case_files
         set published = ${published}
       where id = (select case_file_id from case_numbers where id = ${hidden.id})`.execute(api.db)
  await setPublished(false)
  onTestFinished(async () => void (await setPublished(true)))
  const found = async (caller: typeof writer) => (await caller('phrases/find', { id })).body['data'] as Found
  const idsOf = ({ used_cases }: Found) => used_cases.map((one) => one.id)
  expect(idsOf(await found(registrar))).toEqual([hidden.id, shown.id])
  expect(idsOf(await found(writer))).toEqual([shown.id])
  expect(JSON.stringify((await writer('phrases/history', { id })).body)).not.toContain(hidden.number)
  const choices = async (caller: typeof writer) =>
    JSON.stringify((await caller('phrases/getUsedCaseList', { Chosen: hidden.id })).body['data'])
  expect([await choices(writer), await choices(registrar)]).toEqual(['[]', expect.stringContaining(hidden.number)])
  const { version } = await found(writer)
  expect((await writer('phrases/update', { id, version, used_cases: [] })).status).toBe(200)
  expect(idsOf(await found(registrar))).toEqual([hidden.id])

  const missing = 999_999_999
  const { body: other } = await registrar('phrases/create', { dhivehi_phrase: crypto.randomUUID(), published: false })
  const answersTo = async (case_number: number) => {
    const row = { id: (other['data'] as { id: number }).id, version: 1 }
    const chosen = await writer('phrases/update', { ...row, used_cases: [case_number] })
    const dismissed = await writer('phrases/dismissUse', { id: row.id, CaseNumber: case_number, Dismissed: true })
    return [chosen, dismissed].map(({ status, body: { code, payload } }) => ({ status, code, payload }))
  }
  expect((await answersTo(missing)).map(({ status }) => status)).toEqual([400, 404])
  expect(await answersTo(hidden.id)).toEqual(await answersTo(missing))
})

test('a deleted case is not among the chosen ones of a phrase for a user who may not read cases', async () => {
  const [deleted, other] = (await suggest({})).data.map(({ id }) => id)
  const can = ['read-phrases', 'create-phrases']
  const writer = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const chosen = { dhivehi_phrase: crypto.randomUUID(), published: false, used_cases: [deleted, other] }
  const { id } = (await writer('phrases/create', chosen)).body['data'] as { id: number }
  const setDeleted = (at: string | null) =>
    sql`
      update case_files
         set deleted_at = ${at}
       where id = (select case_file_id from case_numbers where id = ${deleted})`.execute(api.db)
  await setDeleted('now')
  onTestFinished(async () => void (await setDeleted(null)))
  expect((await writer('phrases/find', { id })).body['data']).toMatchObject({ used_cases: [{ id: other }] })
})

type Found = { version: number; used_cases: { id: number }[] }

test('a phrase that is one mistyped word is in no case, though a similar word is in many', async () => {
  expect(await suggest({ Phrase: 'އެއްބަސްވމުގެ' })).toMatchObject({ data: [], cases: 0 })
  expect((await suggest({ Phrase: 'އެއްބަސްވުމުގެ' })).cases).toBeGreaterThan(0)
})

test('a phrase without a letter finds nothing, and an unknown case cannot be dismissed', async () => {
  expect(await suggest({ Phrase: ' ، - ' })).toMatchObject({ data: [], cases: 0 })
  const unknown = { id: 1, CaseNumber: 999_999_999, Dismissed: true }
  expect((await editor('phrases/dismissUse', unknown)).body['code']).toBe('not-found')
})
