import { sql } from 'kysely'
import type { Channel } from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordViewers, Viewer } from '#shared/calls/live.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { openLive } from './startLive.ts'
import { openPort } from './port.ts'

/** Who looks at a record, as the official client tells it, at two servers on one database. */

let api: Api
let live: Live
let other: { port: number; keys: Live['keys']; close: () => Promise<void> }
let channel: string

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  other = await serveAnother()
  const { rows } = await sql<{ id: number }>`
    insert into courts (name, code) values ('Looked at', 'L') returning id`.execute(api.db)
  channel = `presence-Court.${rows[0]?.id}`
})
afterAll(async () => {
  await other.close()
  await live.close()
  await api.close()
})

async function serveAnother() {
  const own = await openPort({ port: 0, host: '127.0.0.1' })
  const { db, databaseUrl } = api
  const opened = await openLive({
    server: own.server,
    db,
    databaseUrl,
    keys: live.keys,
    loadRows: async () => new Map(),
  })
  const address = own.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, keys: live.keys, close: () => opened.close().then(own.close) }
}

/** As the official client keeps them. */
const membersOf = (looked: Channel) =>
  'members' in looked ? Object.values((looked.members as { members: Record<string, Viewer> }).members) : []

async function lookAt(where: Pick<Live, 'port' | 'keys'>, doing: Viewer['doing'] = 'View', mayDo = doing) {
  const can = ['read-courts', ...(mayDo === 'Update' ? ['update-courts'] : [])]
  const email = await buildUser(api.databaseUrl, { can })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live: where }, token, { doing })
  const joining = pusher.subscribe(channel)
  expect(await joined(joining)).toMatchObject({ in: true })
  const others = () => membersOf(joining).map(({ doing: does }) => does)
  return { pusher, email, others }
}

test('everybody who looks at a record sees who else does and what for, at any server, until that one goes', async () => {
  const viewer = await lookAt(live)
  expect(viewer.others()).toEqual(['View'])
  const editor = await lookAt(other, 'Update')
  expect(editor.others().sort()).toEqual(['Update', 'View'])
  await until(() => viewer.others().length === 2, 1000)
  expect(viewer.others().sort()).toEqual(['Update', 'View'])

  editor.pusher.disconnect()
  await until(() => viewer.others().length === 1, 1000)
  viewer.pusher.disconnect()
})

test('nobody is seen editing what he may only read', async () => {
  const viewer = await lookAt(live)
  const reader = await lookAt(other, 'Update', 'View')
  await until(() => viewer.others().length === 2, 1000)
  expect(viewer.others()).toEqual(['View', 'View'])
  reader.pusher.disconnect()
  viewer.pusher.disconnect()
})

test('who may read the record no longer is not among them any more', async () => {
  const stays = await lookAt(live)
  const goes = await lookAt(other)
  await until(() => stays.others().length === 2, 1000)
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${goes.email}`})`.execute(api.db)
  await until(() => stays.others().length === 1, 1000)
  goes.pusher.disconnect()
  stays.pusher.disconnect()
})

test('who looks at the list sees at which of its records somebody is, at any server', async () => {
  const id = Number(channel.split('.')[1])
  const first = await lookAt(live, 'Update')
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live: other }, token)
  const list = pusher.subscribe('private-Court-Present')
  const heard: RecordViewers[] = []
  list.bind('Presence', (told: RecordViewers) => heard.push(told))
  const { told } = await joined(list)
  expect(told).toMatchObject({ records: [{ id, people: [{ doing: 'Update' }] }] })

  first.pusher.disconnect()
  await until(() => heard.at(-1)?.people.length === 0)
  pusher.disconnect()
})

test('who was taken for gone though he is there is seen again', async () => {
  const [first, second] = [await lookAt(live), await lookAt(other)]
  await until(() => first.others().length === 2)
  await sql`delete from live_presence where channel = ${channel}`.execute(api.db)
  await until(() => second.others().length < 2)
  await until(() => first.others().length === 2 && second.others().length === 2)
  first.pusher.disconnect()
  second.pusher.disconnect()
})
