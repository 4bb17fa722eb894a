import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/live.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcpProxy.ts'
import { listen } from './listen.ts'

let database: TestDatabase
let proxy: TcpProxy

beforeAll(async () => {
  database = await cloneDatabase()
  const { hostname, port } = new URL(database.url)
  proxy = await openTcpProxy({ host: hostname, port: Number(port) })
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

test('a connection that only listens is replaced when its server swallows all bytes', async () => {
  const url = new URL(database.url)
  url.port = String(proxy.port)
  let connections = 0
  const listener = await listen({
    databaseUrl: url.href,
    handlers: { live: () => undefined },
    onConnected: () => (connections += 1),
    onError: () => undefined,
  })
  proxy.setMode('drop')
  // The heartbeat is lost; what connects from here on is not.
  await until(proxy.hasLost)
  proxy.setMode('pass')
  expect(connections).toBe(1)
  await until(() => connections === 2)
  await listener.close()
})
