import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A recording proxy to a database: which channels its clients listen on, which PostgreSQL reports to the listening
 * connection only. All bytes pass through unchanged.
 */
export async function recordListening(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const received = new Set<string>()
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let tail = ''
    client.on('data', (bytes) => {
      const text = tail + bytes.toString('latin1')
      for (const [, channel = ''] of text.matchAll(/listen\s+"?([a-z_]+)"?[;\s\0]/gi)) received.add(channel)
      tail = text.slice(-80)
    })
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from)
      from.pipe(to)
      // Either side may break its connection at any time; then the other ends too.
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    channels: () => [...received].sort(),
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
