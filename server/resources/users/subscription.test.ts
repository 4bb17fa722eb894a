import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../../test/api.ts'
import { buildUser, password } from '../../../test/factories.ts'

/** A person's subscription is given, changed and ended in his form; at most one runs at a time. */

type Body = Record<string, unknown>
let api: Api
let call: Awaited<ReturnType<Api['as']>>
const configs: number[] = []

beforeAll(async () => {
  api = await openApi()
  const can = ['users', 'roles', 'permissions'].flatMap((name) =>
    ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
  )
  call = await api.as(await buildUser(api.databaseUrl, { can }), password)
  for (const name of ['Monthly', 'Yearly']) {
    const { rows } = await sql<{ id: number }>`
      insert into subscription_configs (name, amount, days) values (${name}, 100, 30) returning id`.execute(api.db)
    configs.push(rows[0]?.id ?? 0)
  }
})
afterAll(() => api.close())

const errorsOf = (body: Body) => (body['payload'] as { errors: Record<string, string[]> }).errors
const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)

async function newPerson(given: Body = {}) {
  const { body } = await call('users/create', { name: 'Person', email: `${crypto.randomUUID()}@hukum.test`, ...given })
  return { body, id: (body['data'] as { id: number } | undefined)?.id ?? 0 }
}
const find = async (id: number) => (await call('users/find', { id })).body['data'] as Body & { version: number }
const update = async (id: number, given: Body) =>
  (await call('users/update', { id, version: (await find(id)).version, ...given })).body
const kept = async (id: number) => {
  const { rows } = await sql<{ config: number; from: string; to: string | null }>`
    select subscription_config_id as config, starts_on::text as from, ends_on::text as to
      from subscriptions where user_id = ${id} order by starts_on`.execute(api.db)
  return rows
}

test('a person is made with a subscription', async () => {
  const { id } = await newPerson({
    subscription_config: configs[0],
    subscription_from: day(0),
    subscription_to: day(30),
  })
  expect(await find(id)).toMatchObject({
    subscription_config: { id: configs[0], name: 'Monthly' },
    subscription_from: day(0),
    subscription_to: day(30),
  })
})

test('a subscription needs its first day, by the rule of the form', async () => {
  const { body } = await newPerson({ subscription_config: configs[0] })
  expect(errorsOf(body)).toHaveProperty('subscription_from')
})

test('days without a subscription are refused, since the form does not show them', async () => {
  const { body } = await newPerson({ subscription_from: day(0) })
  expect(errorsOf(body)).toHaveProperty('subscription_from')
})

test('a subscription does not end before it begins', async () => {
  const { body } = await newPerson({
    subscription_config: configs[0],
    subscription_from: day(3),
    subscription_to: day(1),
  })
  expect(errorsOf(body)).toHaveProperty('subscription_to')
})

test('only its end is changed, and the history tells it', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_to: day(9) })
  expect(await kept(id)).toEqual([{ config: configs[0], from: day(-5), to: day(9) }])
  const { body } = await call('users/history', { id })
  expect(JSON.stringify(body['data'])).toContain('subscription_to')
})

test('one who late changes another thing of the person is told of the subscription', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-5) })
  const { version } = await find(id)
  await update(id, { subscription_to: day(9) })
  const { status, body } = await call('users/update', { id, version, name: 'Another' })
  expect(status).toBe(409)
  const { changes } = body['payload'] as { changes: { version: number; fields: object[] }[] }
  expect(changes).toMatchObject([{ version: version + 1, fields: [{ name: 'subscription_to', after: day(9) }] }])
  expect(await find(id)).toMatchObject({ version: version + 1, name: 'Person' })
})

test('another subscription ends the one that runs', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_config: configs[1], subscription_from: day(0), subscription_to: null })
  expect(await kept(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[1], from: day(0), to: null },
  ])
})

test('another subscription that is chosen while the old first day stands begins today', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-5) })
  const body = await update(id, { subscription_config: configs[1], subscription_from: day(-5), subscription_to: null })
  expect(body['data']).toMatchObject({ id })
  expect(await kept(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[1], from: day(0), to: null },
  ])
  await update(id, { subscription_config: configs[0] })
  expect(await kept(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[0], from: day(0), to: null },
  ])
})

test('one that has not begun gives its place to another on the day that was chosen', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(5) })
  await update(id, { subscription_config: configs[1], subscription_from: day(5) })
  expect(await kept(id)).toEqual([{ config: configs[1], from: day(5), to: null }])
})

test('no two subscriptions have the same days: an earlier first day is refused over what was before', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-9) })
  await update(id, { subscription_config: configs[1] })
  const moved = await update(id, { subscription_from: day(-3) })
  expect(errorsOf(moved)).toEqual({ subscription_from: ['Another subscription has some of these days.'] })
  await update(id, { subscription_config: null })
  const again = await update(id, { subscription_config: configs[1], subscription_from: day(-3) })
  expect(errorsOf(again)).toEqual({ subscription_from: ['Another subscription has some of these days.'] })
  expect(await kept(id)).toEqual([{ config: configs[0], from: day(-9), to: day(-1) }])
})

test('a subscription that is not there is refused at its field', async () => {
  const unknown = { subscription_config: 999_999, subscription_from: day(0) }
  expect(errorsOf((await newPerson(unknown)).body)).toEqual({
    subscription_config: ['This choice is no longer there.'],
  })
  const { id } = await newPerson()
  expect(errorsOf(await update(id, unknown))).toEqual({ subscription_config: ['This choice is no longer there.'] })
})

test('a subscription is taken away', async () => {
  const { id } = await newPerson({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_config: null })
  expect(await find(id)).toMatchObject({ subscription_config: null, subscription_from: null })
  expect(await kept(id)).toEqual([{ config: configs[0], from: day(-5), to: day(-1) }])
})
