import { sql } from 'kysely'
import Official from 'pusher'
import type { Channel } from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { loadListed } from '#server/kept.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { freePort, openProcesses } from '../../test/processes.ts'
import { announce } from './announce.ts'

/** How much one may have open, where, and what a right keeps back on every way to a socket. */

let api: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  // More than lists show, so that only the rights of readers keep it back.
  const loadMore = async (...which: Parameters<typeof loadListed>): Promise<Map<number, Row>> => {
    const rows = await loadListed(...which)
    if (which[1].name === 'analysis') for (const [id, row] of rows) rows.set(id, { ...row, charge_status: 'Paid' })
    return rows
  }
  live = await serveLive(api, loadMore)
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function tokenOf(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

test('one socket joins so many channels and no more; one that it leaves makes room', async () => {
  const { pusher } = connectPusher({ api, live }, await tokenOf(resources.map(({ name }) => `read-${name}`)))
  const names = resources.flatMap((resource) => {
    const isFiltered = 'filters' in resource && Object.values(resource.filters).some((filter) => 'required' in filter)
    const select = `private-${resource.model}-Select`
    return isFiltered ? [select] : [select, `private-${resource.model}-Primary`]
  })
  expect(names.length).toBeGreaterThan(limits.live.channels)
  for (const [place, name] of names.slice(0, limits.live.channels + 1).entries()) {
    // As many messages a second as one may send.
    if (place >= limits.live.messages_at_once / 2) await new Promise((settle) => setTimeout(settle, 120))
    expect(await joined(pusher.subscribe(name)), name).toMatchObject({ in: place < limits.live.channels })
  }
  pusher.unsubscribe(names[0] ?? '')
  expect((await joined(pusher.subscribe(names.at(-1) ?? ''))).in).toBe(true)
  pusher.disconnect()
})

test('one session has so many sockets: the next is closed, the others stay', async () => {
  const token = await tokenOf(['read-courts'])
  const open = []
  for (let count = 1; count <= limits.live.sockets_per_session; count += 1) {
    const { pusher } = connectPusher({ api, live }, token)
    open.push(pusher)
    expect((await joined(pusher.subscribe('private-Court-Primary'))).in).toBe(true)
  }
  const { pusher } = connectPusher({ api, live }, token)
  const codes: unknown[] = []
  pusher.connection.bind('error', ({ data }: { data?: { code: number } }) => codes.push(data?.code))
  pusher.subscribe('private-Court-Primary')
  await until(() => codes.includes(4100))
  expect(open.map(({ connection }) => connection.state)).toEqual(open.map(() => 'connected'))
  for (const one of [...open, pusher]) one.disconnect()
})

test('with a port of their own, sockets are taken there and not at the port of the web', async () => {
  const processes = openProcesses(api)
  const port = await freePort()
  const server = await processes.start(undefined, { WS_PORT: String(port) })
  const token = await tokenOf(['read-courts'])
  const { pusher } = connectPusher({ api, live: { port, keys: server.keys } }, token)
  expect((await joined(pusher.subscribe('private-Court-Primary'))).in).toBe(true)
  pusher.disconnect()

  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/app/${server.keys.key}?protocol=7`)
  const ended = await new Promise((settle) => {
    socket.once('open', () => settle('open'))
    socket.once('error', () => settle('refused'))
  })
  expect(ended).toBe('refused')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await processes.close()
}, 60_000)

test('a server keeps the channels of another installation only when it is told to', async () => {
  const processes = openProcesses(api)
  const keys = { key: 'key-of-another', secret: 'a-secret-of-another' }
  const [plain, keeper] = await Promise.all([
    processes.start(),
    processes.start(undefined, { PUSHER_SERVE: `another:${keys.key}:${keys.secret}` }),
  ])
  const tell = ({ port }: { port: number }) =>
    new Official({ appId: 'another', ...keys, host: '127.0.0.1', port: String(port) }).trigger('open', 'Changed', 1)
  await expect(tell(plain)).rejects.toMatchObject({ status: 404 })

  const { pusher } = connectPusher({ api, live: { port: keeper.port, keys } }, '')
  const channel = pusher.subscribe('open')
  const heard: unknown[] = []
  channel.bind('Changed', (said: unknown) => heard.push(said))
  await joined(channel)
  await tell(keeper)
  await until(() => heard.length === 1, 5000)
  pusher.disconnect()
  await processes.close()
}, 60_000)

test('charge_status comes to nobody without its right: not created, not updated, not replayed, not by presence', async () => {
  const { court, id } = await buildAnalysis()
  const names = [`private-Analysis-Primary.${court}`, 'private-Analysis-Select', `presence-Analysis.${id}`]
  const without = await tokenOf(['read-analysis'])
  const holder = await tokenOf(['read-analysis', 'view-charge-status'])
  const hearing = [await listen(without, names), await listen(holder, names)]
  const [{ heard }, seen] = [hearing[0] ?? { heard: [] }, hearing[1] ?? { heard: [] }]
  const since = (await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(api.db)).rows[0]?.last ?? 0 // prettier-ignore

  for (const event of ['Created', 'Updated', 'Deleted'] as const)
    await api.db.transaction().execute(async (db) => {
      await announce({ db, session: undefined, socketId: undefined }, { resource: analysis, event, id })
    })
  await until(() => heard.length >= 8 && seen.heard.length >= 8)
  const replayed = await listen(without, names.slice(0, 2), since)
  await until(() => replayed.heard.length >= 4)
  expect(JSON.stringify([heard, replayed.heard])).not.toContain('charge_status')
  expect(JSON.stringify(seen.heard)).toContain('"charge_status":"Paid"')
  for (const { pusher } of [...hearing, replayed]) pusher.disconnect()
})

/** Everything that comes on some channels, whatever its name. */
async function listen(token: string, names: string[], since?: number) {
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const heard: LiveMessage[] = []
  const channels: Channel[] = names.map((name) => pusher.subscribe(name))
  for (const channel of channels) channel.bind('AnalysisEvents', (message: LiveMessage) => heard.push(message))
  expect(await Promise.all(channels.map(joined))).toEqual(
    names.map(() => expect.objectContaining({ in: true }) as object),
  )
  return { pusher, heard }
}

async function buildAnalysis() {
  await sql`insert into courts (name, code) values ('Court', 'Cv-L') on conflict do nothing`.execute(api.db)
  const { rows } = await sql<{ court: number; id: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
    insert into analysis (court_id, title, pdf_file_id) select (select min(id) from courts), 'One', id from file
    returning id, court_id as court`.execute(api.db)
  return rows[0] ?? { court: 0, id: 0 }
}
