import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { freePort, openProcesses } from '../../test/processes.ts'

/** How much one may have open, and where. */

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
    if (place >= limits.live.message_burst / 2) await new Promise((settle) => setTimeout(settle, 120))
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
})
