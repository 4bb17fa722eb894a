import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * How the proxy treats bytes: `drop` accepts connections and swallows all, `refuse` resets them, `slow` delays each part,
 * `lose-commit` cuts a connection between the COMMIT of a transaction with `statement` and the answer of the server, once.
 */
type Mode = 'pass' | 'drop' | 'refuse' | 'slow' | 'lose-commit'

/** A COMMIT as a query message of PostgreSQL: type, length, text. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0')

export type TcpProxy = {
  port: number
  setMode: (mode: Mode, statement?: string) => void
  /** Whether a connection has lost bytes. */
  hasLost: () => boolean
  close: () => Promise<void>
}

const delay_ms = 300

/**
 * A TCP proxy that can fail. A connection that has lost bytes stays lost: it swallows all until one side closes it, as
 * behind a firewall that has forgotten it.
 */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const state: State = { mode: 'pass', statement: '', hasLost: false, sockets: new Set() }
  const server = createServer((client) => {
    if (state.mode === 'refuse') client.resetAndDestroy()
    else joinSockets(state, client, connect(target.port, target.host))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeAll = () => {
    for (const socket of state.sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setMode: (mode, statement = '') => {
      Object.assign(state, { mode, statement })
      if (mode === 'refuse') closeAll()
    },
    hasLost: () => state.hasLost,
    close: () =>
      new Promise((resolve) => {
        closeAll()
        server.close(() => resolve())
      }),
  }
}

type State = { mode: Mode; statement: string; hasLost: boolean; sockets: Set<Socket> }

function joinSockets(state: State, client: Socket, upstream: Socket) {
  let isLost = state.mode === 'drop'
  let [hasStatement, isCommitting] = [false, false]
  const forward = (bytes: Buffer, to: Socket) => {
    isLost ||= state.mode === 'drop'
    state.hasLost ||= isLost
    if (isLost) return
    if (state.mode === 'lose-commit' && to === upstream) {
      hasStatement ||= bytes.includes(state.statement)
      if (bytes.includes(commit)) isCommitting = hasStatement
    } else if (isCommitting && to === client) {
      state.mode = 'pass'
      client.resetAndDestroy()
      return
    }
    if (state.mode === 'slow') setTimeout(() => to.write(bytes), delay_ms)
    else to.write(bytes)
  }
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    state.sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => forward(bytes, to))
    from.on('error', () => undefined)
    from.on('close', () => {
      state.sockets.delete(from)
      to.destroy()
    })
  }
}
