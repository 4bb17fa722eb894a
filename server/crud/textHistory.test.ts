import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delta } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import type { Api, Caller } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'

let api: Api
let staff: Caller
let id: number

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  const court = rowOf((await staff('courts/create', { name: 'Texts' })).body).id
  const type = rowOf((await staff('caseTypes/create', { name: 'Texts' })).body).id
  const made = await staff('caseFiles/create', {
    court,
    case_types: [type],
    case_numbers: [{ number: '7/SC-A/2021' }],
    case_content: text('first'),
  })
  id = rowOf(made.body).id
  await staff('caseFiles/update', { id, version: 1, case_content: text('second'), title: 'Texts' })
})
afterAll(() => api.close())

const text = (line: string): Delta => ({ content: [{ insert: `${line}\n` }], footnotes: [], annotations: [] })
const changeOf = (version: number, field = 'case_content') => staff('caseFiles/textChange', { id, version, field })

test('the history names a changed text without its value, and other fields with theirs', async () => {
  const { body } = await staff('caseFiles/history', { id })
  expect(body['data']).toMatchObject([
    {
      version: 2,
      fields: [
        { name: 'title', before: '', after: 'Texts' },
        { name: 'case_content', before: null, after: null },
      ],
    },
    { version: 1, action: 'create' },
  ])
  const refused = await staff('caseFiles/update', { id, version: 1, case_content: text('third') })
  expect(refused.body).toMatchObject({ code: 'changed-elsewhere', payload: { changes: [{ version: 2 }] } })
  expect(JSON.stringify([body, refused.body])).not.toMatch(/first|second/)
})

test('a history of more changes than one response has is read on from before its oldest version', async () => {
  const made = rowOf((await staff('courts/create', { name: 'Court 1' })).body)
  const versions = Array.from({ length: limits.list.history + 3 }, (_, index) => index + 1)
  for (const version of versions.slice(0, -1))
    await staff('courts/update', { id: made.id, version, name: `Court ${version + 1}` })
  const readFrom = async (before?: number) => {
    const { body } = await staff('courts/history', { id: made.id, ...(before !== undefined && { before }) })
    return (body['data'] as { version: number }[]).map(({ version }) => version)
  }
  const newest = await readFrom()
  expect(newest).toHaveLength(limits.list.history)
  expect([...newest, ...(await readFrom(newest.at(-1)))]).toEqual(versions.toReversed())
})

test('a text before and after a change is returned, without the one before the first', async () => {
  expect((await changeOf(2)).body['data']).toEqual({ before: text('first'), after: text('second') })
  expect((await changeOf(1)).body['data']).toEqual({ before: null, after: text('first') })
})

test('a change that is not there, a field without a text, and a user without permission are refused', async () => {
  expect((await changeOf(3)).status).toBe(404)
  expect(await changeOf(2, 'title')).toMatchObject({ status: 400, body: { payload: { errors: { field: [/./] } } } })
  const other = await api.as(await buildUser(api.databaseUrl, { can: ['read-courts'] }), password)
  expect((await other('caseFiles/textChange', { id, version: 2, field: 'case_content' })).status).toBe(403)
})
