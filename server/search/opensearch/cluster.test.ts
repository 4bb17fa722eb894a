import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster, Unavailable } from './cluster.ts'

const addressOf = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A node that accepts connections and never answers. */
async function openSilentNode() {
  let connections = 0
  const address = await addressOf(createServer(() => (connections += 1)))
  return { address, connections: () => connections }
}

test('a request to nodes that never answer is given up at its deadline, before all attempts', async () => {
  const nodes = await Promise.all(Array.from({ length: 8 }, openSilentNode))
  const [first = '', ...others] = nodes.map(({ address }) => address)
  const cluster = openCluster([`${first}/hukum`, ...others].join(' '), { attempt_ms: 100, whole_ms: 250 })
  await expect(cluster.send('POST', '/hukum/_msearch', { lines: [{}, {}] })).rejects.toBeInstanceOf(Unavailable)
  const asked = nodes.filter(({ connections }) => connections() > 0).length
  expect(asked).toBeGreaterThan(1)
  expect(asked).toBeLessThan(5)
  await cluster.close()
})

test('a request that one node never answers is answered by the next one', async () => {
  const node = await openSilentNode()
  const other = createHttpServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"a":1}'),
  )
  const cluster = openCluster(`${node.address}/hukum ${await addressOf(other)}`, { attempt_ms: 100, whole_ms: 60_000 })
  for (let at = 0; at < 3; at += 1) expect(await cluster.send('GET', '/')).toEqual({ a: 1 })
  await cluster.close()
})
