import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStore } from '#server/files/diskStore.ts'
import { clean } from '#server/worker/clean.ts'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { notify } from './notify.ts'

/** What users may do with their own notifications, and with no others. */

let api: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
})
afterAll(async () => {
  await live.close()
  await api.close()
})

/** Creates a user with this many notifications about roles. */
async function createUser(count = 0) {
  const email = await buildUser(api.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const notifyRole = (role: string) => notify(api.db, { userIds: [id], kind: 'role-changed', data: { role } })
  for (let index = 1; index <= count; index++) await notifyRole(`Role ${index}`)
  const call = (path: string, input: object) => api.call(path, input, { token })
  const list = async (input: object = {}) =>
    (await call('notifications/get', input)).body as unknown as NotificationsAnswer
  return { id, token, call, notifyRole, list }
}

const rolesIn = ({ data }: NotificationsAnswer) =>
  data.map((one) => (one.kind === 'role-changed' ? one.data.role : one.kind))

test('notifications are listed newest first, with kind, time, read state, and page count', async () => {
  const { list, id } = await createUser(3)
  const first = await list({ PageSize: 2 })
  expect(first).toMatchObject({ count: 3, unread: 3, page: 1, pages: 2, channel: `private-User.${id}` })
  expect(rolesIn(first)).toEqual(['Role 3', 'Role 2'])
  expect(first.data[0]).toMatchObject({ kind: 'role-changed', data: { role: 'Role 3' }, read: false })
  expect(Math.abs(Date.now() - Date.parse(first.data[0]?.createdAt ?? ''))).toBeLessThan(60_000)
  expect(rolesIn(await list({ PageSize: 2, Page: 2 }))).toEqual(['Role 1'])
})

test('a page past the end is rejected with the number of the last page', async () => {
  const { call } = await createUser(3)
  expect((await call('notifications/get', { PageSize: 2, Page: 3 })).body).toMatchObject({ code: 'page-past-end' })
})

test('a read notification leaves the unread ones and stays in the list', async () => {
  const { call, list } = await createUser(3)
  const [newest] = (await list()).data
  expect((await call('notifications/read', { ids: [newest?.id] })).body).toMatchObject({ unread: 2 })
  expect(rolesIn(await list({ Unread: true }))).toEqual(['Role 2', 'Role 1'])
  expect((await list()).data.map(({ read }) => read)).toEqual([true, false, false])
})

test('marking all as read includes the newest one seen and excludes later ones', async () => {
  const { call, list, notifyRole } = await createUser(2)
  const [newest] = (await list()).data
  await notifyRole('Later')
  expect((await call('notifications/readAll', { until: newest?.id })).body).toMatchObject({ unread: 1 })
  expect(rolesIn(await list({ Unread: true }))).toEqual(['Later'])
})

test('no user can read or mark the notifications of another user', async () => {
  const [owner, other] = [await createUser(2), await createUser()]
  const ids = (await owner.list()).data.map(({ id }) => id)
  expect(await other.list()).toMatchObject({ data: [], count: 0, unread: 0 })
  expect((await other.call('notifications/read', { ids })).status).toBe(200)
  expect((await other.call('notifications/readAll', { until: Math.max(...ids) })).status).toBe(200)
  expect(await owner.list()).toMatchObject({ unread: 2 })
})

test.each([
  [
    'notifications/get',
    { Page: 0, PageSize: limits.list.max_page_size + 1, Unread: 1 },
    ['Page', 'PageSize', 'Unread'],
  ],
  ['notifications/read', { ids: [] }, ['ids']],
  ['notifications/read', { ids: Array.from({ length: limits.notification.read_batch + 1 }, () => 1) }, ['ids']],
  ['notifications/readAll', { until: 0 }, ['until']],
])('%s reports all values out of range at once: %j', async (path, input, fields) => {
  const { call } = await createUser()
  const { status, body } = await call(path, input)
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body)).map((name) => name.split('.')[0])).toEqual(fields)
})

test('every device of a user gets an event for new and read notifications, and no other user does', async () => {
  const [user, other] = [await createUser(), await createUser()]
  const devices = [user, user, other].map(({ id, token }) => {
    const { pusher } = connectPusher({ api, live }, token)
    const channel = pusher.subscribe(`private-User.${id}`)
    let received = 0
    channel.bind('Notified', () => (received += 1))
    return { pusher, isAccepted: subscriptionResult(channel), received: () => received }
  })
  for (const { isAccepted } of devices) expect(await isAccepted).toMatchObject({ accepted: true })
  await user.notifyRole('New')
  await until(() => devices.slice(0, 2).every(({ received }) => received() === 1))
  const [newest] = (await user.list()).data
  await user.call('notifications/read', { ids: [newest?.id] })
  await until(() => devices.slice(0, 2).every(({ received }) => received() === 2))
  expect(devices[2]?.received()).toBe(0)
  for (const { pusher } of devices) pusher.disconnect()
})

test('old notifications are deleted, and the oldest above the limit per user', async () => {
  const { id, list } = await createUser(1)
  await sql`
    update notifications
       set created_at = now() - make_interval(days => ${limits.notification.retention_days + 1})
     where user_id = ${id}`.execute(api.db)
  await sql`
    insert into notifications (user_id, kind, data)
    select ${id}, 'role-changed', jsonb_build_object('role', place::text)
      from generate_series(1, ${limits.notification.max_per_user + 2}::integer) as place
     order by place`.execute(api.db)
  const folder = mkdtempSync(join(tmpdir(), 'hukum-clean-'))
  await clean(api.db, openDiskStore(folder))
  rmSync(folder, { recursive: true })
  const { count, pages } = await list({ PageSize: 100 })
  expect(count).toBe(limits.notification.max_per_user)
  expect(rolesIn(await list({ PageSize: 100, Page: pages })).at(-1)).toBe('3')
})
