import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/files/fileStore.ts'
import { clean } from '#server/worker/clean.ts'
import type { NotificationsAnswer } from '#shared/calls/notifications.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { notify } from './notify.ts'

/** What a person may do with what he was told, and that nobody else may. */

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

/** Somebody who was told of so many roles. */
async function person(told = 0) {
  const email = await buildUser(api.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const tell = (role: string) => notify(api.db, { people: [id], kind: 'role-changed', data: { role } })
  for (let place = 1; place <= told; place++) await tell(`Role ${place}`)
  const call = (path: string, input: object) => api.call(path, input, { token })
  const list = async (input: object = {}) =>
    (await call('notifications/get', input)).body as unknown as NotificationsAnswer
  return { id, token, call, tell, list }
}

const rolesIn = ({ data }: NotificationsAnswer) =>
  data.map((one) => (one.kind === 'role-changed' ? one.data.role : one.kind))

test('the newest comes first, with its kind, its moment and whether it was read; pages are counted', async () => {
  const { list, id } = await person(3)
  const first = await list({ PageSize: 2 })
  expect(first).toMatchObject({ count: 3, unread: 3, page: 1, pages: 2, channel: `private-User.${id}` })
  expect(rolesIn(first)).toEqual(['Role 3', 'Role 2'])
  expect(first.data[0]).toMatchObject({ kind: 'role-changed', data: { role: 'Role 3' }, read: false })
  expect(Math.abs(Date.now() - Date.parse(first.data[0]?.createdAt ?? ''))).toBeLessThan(60_000)
  expect(rolesIn(await list({ PageSize: 2, Page: 2 }))).toEqual(['Role 1'])
})

test('a page past the end is refused with the number of the last', async () => {
  const { call } = await person(3)
  expect((await call('notifications/get', { PageSize: 2, Page: 3 })).body).toMatchObject({ code: 'page-past-end' })
})

test('what was read is not among the unread, and stays in the list', async () => {
  const { call, list } = await person(3)
  const [newest] = (await list()).data
  expect((await call('notifications/read', { ids: [newest?.id] })).body).toMatchObject({ unread: 2 })
  expect(rolesIn(await list({ Unread: true }))).toEqual(['Role 2', 'Role 1'])
  expect((await list()).data.map(({ read }) => read)).toEqual([true, false, false])
})

test('all are read up to the newest that was seen, and what came a moment later is not', async () => {
  const { call, list, tell } = await person(2)
  const [newest] = (await list()).data
  await tell('Later')
  expect((await call('notifications/readAll', { until: newest?.id })).body).toMatchObject({ unread: 1 })
  expect(rolesIn(await list({ Unread: true }))).toEqual(['Later'])
})

test("nobody sees another's notifications or marks them as read", async () => {
  const [owner, other] = [await person(2), await person()]
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
])('%s names everything that is out of its limits at once: %j', async (path, input, fields) => {
  const { call } = await person()
  const { status, body } = await call(path, input)
  expect(status).toBe(400)
  expect(Object.keys((body['payload'] as { errors: object }).errors).map((name) => name.split('.')[0])).toEqual(fields)
})

test('every device of a person hears when something is new and when it was read, and nobody else does', async () => {
  const [me, other] = [await person(), await person()]
  const devices = [me, me, other].map(({ id, token }) => {
    const { pusher } = connectPusher({ api, live }, token)
    const channel = pusher.subscribe(`private-User.${id}`)
    let heard = 0
    channel.bind('Notified', () => (heard += 1))
    return { pusher, isIn: joined(channel), heard: () => heard }
  })
  for (const { isIn } of devices) expect(await isIn).toMatchObject({ in: true })
  await me.tell('New')
  await until(() => devices.slice(0, 2).every(({ heard }) => heard() === 1))
  const [newest] = (await me.list()).data
  await me.call('notifications/read', { ids: [newest?.id] })
  await until(() => devices.slice(0, 2).every(({ heard }) => heard() === 2))
  expect(devices[2]?.heard()).toBe(0)
  for (const { pusher } of devices) pusher.disconnect()
})

test('what is old is forgotten, and of very many the oldest', async () => {
  const { id, list } = await person(1)
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
  await clean(api.db, openStore(folder))
  rmSync(folder, { recursive: true })
  const { count, pages } = await list({ PageSize: 100 })
  expect(count).toBe(limits.notification.max_per_user)
  expect(rolesIn(await list({ PageSize: 100, Page: pages })).at(-1)).toBe('3')
})
