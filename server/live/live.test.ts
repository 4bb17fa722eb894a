import { sql } from 'kysely'
import type { Channel } from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldEvents } from '#server/worker/clean.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { notify } from '#server/notifications/notify.ts'
import { announce } from '#server/events/announce.ts'

/** What one person saves, and what others hear of it, with the official client. */

let api: Api
let live: Live
let editor: Awaited<ReturnType<typeof someone>>

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  editor = await someone(
    ['courts', 'judges', 'users', 'roles', 'permissions', 'analysis', 'caseFiles'].flatMap((name) =>
      ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
    ),
  )
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function someone(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const call = async (path: string, input: object, socket?: string) => {
    const headers = socket === undefined ? {} : { 'x-socket-id': socket }
    const answer = await api.call(path, input, { token, headers })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return { ...answer, row: (answer.body['data'] ?? {}) as { id: number; version: number } & Record<string, unknown> }
  }
  return { email, token, call }
}

/** Somebody who looks at a channel, and what he has heard on it so far. */
async function looker(name: string, { can = [], since, event }: { can?: string[]; since?: number; event: string }) {
  const who = await someone(can)
  const { pusher } = connectPusher({ api, live }, who.token, since === undefined ? {} : { since })
  const channel = pusher.subscribe(name)
  const heard = listenTo(channel, event)
  const { in: isIn, told } = await joined(channel)
  return { ...who, pusher, channel, heard, isIn, told: told as Record<string, unknown> }
}

function listenTo(channel: Channel, event: string) {
  const heard: LiveMessage[] = []
  channel.bind(event, (message: LiveMessage) => heard.push(message))
  return heard
}

const court = (name: string) => ({ name: `${name} ${crypto.randomUUID()}` })

test('who looks at a list hears within a second what is made, changed and deleted, in this order', async () => {
  const { heard, pusher } = await looker('private-Court-Primary', { can: ['read-courts'], event: 'CourtEvents' })
  const { row } = await editor.call('courts/create', court('First'))
  await until(() => heard.length === 1, 1000)
  const { row: changed } = await editor.call('courts/update', { ...court('Second'), id: row.id, version: row.version })
  await until(() => heard.length === 2, 1000)
  await editor.call('courts/delete', { id: row.id, version: changed.version })
  await until(() => heard.length === 3, 1000)
  expect(
    heard.map(({ event, data }) => [event, typeof data === 'number' ? data : String(data['name']).split(' ')[0]]),
  ).toEqual([
    ['Created', 'First'],
    ['Updated', 'Second'],
    ['Deleted', row.id],
  ])
  expect(heard.map(({ sequence }) => sequence)).toEqual(
    [...heard].map(({ sequence }) => sequence).sort((a, b) => a - b),
  )
  pusher.disconnect()
})

test('a change that was taken back is told to nobody', async () => {
  const { heard, pusher } = await looker('private-Court-Primary', { can: ['read-courts'], event: 'CourtEvents' })
  await api.db
    .transaction()
    .execute(async (db) => {
      await announce({ db, socketId: undefined, session: undefined }, { resource: courts, event: 'Created', id: 1 })
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await editor.call('courts/create', court('Kept'))
  await until(() => heard.length > 0, 1000)
  expect(heard).toHaveLength(1)
  pusher.disconnect()
})

test('a row that leaves a filtered list is a plain number there, and comes into the other', async () => {
  const { row } = await editor.call('users/create', {
    name: 'Mover',
    email: `${crypto.randomUUID()}@hukum.test`,
    active: true,
  })
  const reader = { can: ['read-users'], event: 'UserEvents' }
  const active = await looker('private-User-Primary.1', reader)
  const inactive = await looker('private-User-Primary.0', reader)
  await editor.call('users/partialUpdate', { id: row.id, version: row.version, active: false })
  await until(() => active.heard.length === 1 && inactive.heard.length === 1, 1000)
  expect(active.heard[0]).toMatchObject({ event: 'Updated', data: row.id, group: '0' })
  expect(inactive.heard[0]).toMatchObject({ event: 'Updated', data: { id: row.id, active: false }, group: '0' })
  active.pusher.disconnect()
  inactive.pusher.disconnect()
})

test('the socket of the call is told with it, so that it may look away; nobody makes another look away', async () => {
  const can = ['read-courts', 'create-courts']
  const own = await looker('private-Court-Primary', { can, event: 'CourtEvents' })
  const other = await looker('private-Court-Primary', { can, event: 'CourtEvents' })
  const id = own.pusher.connection.socket_id
  await own.call('courts/create', court('Own'), id)
  await other.call('courts/create', court('Claimed'), id)
  await until(() => own.heard.length === 2 && other.heard.length === 2, 1000)
  expect(own.heard.map(({ from }) => from)).toEqual([id, null])
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
] as const)('the lists follow an analysis that %s, whoever wrote that down', async (_how, written, there, row) => {
  const { rows } = await sql<{ court: number }>`insert into courts (name, code) values (${crypto.randomUUID()}, gen_random_uuid()) returning id as court`.execute(api.db)
  const court = rows[0]?.court ?? 0
  const can = ['read-analysis', 'analyze-analysis']
  const pending = await looker(`private-Analysis-Primary.${court}.Pending`, { can, event: 'AnalysisEvents' })
  const all = await looker(`private-Analysis-Primary.${court}`, { can, event: 'AnalysisEvents' })
  const { id, version } = await buildAnalysis(court)
  await all.call('analysis/runAnalysis', { id, version })
  await until(() => all.heard.length === 1 && pending.heard.length === 1, 1000)
  expect(all.heard[0]).toMatchObject({ event: 'Updated', data: { id, is_waiting: true } })

  await sql`update analysis set ${sql.raw(written)} where id = ${id}`.execute(api.db)
  await until(() => all.heard.length === 2 && pending.heard.length === 2, 1000)
  expect(all.heard[1]).toMatchObject({ event: 'Updated', data: { id, ...row }, group: `${court}${there.group}`, from: null })
  expect(typeof pending.heard[1]?.data).toBe(there.data === 'left' ? 'number' : 'object')
  for (const { pusher } of [pending, all]) pusher.disconnect()
}) // prettier-ignore

test('a step that is made by a call is told once', async () => {
  const { rows } = await sql<{ court: number }>`select min(id) as court from courts`.execute(api.db)
  const can = ['read-analysis', 'cancel-analysis', 'read-courts']
  const { heard, call, pusher } = await looker(`private-Analysis-Primary.${rows[0]?.court}`, { can, event: 'AnalysisEvents' }) // prettier-ignore
  const [first, second] = [await buildAnalysis(rows[0]?.court ?? 0), await buildAnalysis(rows[0]?.court ?? 0)]
  for (const { id, version } of [first, second]) await call('analysis/cancel', { id, version })
  await until(() => heard.length >= 2, 1000)
  expect(heard.map(({ data }) => typeof data === 'object' && data['id'])).toEqual([first.id, second.id])
  pusher.disconnect()
})

test('who reads the forms that choose from a list hears of its choices, and only of their names', async () => {
  const { heard, pusher } = await looker('private-Judge-Select', { can: ['read-caseFiles'], event: 'JudgeEvents' })
  const { row } = await editor.call('judges/create', { name: 'A judge' })
  await until(() => heard.length === 1, 1000)
  expect(heard[0]?.data).toEqual({ id: row.id, name: 'A judge' })
  pusher.disconnect()
})

test('what was missed while away is told once when one comes back, in order, and nothing else', async () => {
  const reader = { can: ['read-courts'], event: 'CourtEvents' }
  const first = await looker('private-Court-Primary', reader)
  const since = Number(first.told['sequence'])
  first.pusher.disconnect()
  for (const name of ['One', 'Two', 'Three']) await editor.call('courts/create', court(name))
  await editor.call('judges/create', { name: 'Of another list' })

  const back = await looker('private-Court-Primary', { ...reader, since })
  await editor.call('courts/create', court('Four'))
  await until(() => back.heard.length >= 4, 1000)
  expect(back.heard.map(({ data }) => typeof data === 'object' && String(data['name']).split(' ')[0])).toEqual([
    'One',
    'Two',
    'Three',
    'Four',
  ])
  back.pusher.disconnect()
})

test('who was away for longer than changes are kept is told to load anew', async () => {
  await editor.call('courts/create', court('Old'))
  await sql`update live_events set at = now() - interval '2 hours'`.execute(api.db)
  await deleteOldEvents(api.db)
  await editor.call('courts/create', court('New'))
  const { told, pusher, heard } = await looker('private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
    since: 1,
  })
  expect(told).toMatchObject({ reload: true })
  expect(heard).toEqual([])
  pusher.disconnect()
})

test('a new list has missed nothing, however late it is joined', async () => {
  const { told, heard, pusher } = await looker('private-Court-Primary', { can: ['read-courts'], event: 'CourtEvents' })
  expect(told).not.toHaveProperty('reload')
  expect(heard).toEqual([])
  pusher.disconnect()
})

test('whoever takes a right away takes the channels away with it, within a second, and the connection stays', async () => {
  const { heard, pusher, channel, email } = await looker('private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  let taken = false
  channel.bind('pusher:subscription_error', () => (taken = true))
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(api.db)
  expect(await until(() => taken)).toBeLessThan(1000)
  await otherHears(() => editor.call('courts/create', court('Unheard')))
  // What was sent on this connection before has arrived when it answers.
  expect(await joined(pusher.subscribe(`private-User.${(await userOf(email)).id}`))).toMatchObject({ in: true })
  expect(heard).toEqual([])
  expect(pusher.connection.state).toBe('connected')
  pusher.disconnect()
})

/** Resolves when somebody else who may has heard of the change. */
async function otherHears(change: () => Promise<unknown>) {
  const other = await looker('private-Court-Primary', { can: ['read-courts'], event: 'CourtEvents' })
  await change()
  await until(() => other.heard.length === 1)
  other.pusher.disconnect()
}

const endings: Record<string, (who: { email: string; token: string }) => Promise<unknown>> = {
  'signs out': ({ token }) => api.call('auth/logout', {}, { token }),
  'is made inactive': ({ email }) => saveUser(email, { active: false }),
  'is locked': ({ email }) => saveUser(email, { is_locked: true }),
  'is deleted': async ({ email }) => {
    const { id, version } = await userOf(email)
    return editor.call('users/delete', { id, version })
  },
}

async function saveUser(email: string, change: object) {
  const { id, version } = await userOf(email)
  return editor.call('users/update', { id, version, ...change })
}

async function userOf(email: string) {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from users where email = ${email}`.execute(api.db)
  return rows[0] ?? { id: 0, version: 0 }
}

test.each(Object.entries(endings))('the connection of somebody who %s is closed within a second', async (_how, end) => {
  const { heard, pusher, email, token } = await looker('private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  await end({ email, token })
  expect(await until(() => pusher.connection.state !== 'connected')).toBeLessThan(1000)
  await otherHears(() => editor.call('courts/create', court('Unheard')))
  expect(heard).toEqual([])
  pusher.disconnect()
})

test('what is new for one person is told on his own channel', async () => {
  const { token, email } = await someone([])
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const { pusher } = connectPusher({ api, live }, token)
  const channel = pusher.subscribe(`private-User.${id}`)
  const heard = listenTo(channel, 'Notified')
  await joined(channel)
  await notify(api.db, { people: [id], kind: 'role-changed', data: { role: 'A role' } })
  await until(() => heard.length === 1)
  expect(heard[0]).toMatchObject({ data: id, from: null })
  pusher.disconnect()
})
