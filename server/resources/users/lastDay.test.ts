import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** The last day of a subscription, from the days of its configuration. */

let api: Api
let call: Awaited<ReturnType<Api['as']>>

beforeAll(async () => {
  api = await openApi()
  const can = ['users', 'roles', 'permissions'].flatMap((name) =>
    ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
  )
  call = await api.as(await buildUser(api.databaseUrl, { can }), password)
})
afterAll(() => api.close())

const find = async (id: number) => (await call('users/find', { id })).body['data'] as Record<string, unknown>

test('a subscription of more days than the calendar has ends on its last day, with which the user can be saved', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into subscription_configs (name, amount, days, published)
    values ('Endless', 100, 999999999, true) returning id`.execute(api.db)
  const { body } = await call('users/create', {
    name: 'Person',
    email: 'person@hukum.test',
    subscription_config: rows[0]?.id,
    subscription_from: '2190-01-01',
  })
  const { id } = body['data'] as { id: number }
  const { version, subscription_to } = await find(id)
  expect(subscription_to).toBe('2199-12-31')
  const saved = await call('users/update', { id, version, subscription_from: '2190-01-02', subscription_to })
  expect(saved.body).toMatchObject({ Status: 'success' })
  expect(await find(id)).toMatchObject({ subscription_from: '2190-01-02', subscription_to: '2199-12-31' })
})
