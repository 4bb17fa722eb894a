import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '../../test/live.ts'
import { freePort, openProcesses } from '../../test/processes.ts'

/** The limits of channels and sockets, and the port of the sockets. */

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

test('a socket subscribes to at most the limit of channels, and leaving one frees a slot', async () => {
  const { pusher } = connectPusher({ api, live }, await tokenOf(resources.map(({ name }) => `read-${name}`)))
  const names = resources.flatMap((resource) => {
    const isFiltered = 'filters' in resource && Object.values(resource.filters).some((filter) => 'required' in filter)
    const select = `private-${resource.model}-Select`
    return isFiltered ? [select] : [select, `private-${resource.model}-Primary`]
  })
  expect(names.length).toBeGreaterThan(limits.live.channels)
  for (const [index, name] of names.slice(0, limits.live.channels + 1).entries()) {
    // Stays within the message rate limit.
    if (index >= limits.live.message_burst / 2) await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await subscriptionResult(pusher.subscribe(name)), name).toMatchObject({
      accepted: index < limits.live.channels,
    })
  }
  pusher.unsubscribe(names[0] ?? '')
  expect((await subscriptionResult(pusher.subscribe(names.at(-1) ?? ''))).accepted).toBe(true)
  pusher.disconnect()
})

test('a socket above the limit per session is closed, and the others stay open', async () => {
  const token = await tokenOf(['read-courts'])
  const open = []
  for (let count = 1; count <= limits.live.sockets_per_session; count += 1) {
    const { pusher } = connectPusher({ api, live }, token)
    open.push(pusher)
    expect((await subscriptionResult(pusher.subscribe('private-Court-Primary'))).accepted).toBe(true)
  }
  const { pusher } = connectPusher({ api, live }, token)
  const codes: unknown[] = []
  pusher.connection.bind('error', ({ data }: { data?: { code: number } }) => codes.push(data?.code))
  pusher.subscribe('private-Court-Primary')
  await until(() => codes.includes(4100))
  expect(open.map(({ connection }) => connection.state)).toEqual(open.map(() => 'connected'))
  for (const one of [...open, pusher]) one.disconnect()
})

test('with WS_PORT, sockets are accepted on that port and not on the port of the web', async () => {
  const processes = openProcesses(api)
  const port = await freePort()
  const server = await processes.start(undefined, { WS_PORT: String(port) })
  const token = await tokenOf(['read-courts'])
  const { pusher } = connectPusher({ api, live: { port, keys: server.keys } }, token)
  expect((await subscriptionResult(pusher.subscribe('private-Court-Primary'))).accepted).toBe(true)
  pusher.disconnect()

  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/app/${server.keys.key}?protocol=7`)
  const outcome = await new Promise((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('error', () => resolve('refused'))
  })
  expect(outcome).toBe('refused')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await processes.close()
})
