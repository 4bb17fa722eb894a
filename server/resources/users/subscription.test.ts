import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** The subscription of a user is set in the user form; at most one is active at a time. */

type Body = Record<string, unknown>
let api: Api
let call: Awaited<ReturnType<Api['as']>>
const configs: number[] = []

beforeAll(async () => {
  api = await openApi({ fill: useAnotherDay })
  const can = ['users', 'roles', 'permissions'].flatMap((name) =>
    ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
  )
  call = await api.as(await buildUser(api.databaseUrl, { can }), password)
  for (const [name, days] of [
    ['Monthly', 30],
    ['Yearly', 30],
    ['Weekend', 2],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      insert into subscription_configs (name, amount, days, published) values (${name}, 100, ${days}, true) returning id`.execute(
      api.db,
    )
    configs.push(rows[0]?.id ?? 0)
  }
})
afterAll(() => api.close())

/** A day of the Maldives. */
const day = (fromNow: number) => formatDay(Date.now() + (fromNow * 24 + 5) * 3_600_000)
const formatDay = (time_ms: number) => new Date(time_ms).toISOString().slice(0, 10)

/** Sets the time zone of the database to one in which it is yesterday or tomorrow. */
async function useAnotherDay(url: string) {
  const hour = new Date(Date.now() + 5 * 3_600_000).getUTCHours()
  const zone = hour < 16 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `do $$ begin execute format('alter database %I set timezone to %L', current_database(), '${zone}'); end $$`,
  )
  await client.end()
}

async function createUser(fields: Body = {}) {
  const { body } = await call('users/create', { name: 'Person', email: `${crypto.randomUUID()}@hukum.test`, ...fields })
  return { body, id: (body['data'] as { id: number } | undefined)?.id ?? 0 }
}
const find = async (id: number) => (await call('users/find', { id })).body['data'] as Body & { version: number }
const update = async (id: number, fields: Body) =>
  (await call('users/update', { id, version: (await find(id)).version, ...fields })).body
const storedSubscriptions = async (id: number) => {
  const { rows } = await sql<{ config: number; from: string; to: string | null }>`
    select subscription_config_id as config, starts_on::text as from, ends_on::text as to
      from subscriptions where user_id = ${id} order by starts_on`.execute(api.db)
  return rows
}

test('a subscription runs on its days in the Maldives, whatever the time zone of the database', async () => {
  const email = await buildUser(api.databaseUrl, { copy_access: true })
  const user = await api.as(email, password)
  const isRunning = async (from: string, to: string | null) => {
    await sql`
      update subscriptions set starts_on = ${from}, ends_on = ${to}
       where user_id = (select id from users where email = ${email})`.execute(api.db)
    const { body } = await user('auth/me', undefined, { method: 'GET' })
    const { user: signedIn } = body['decodedToken'] as { user: { subscription: object | null } }
    const profile = (await user('auth/profile')).body['data'] as { subscription: object | null }
    return [signedIn.subscription !== null, profile.subscription !== null]
  }
  expect(await isRunning(day(0), day(0))).toEqual([true, true])
  expect(await isRunning(day(-9), null)).toEqual([true, true])
  expect(await isRunning(day(-9), day(-1))).toEqual([false, false])
  expect(await isRunning(day(1), day(9))).toEqual([false, false])
})

test('a user is created with a subscription', async () => {
  const { id } = await createUser({
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

test('a new subscription without a last day runs for the days of its configuration, and has no end once its last day is removed', async () => {
  const { id } = await createUser({
    subscription_config: configs[0],
    subscription_from: day(2),
    subscription_to: null,
  })
  expect(await find(id)).toMatchObject({ subscription_from: day(2), subscription_to: day(31) })
  await update(id, { subscription_to: null })
  expect(await find(id)).toMatchObject({ subscription_from: day(2), subscription_to: null })
})

test('an unpublished subscription is not among the choices, is refused, and stays where it was chosen before', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into subscription_configs (name, amount, days) values ('Draft', 100, 30) returning id`.execute(api.db)
  const { body } = await call('users/getSubscriptionConfigList')
  const ids = (body['data'] as { id: number }[]).map((one) => one.id)
  expect(ids).toEqual(expect.arrayContaining(configs))
  expect(ids).not.toContain(rows[0]?.id)

  const draft = rows[0]?.id
  const gone = { subscription_config: ['This choice is no longer there.'] }
  const chosen = { subscription_config: draft, subscription_from: day(0) }
  expect(errorsOf((await createUser(chosen)).body)).toEqual(gone)
  await sql`update subscription_configs set published = true where id = ${draft}`.execute(api.db)
  const { id } = await createUser(chosen)
  await sql`update subscription_configs set published = false where id = ${draft}`.execute(api.db)
  expect(await update(id, { subscription_config: draft, subscription_to: day(9) })).toMatchObject({ data: { id } })
  expect(await storedSubscriptions(id)).toEqual([{ config: draft, from: day(0), to: day(9) }])
})

test('a subscription without a first day is rejected by the rule of the form', async () => {
  const { body } = await createUser({ subscription_config: configs[0] })
  expect(errorsOf(body)).toHaveProperty('subscription_from')
})

test('days without a subscription are rejected, because the form hides them', async () => {
  const { body } = await createUser({ subscription_from: day(0) })
  expect(errorsOf(body)).toHaveProperty('subscription_from')
})

test('a subscription that ends before it begins is rejected', async () => {
  const { body } = await createUser({
    subscription_config: configs[0],
    subscription_from: day(3),
    subscription_to: day(1),
  })
  expect(errorsOf(body)).toHaveProperty('subscription_to')
})

test('a change of the last day of a subscription is stored and recorded in the history', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_to: day(9) })
  expect(await storedSubscriptions(id)).toEqual([{ config: configs[0], from: day(-5), to: day(9) }])
  const { body } = await call('users/history', { id })
  expect(JSON.stringify(body['data'])).toContain('subscription_to')
})

test('a save of an older version of a user is rejected with the change of the subscription', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  const { version } = await find(id)
  await update(id, { subscription_to: day(9) })
  const { status, body } = await call('users/update', { id, version, name: 'Another' })
  expect(status).toBe(409)
  const { changes } = body['payload'] as { changes: { version: number; fields: object[] }[] }
  expect(changes).toMatchObject([{ version: version + 1, fields: [{ name: 'subscription_to', after: day(9) }] }])
  expect(await find(id)).toMatchObject({ version: version + 1, name: 'Person' })
})

test('a new subscription ends the current one', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_config: configs[1], subscription_from: day(0), subscription_to: null })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[1], from: day(0), to: day(29) },
  ])
})

test('a new subscription from a later day leaves the current one until then, and is in the history', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_config: configs[1], subscription_from: day(7), subscription_to: null })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(6) },
    { config: configs[1], from: day(7), to: day(36) },
  ])
  expect(await find(id)).toMatchObject({ subscription_config: { id: configs[0] }, subscription_to: day(6) })
  const { version } = await find(id)
  await update(id, { subscription_config: configs[2], subscription_from: day(7) })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(6) },
    { config: configs[2], from: day(7), to: day(8) },
  ])
  expect(await find(id)).toMatchObject({ version: version + 1 })
  const history = (await call('users/history', { id })).body['data'] as { fields: object[] }[]
  expect(history[0]?.fields).toContainEqual(
    expect.objectContaining({ name: 'subscription_config', after: expect.objectContaining({ id: configs[2] }) }),
  )
})

test('the form of a user shows the subscription that follows the current one', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  expect(await find(id)).toMatchObject({ subscription_waiting: null, subscription_waiting_from: null })
  await update(id, { subscription_config: configs[1], subscription_from: day(7), subscription_to: null })
  expect(await find(id)).toMatchObject({
    subscription_config: { id: configs[0] },
    subscription_waiting: { id: configs[1], name: 'Yearly' },
    subscription_waiting_from: day(7),
  })
})

test('a subscription that waits for its first day is in the history when the current one is removed or replaced', async () => {
  for (const next of [null, configs[2]]) {
    const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
    await update(id, { subscription_config: configs[1], subscription_from: day(7) })
    await update(id, { subscription_config: next, subscription_from: next && day(9) })
    const stored = await storedSubscriptions(id)
    expect(stored.map(({ config }) => config)).toEqual([configs[0], ...(next ? [next] : [])])
    const history = (await call('users/history', { id })).body['data'] as { version: number; fields: object[] }[]
    expect(history[1]).toMatchObject({ version: history[0]?.version })
    expect(history[1]?.fields).toEqual([
      { name: 'subscription_config', before: { id: configs[1], name: 'Yearly' }, after: null },
      { name: 'subscription_from', before: day(7), after: null },
      { name: 'subscription_to', before: day(36), after: null },
    ])
  }
})

test('a new subscription does not take over the last day of the current one', async () => {
  const { id } = await createUser({
    subscription_config: configs[0],
    subscription_from: day(-5),
    subscription_to: day(3),
  })
  await update(id, { subscription_config: configs[1], subscription_from: day(0) })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[1], from: day(0), to: day(29) },
  ])
})

test('a new subscription with the first day of the current one begins today', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  const body = await update(id, { subscription_config: configs[1], subscription_from: day(-5), subscription_to: null })
  expect(body['data']).toMatchObject({ id })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[1], from: day(0), to: day(29) },
  ])
  await update(id, { subscription_config: configs[0] })
  expect(await storedSubscriptions(id)).toEqual([
    { config: configs[0], from: day(-5), to: day(-1) },
    { config: configs[0], from: day(0), to: day(29) },
  ])
})

test('a subscription that has not begun is replaced by another one on the chosen day', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(5) })
  await update(id, { subscription_config: configs[1], subscription_from: day(5) })
  expect(await storedSubscriptions(id)).toEqual([{ config: configs[1], from: day(5), to: day(34) }])
})

test('a first day within an earlier subscription is rejected', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-9) })
  await update(id, { subscription_config: configs[1] })
  const moved = await update(id, { subscription_from: day(-3) })
  expect(errorsOf(moved)).toEqual({ subscription_from: ['Another subscription has some of these days.'] })
  await update(id, { subscription_config: null })
  const again = await update(id, { subscription_config: configs[1], subscription_from: day(-3) })
  expect(errorsOf(again)).toEqual({ subscription_from: ['Another subscription has some of these days.'] })
  expect(await storedSubscriptions(id)).toEqual([{ config: configs[0], from: day(-9), to: day(-1) }])
})

test('a missing subscription is rejected at its field', async () => {
  const unknown = { subscription_config: 999_999, subscription_from: day(0) }
  expect(errorsOf((await createUser(unknown)).body)).toEqual({
    subscription_config: ['This choice is no longer there.'],
  })
  const { id } = await createUser()
  expect(errorsOf(await update(id, unknown))).toEqual({ subscription_config: ['This choice is no longer there.'] })
})

test('a subscription whose last day is set to a past day is in the history with that day, and shown as ended', async () => {
  const { id } = await createUser({
    subscription_config: configs[0],
    subscription_from: day(-9),
    subscription_to: day(9),
  })
  expect(await find(id)).toMatchObject({ subscription_ended: null, subscription_ended_on: null })
  await update(id, { subscription_to: day(-1) })
  const history = (await call('users/history', { id })).body['data'] as { fields: object[] }[]
  expect(history[0]?.fields).toEqual([
    expect.objectContaining({ name: 'subscription_to', before: day(9), after: day(-1) }),
  ])
  expect(await find(id)).toMatchObject({
    subscription_config: null,
    subscription_ended: { id: configs[0], name: 'Monthly' },
    subscription_ended_on: day(-1),
  })
})

test('a subscription that is removed ends yesterday', async () => {
  const { id } = await createUser({ subscription_config: configs[0], subscription_from: day(-5) })
  await update(id, { subscription_config: null })
  expect(await find(id)).toMatchObject({ subscription_config: null, subscription_from: null })
  expect(await storedSubscriptions(id)).toEqual([{ config: configs[0], from: day(-5), to: day(-1) }])
})
