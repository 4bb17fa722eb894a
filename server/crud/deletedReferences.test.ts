import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api, Caller } from '#test/api.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'

let api: Api
let staff: Caller

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
})
afterAll(() => api.close())

const create = async (resource: string, fields: object) => {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer.body)
}
const remove = async (resource: string, id: number) => (await staff(`${resource}/delete`, { id })).status

test('a court, a case type, a judge, a status and a relation can be deleted once only deleted cases have them', async () => {
  const name = 'ތަޖުރިބާ'
  const { id: court } = await create('courts', { name })
  const { id: type } = await create('caseTypes', { name })
  const { id: judge } = await create('judges', { name })
  const { id: status } = await create('caseStatuses', { name, icon: 'gavel', color: 'good' })
  const { id: relation } = await create('relationTypes', { name })
  const row = await create('caseFiles', {
    court,
    case_types: [type],
    judges: [judge],
    statuses: [status],
    case_numbers: [{ number: '17/Jv-C/2021' }],
    related_cases: [{ type: relation, number: '18/Jv-C/2021', status }],
  })
  const used = [
    ['courts', court],
    ['caseTypes', type],
    ['judges', judge],
    ['caseStatuses', status],
    ['relationTypes', relation],
  ] as const
  for (const [resource, id] of used) expect(await remove(resource, id), resource).toBe(422)
  expect(await remove('caseFiles', row.id)).toBe(200)
  for (const [resource, id] of used) expect(await remove(resource, id), resource).toBe(200)
})

test('a role can be deleted once only deleted users have it', async () => {
  const role = await create('roles', { name: 'ކުރީގެ ރޯލު' })
  const user = await create('users', { name: 'ޔޫޒަރު', email: 'role@hukum.test', roles: [role.id] })
  expect(await remove('roles', role.id)).toBe(422)
  expect(await remove('users', user.id)).toBe(200)
  expect(await remove('roles', role.id)).toBe(200)
})
