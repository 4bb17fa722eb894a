import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldEvents } from '#server/worker/clean.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '#test/api.ts'
import {
  collectMessages,
  connectPusher,
  type Live,
  openSubscriber,
  serveLive,
  signInWith,
  subscriptionResult,
  until,
} from '#test/live.ts'
import { notify } from '#server/notifications/notify.ts'
import { announce } from '#server/events/announce.ts'

/** What one user saves, and what others receive of it, with the official client. */

let api: Api
let live: Live
let editor: Awaited<ReturnType<typeof signInWith>>

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  editor = await signInWith(
    api,
    ['courts', 'judges', 'users', 'roles', 'permissions', 'analysis', 'caseFiles', 'subscriptionConfigs'].flatMap(
      (name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
    ),
  )
})
afterAll(async () => {
  await live.close()
  await api.close()
})

const court = (name: string) => ({ name: `${name} ${crypto.randomUUID()}` })

test('a subscriber of a list receives creations, updates, and deletions in order within a second', async () => {
  const { received, pusher } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  const { row } = await editor.call('courts/create', court('First'))
  const times = [await until(() => received.length === 1)]
  const { row: changed } = await editor.call('courts/update', { ...court('Second'), id: row.id, version: row.version })
  times.push(await until(() => received.length === 2))
  await editor.call('courts/delete', { id: row.id, version: changed.version })
  times.push(await until(() => received.length === 3))
  // Other load may delay one of them, but hardly each.
  expect(Math.min(...times)).toBeLessThan(1000)
  expect(
    received.map(({ event, data }) => [event, typeof data === 'number' ? data : String(data['name']).split(' ')[0]]),
  ).toEqual([
    ['Created', 'First'],
    ['Updated', 'Second'],
    ['Deleted', row.id],
  ])
  expect(received.map(({ sequence }) => sequence)).toEqual(
    [...received].map(({ sequence }) => sequence).sort((a, b) => a - b),
  )
  pusher.disconnect()
})

test('a rolled-back change is sent to no client', async () => {
  const { received, pusher } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  await api.db
    .transaction()
    .execute(async (db) => {
      await announce({ db, socketId: undefined, session: undefined }, { resource: courts, event: 'Created', id: 1 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await editor.call('courts/create', court('Committed'))
  await until(() => received.length > 0)
  expect(received).toHaveLength(1)
  pusher.disconnect()
})

test('a row that moves to another filtered list is sent as a plain number to the old one and as a row to the new one', async () => {
  const { row } = await editor.call('users/create', {
    name: 'Mover',
    email: `${crypto.randomUUID()}@hukum.test`,
    active: true,
  })
  const reader = { can: ['read-users'], event: 'UserEvents' }
  const active = await openSubscriber({ api, live }, 'private-User-Primary.1', reader)
  const inactive = await openSubscriber({ api, live }, 'private-User-Primary.0', reader)
  await editor.call('users/partialUpdate', { id: row.id, version: row.version, active: false })
  await until(() => active.received.length === 1 && inactive.received.length === 1)
  expect(active.received[0]).toMatchObject({ event: 'Updated', data: row.id, group: '0' })
  expect(inactive.received[0]).toMatchObject({ event: 'Updated', data: { id: row.id, active: false }, group: '0' })
  active.pusher.disconnect()
  inactive.pusher.disconnect()
})

test('a change names the socket of its call, but never the socket of another session', async () => {
  const can = ['read-courts', 'create-courts']
  const own = await openSubscriber({ api, live }, 'private-Court-Primary', { can, event: 'CourtEvents' })
  const other = await openSubscriber({ api, live }, 'private-Court-Primary', { can, event: 'CourtEvents' })
  const id = own.pusher.connection.socket_id
  await own.call('courts/create', court('Own'), id)
  await other.call('courts/create', court('Claimed'), id)
  await until(() => own.received.length === 2 && other.received.length === 2)
  expect(own.received.map(({ from }) => from)).toEqual([id, null])
  own.pusher.disconnect()
  other.pusher.disconnect()
})

async function buildAnalysis(court: number) {
  const { rows } = await sql<{ id: number; version: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
    insert into analysis (court_id, title, pdf_file_id) select ${court}, 'One', id from file returning id, version`.execute(
    api.db,
  )
  return rows[0] ?? { id: 0, version: 0 }
}

test.each([
  ['finished', `status = 'Analyzed'`, { data: 'left', group: '.Analyzed' }, { status: 'Analyzed' }],
  ['failed', 'failed_at = now()', { data: 'stays', group: '.Pending' }, { status: 'Pending', is_waiting: false }],
] as const)(
  'the lists receive an analysis that %s, also when the row is changed directly in the database',
  async (_how, assignment, expected, row) => {
    const { rows } = await sql<{ court: number }>`
      insert into courts (name, code)
      values (${crypto.randomUUID()}, gen_random_uuid())
      returning id as court`.execute(api.db)
    const court = rows[0]?.court ?? 0
    const wanted = { can: ['read-analysis', 'analyze-analysis'], event: 'AnalysisEvents' }
    const pending = await openSubscriber({ api, live }, `private-Analysis-Primary.${court}.Pending`, wanted)
    const all = await openSubscriber({ api, live }, `private-Analysis-Primary.${court}`, wanted)
    const { id, version } = await buildAnalysis(court)
    await all.call('analysis/runAnalysis', { id, version })
    await until(() => all.received.length === 1 && pending.received.length === 1)
    expect(all.received[0]).toMatchObject({ event: 'Updated', data: { id, is_waiting: true } })

    await sql`update analysis set ${sql.raw(assignment)} where id = ${id}`.execute(api.db)
    await until(() => all.received.length === 2 && pending.received.length === 2)
    expect(all.received[1]).toMatchObject({
      event: 'Updated',
      data: { id, ...row },
      group: `${court}${expected.group}`,
      from: null,
    })
    expect(typeof pending.received[1]?.data).toBe(expected.data === 'left' ? 'number' : 'object')
    for (const { pusher } of [pending, all]) pusher.disconnect()
  },
)

test('a status step by a call is sent once', async () => {
  const { rows } = await sql<{ court: number }>`select min(id) as court from courts`.execute(api.db)
  const can = ['read-analysis', 'cancel-analysis', 'read-courts']
  const { received, call, pusher } = await openSubscriber({ api, live }, `private-Analysis-Primary.${rows[0]?.court}`, {
    can,
    event: 'AnalysisEvents',
  })
  const [first, second] = [await buildAnalysis(rows[0]?.court ?? 0), await buildAnalysis(rows[0]?.court ?? 0)]
  for (const { id, version } of [first, second]) await call('analysis/cancel', { id, version })
  await until(() => received.length >= 2)
  expect(received.map(({ data }) => typeof data === 'object' && data['id'])).toEqual([first.id, second.id])
  pusher.disconnect()
})

test('a user of forms with a select receives only the ids of changed options, without the name of an unpublished one', async () => {
  const { received, pusher } = await openSubscriber({ api, live }, 'private-SubscriptionConfig-Select', {
    can: ['update-users'],
    event: 'SubscriptionConfigEvents',
  })
  const offer = { name: 'Planned offer', amount: 10, days: 30, published: false }
  const { row } = await editor.call('subscriptionConfigs/create', offer)
  await until(() => received.length === 1)
  expect(received[0]?.data).toEqual({ id: row.id })
  pusher.disconnect()
})

test('a client that returns receives the missed changes of its channel once and in order', async () => {
  const reader = { can: ['read-courts'], event: 'CourtEvents' }
  const first = await openSubscriber({ api, live }, 'private-Court-Primary', reader)
  const since = Number(first.subscription['sequence'])
  first.pusher.disconnect()
  for (const name of ['One', 'Two', 'Three']) await editor.call('courts/create', court(name))
  await editor.call('judges/create', { name: 'Of another list' })

  const back = await openSubscriber({ api, live }, 'private-Court-Primary', { ...reader, since })
  await editor.call('courts/create', court('Four'))
  await until(() => back.received.length >= 4)
  expect(back.received.map(({ data }) => typeof data === 'object' && String(data['name']).split(' ')[0])).toEqual([
    'One',
    'Two',
    'Three',
    'Four',
  ])
  back.pusher.disconnect()
})

test('a client that was away longer than changes are stored is asked to reload', async () => {
  await editor.call('courts/create', court('Old'))
  await sql`update live_events set at = now() - interval '2 hours'`.execute(api.db)
  await deleteOldEvents(api.db)
  await editor.call('courts/create', court('New'))
  const { subscription, pusher, received } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
    since: 1,
  })
  expect(subscription).toMatchObject({ reload: true })
  expect(received).toEqual([])
  pusher.disconnect()
})

test('a first subscription without a sequence has missed nothing', async () => {
  const { subscription, received, pusher } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  expect(subscription).not.toHaveProperty('reload')
  expect(received).toEqual([])
  pusher.disconnect()
})

test('a notification is announced on the channel of its user', async () => {
  const { token, email } = await signInWith(api, [])
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const { pusher } = connectPusher({ api, live }, token)
  const channel = pusher.subscribe(`private-User.${id}`)
  const received = collectMessages(channel, 'Notified')
  await subscriptionResult(channel)
  await notify(api.db, { userIds: [id], kind: 'role-changed', data: { role: 'A role' } })
  await until(() => received.length === 1)
  expect(received[0]).toMatchObject({ data: id, from: null })
  pusher.disconnect()
})
