import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

/** Phrases refer to case numbers: a save of either must not lose data of the other. */

type Body = Record<string, unknown>
type CreatedRow = Body & { id: number; version: number }
let api: Api
let staff: Caller
let shared: object

beforeAll(async () => {
  api = await openApi()
  const can = resources.flatMap((resource) => permissionsOf(resource))
  staff = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const [court, type] = [await create('courts', { name: 'ކޯޓު' }), await create('caseTypes', { name: 'ބާވަތް' })]
  shared = { court: court.id, case_types: [type.id] }
})
afterAll(() => api.close())

async function create(resource: string, fields: object) {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body['data'] as CreatedRow
}
const find = async (resource: string, id: number) =>
  (await staff(`${resource}/find`, { id })).body['data'] as CreatedRow

async function createCase(...numbers: string[]) {
  const { id } = await create('caseFiles', { ...shared, case_numbers: numbers.map((number) => ({ number })) })
  const found = await find('caseFiles', id)
  return { ...found, numbers: found['case_numbers'] as { id: number; number: string }[] }
}

test('a case number that a phrase uses cannot be removed from its case until the phrase no longer uses it', async () => {
  const { id, version, numbers } = await createCase('1/Cv-C/2020', '2/Cv-C/2020')
  const [used, other] = numbers
  const phrase = await create('phrases', { dhivehi_phrase: 'އެކެއް', used_cases: [used?.id] })
  const save = () => staff('caseFiles/update', { id, version, case_numbers: [other] })
  expect(errorsOf((await save()).body)).toEqual({
    case_numbers: ['Another record uses what was taken away here: take it out there first.'],
  })
  expect(await find('phrases', phrase.id)).toMatchObject({ used_cases: [{ id: used?.id }], version: phrase.version })
  await staff('phrases/update', { id: phrase.id, version: phrase.version, used_cases: [] })
  expect((await save()).status).toBe(200)
})

test('a case number that is edited stays in the phrase that uses it', async () => {
  const { id, version, numbers } = await createCase('3/Cv-C/2020')
  const phrase = await create('phrases', { dhivehi_phrase: 'ދޭއް', used_cases: [numbers[0]?.id] })
  const case_numbers = [{ ...numbers[0], number: '4/Cv-C/2020' }]
  expect((await staff('caseFiles/update', { id, version, case_numbers })).status).toBe(200)
  expect(await find('phrases', phrase.id)).toMatchObject({ used_cases: [{ number: '4/Cv-C/2020' }] })
})

test('a case number that a case has is refused with the title of that case, to a user who may read it', async () => {
  const case_numbers = [{ number: '6/Cv-C/2020' }]
  await create('caseFiles', { ...shared, title: 'Debt of a company', case_numbers })
  const refusalTo = async (can: string[]) => {
    const writer = await api.as(await buildUser(api.databaseUrl, { can }), password)
    return errorsOf((await writer('caseFiles/create', { ...shared, case_numbers })).body)
  }
  expect(await refusalTo(['create-caseFiles', 'read-caseFiles'])).toEqual({
    'case_numbers.0.number': ['This is already in use by “Debt of a company”.'],
  })
  expect(await refusalTo(['create-caseFiles'])).toEqual({ 'case_numbers.0.number': ['This is already in use.'] })
})

test('a number of a deleted case cannot be chosen for a phrase, and stays in phrases that already use it', async () => {
  const { id, numbers } = await createCase('5/Cv-C/2020')
  const used_cases = [numbers[0]?.id]
  const before = await create('phrases', { dhivehi_phrase: 'ތިނެއް', used_cases })
  await staff('caseFiles/delete', { id })
  const made = await staff('phrases/create', { dhivehi_phrase: 'ހަތަރެއް', used_cases })
  expect([made.status, errorsOf(made.body)]).toEqual([400, { used_cases: ['This choice is no longer there.'] }])
  const again = { id: before.id, version: before.version, short_meaning: 'މާނަ', used_cases }
  expect((await staff('phrases/update', again)).status).toBe(200)
})
