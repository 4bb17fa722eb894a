import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import pg from 'pg'

/** COPY of PostgreSQL in its text format: one row a line, a newline in a value is escaped. */

/** What `pg` calls of the query that is active. */
type CopyConnection = {
  stream: Duplex
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** The bytes of `copy … to stdout`. The connection is paused while the reader does not keep up. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let connection: CopyConnection | undefined
  const readable = new Readable({
    read: () => void connection?.stream.resume(),
    // Also when the last rows paused it: the next statement needs the connection.
    destroy: (error, done) => {
      connection?.stream.resume()
      done(error)
    },
  })
  const query = new pg.Query(statement)
  Object.assign(query, {
    handleCopyData({ chunk }: { chunk: Buffer }, on: CopyConnection) {
      connection = on
      // The parser of `pg` uses its memory again.
      if (!readable.destroyed && !readable.push(Buffer.from(chunk))) on.stream.pause()
    },
  })
  query.once('end', () => readable.push(null))
  query.once('error', (error: Error) => readable.destroy(error))
  client.query(query)
  return readable
}

/** Sends the bytes to `copy … from stdin`. Rejects with the error of the server or of the source. */
export async function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<void> {
  const query = new pg.Query(statement)
  let sourceError: unknown
  Object.assign(query, {
    handleCopyInResponse: (connection: CopyConnection) =>
      void send(connection, source).catch((error: unknown) => {
        sourceError = error
        connection.sendCopyFail('the source of the rows ended early')
      }),
  })
  const received = new Promise<void>((resolve, reject) => {
    query.once('end', () => resolve())
    query.once('error', reject)
  })
  client.query(query)
  await received.catch((error: unknown) => {
    // Of two errors the one of the source is the cause.
    throw sourceError ?? error
  })
}

async function send(connection: CopyConnection, source: AsyncIterable<Buffer>) {
  for await (const chunk of source) {
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
