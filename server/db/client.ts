import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { sqlState } from '#server/config/errorCode.ts'

export type ClientConfig = pg.ClientConfig & {
  /** The seconds without a byte of an answer after which the server is regarded as dead. */
  silence_s?: number
  /**
   * The address is that of a transaction pooler: it gives each transaction another session of the server, so that none is
   * prepared and none gets limits of its own. The role has those (docs/operations.md).
   */
  isPooled?: boolean
  /** Called when the server is dead, or became a read-only standby: other connections to it are of no use either. */
  onUnusable?: () => void
}

/**
 * Limits of the server itself. They are shorter than the silence of a dead server, and a transaction whose client has
 * disappeared releases its locks.
 */
export const serverTimeouts = {
  statement_timeout: 8000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 10_000,
}

const connecting = { connectionTimeoutMillis: 8000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** For statements that may take any time, such as migrations. */
export const withoutTimeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  silence_s: Infinity,
}

/** `pg` sends no limit that is 0, so that the one of the role would apply: it does send the text. */
const zerosOf = (config: pg.ClientConfig) =>
  Object.fromEntries(
    (Object.keys(serverTimeouts) as (keyof typeof serverTimeouts)[])
      .filter((limit) => config[limit] === 0)
      .map((limit) => [limit, '0']),
  )

/** A statement that begins with this comment is a prepared statement of that name: each connection plans it once (decision 0140). */
const preparedName = /^\s*-- prepared: (\w+)\n/

/**
 * A PostgreSQL client with a deadline on its own side: when the server is silent for too long while a query is in
 * flight, the connection is destroyed. A time-out that only rejects the query would return a dead connection to its pool.
 */
export class DatabaseClient extends pg.Client {
  #watch: NodeJS.Timeout | undefined

  constructor({ silence_s = 9, isPooled = false, onUnusable = () => undefined, ...config }: ClientConfig = {}) {
    super({ ...(!isPooled && serverTimeouts), ...connecting, ...config, ...zerosOf(config) })
    // An error also fails the query in flight, or else appears in the next one.
    this.on('error', () => undefined)
    this.on('drain', () => this.#unwatch())
    this.on('end', () => this.#unwatch())
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      // After a fail-over the address may still lead to the former primary.
      if (code === sqlState.read_only_sql_transaction) onUnusable()
    })
    const send = withPromise(this.query.bind(this) as Send)
    this.query = ((...parameters: unknown[]) => {
      this.#watch ??= watchSilence(this, silence_s, onUnusable)
      const [text, ...others] = parameters
      // rate-limiter-flexible names its statements.
      if (isPooled) return send(isNamed(text) ? { ...text, name: undefined } : text, ...others)
      const name = typeof text === 'string' ? preparedName.exec(text)?.[1] : undefined
      if (name === undefined) return send(...parameters)
      // The values, if any, and the callback of a pool.
      const [values, ...callback] = Array.isArray(others[0]) ? others : [undefined, ...others]
      return send({ name, text, values }, ...callback)
    }) as pg.Client['query']
  }

  #unwatch() {
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  /** Closes the connection at once; what waits for an answer on it is rejected. */
  destroy(error?: Error) {
    this.connection.stream.destroy(error)
  }

  /** Ends the session; a server that does not respond is not waited for. */
  async close() {
    const timer = setTimeout(() => this.destroy(), 1000)
    await this.end().catch(() => undefined)
    clearTimeout(timer)
  }
}

/** Runs statements that may take any time in a session of their own, which ends when `run` does, and also when it throws. */
export async function withClient<Result>(connectionString: string, run: (client: DatabaseClient) => Promise<Result>) {
  const client = new DatabaseClient({ connectionString, ...withoutTimeouts })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

type Send = (...parameters: unknown[]) => unknown
type Answered = (error: Error | null, result?: unknown) => void

/**
 * `pg` is always called with a callback: results that come through its own promise are not collected with the young generation
 * (measured with pg 8.23 and Node 24), so that a list of 50 moved 70 KB to the old one.
 */
const withPromise =
  (send: Send): Send =>
  (...parameters) =>
    isSubmittable(parameters[0]) || typeof parameters.at(-1) === 'function'
      ? send(...parameters)
      : answer(send, parameters)

async function answer(send: Send, parameters: readonly unknown[]) {
  try {
    return await new Promise((resolve, reject) => {
      const answered: Answered = (error, result) => (error ? reject(error) : resolve(result))
      send(...parameters, answered)
    })
  } catch (error) {
    // As `pg` does: its own leads to the socket, this one to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

const isSubmittable = (query: unknown): query is object =>
  typeof query === 'object' && query !== null && 'submit' in query

const isNamed = (query: unknown): query is object =>
  typeof query === 'object' && query !== null && 'name' in query && !isSubmittable(query)

/** The server did not answer a query in time. */
class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Counts ticks instead of time: an event loop that was blocked has first read what arrived meanwhile. */
function watchSilence(client: DatabaseClient, silence_s: number, onUnusable: () => void) {
  const stream = client.connection.stream as Duplex & Pick<Socket, 'bytesRead'>
  let bytesRead = stream.bytesRead
  let silentTicks = 0
  return setInterval(() => {
    silentTicks = stream.bytesRead === bytesRead ? silentTicks + 1 : 0
    bytesRead = stream.bytesRead
    if (silentTicks < silence_s) return
    client.destroy(new ServerSilent(`the database did not answer within ${silence_s} seconds`))
    onUnusable()
  }, 1000)
}

/** Heartbeat of a connection that only listens: without queries, it would not notice that its server is dead. */
export function startHeartbeat(client: pg.ClientBase) {
  let timer = setTimeout(beat, 4000)
  function beat() {
    client.query('select').then(
      () => (timer = setTimeout(beat, 4000)),
      () => undefined,
    )
  }
  client.once('end', () => clearTimeout(timer))
}
