import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { type Live, serveLive, until } from './live.ts'
import { createSubscriptionRegistry } from '#web/platform/live/subscriptionRegistry.ts'
import { buildConnection } from '#web/platform/live/connection.ts'
import type { LiveState } from '#web/platform/live/connectionState.ts'

/** The connection of a tab, with the real server and the official client. */

const channel = 'private-Court-Primary'
let api: Api
let live: Live
let token: string
let email: string

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  email = await buildUser(api.databaseUrl, { can: ['read-courts', 'create-courts'] })
  token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
})
afterAll(async () => {
  await live.close()
  await api.close()
})

type Doors = { isHere?: () => boolean; isReachable?: () => boolean }

function openTab({ isHere = () => true, isReachable = () => true }: Doors = {}) {
  const book = createSubscriptionRegistry()
  const states: LiveState[] = []
  const heard: LiveMessage[] = []
  let reloads = 0
  const connection = buildConnection({
    subscriptions: book,
    isSignedIn: isHere,
    fetchServerAddress: async () =>
      isReachable()
        ? { key: live.keys.key, host: '127.0.0.1', port: live.port, isSecure: false, isExternal: false }
        : 'transient',
    authorizeChannel: async (socket_id, channel_name, since) => {
      const asked = { socket_id, channel_name, ...(since !== undefined && { since }) }
      const { status, body } = await api.call('broadcasting/auth', asked, { token })
      return status === 200 ? (body as { auth: string; channel_data: string }) : 'refused'
    },
    authenticateUser: async () => 'refused',
    sendHeartbeat: () => undefined,
    fetchMissed: async () => 'refused',
    onStateChange: (state) => states.push(state),
    onMembersChange: () => undefined,
    onRecordViewers: () => undefined,
    onAllRecordViewers: () => undefined,
  })
  const listener = {
    onEvent: (message: LiveMessage) => void heard.push(message),
    onReload: () => void (reloads += 1),
  }
  const listen = () => {
    book.listen(channel, listener)
    return connection.open()
  }
  return { connection, book, listener, listen, states, heard, reloads: () => reloads }
}

const create = async (name: string, socketId?: string) => {
  const headers = socketId === undefined ? {} : { 'x-socket-id': socketId }
  const answer = await fetch(`http://127.0.0.1:${live.port}/api/courts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ name }),
  })
  expect(answer.status).toBe(200)
}

const namesOf = (heard: LiveMessage[]) => heard.map(({ data }) => (typeof data === 'number' ? data : data['name']))

test('a tab connects when somebody listens, and hears what others change', async () => {
  const tab = openTab()
  await tab.connection.open()
  expect(tab.connection.state()).toBe('off')
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Heard')
  await until(() => tab.heard.length === 1)
  expect(namesOf(tab.heard)).toEqual(['Heard'])
  expect(tab.states).toEqual(['connecting', 'connected'])
  tab.connection.close()
})

test('what happened while the connection was gone is told again exactly, once it is back', async () => {
  let isReachable = true
  const tab = openTab({ isReachable: () => isReachable })
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Before')
  await until(() => tab.heard.length === 1)

  isReachable = false
  tab.connection.disconnect()
  expect(tab.connection.state()).toBe('offline')
  for (const name of ['Missed 1', 'Missed 2', 'Missed 3']) await create(name)
  isReachable = true
  tab.connection.reconnectNow()
  await until(() => tab.heard.length === 4)
  await create('After')
  await until(() => tab.heard.length === 5)
  expect(namesOf(tab.heard)).toEqual(['Before', 'Missed 1', 'Missed 2', 'Missed 3', 'After'])
  expect(tab.reloads()).toBe(1)
  tab.connection.close()
})

test('a tab knows what it changed itself', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Own', tab.connection.socketId())
  await create('Of another')
  await until(() => tab.heard.length === 2)
  expect(tab.heard.map(tab.connection.isOwn)).toEqual([true, false])
  tab.connection.close()
})

test('nobody connects before he has signed in', async () => {
  const tab = openTab({ isHere: () => false })
  await tab.listen()
  expect(tab.connection.state()).toBe('off')
})

test('who stops listening and comes back is told what happened between', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  tab.book.leave(channel, tab.listener)
  tab.connection.leave(channel)
  await create('Between')
  tab.book.listen(channel, tab.listener)
  tab.connection.join(channel)
  await until(() => tab.heard.length === 1)
  expect(namesOf(tab.heard)).toEqual(['Between'])
  tab.connection.close()
})

test('a right that is given back is asked for again, and what is told is heard from then on', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  const taken = sql`delete from role_permissions where role_id = (select id from roles where name = ${`role of ${email}`}) returning role_id, permission_id`
  const { rows } = await taken.execute(api.db)
  await until(() => tab.reloads() === 2)
  for (const row of rows as { role_id: number; permission_id: number }[])
    await sql`insert into role_permissions (role_id, permission_id) values (${row.role_id}, ${row.permission_id})`.execute(
      api.db,
    )
  tab.connection.rejoin()
  await create('Given back')
  await until(() => namesOf(tab.heard).includes('Given back'))
  tab.connection.close()
})
