import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient, startHeartbeat } from '#server/db/client.ts'
import { backoff } from '#shared/backoff.ts'

type Options = {
  databaseUrl: string
  /** What to do on a notification, by NOTIFY channel. */
  handlers: Record<string, (payload: string) => void>
  /** Called after every connection: notifications in between were not received. */
  onConnected: () => void
  onError: (sentence: string) => void
}

/** Listens to NOTIFY on a connection of its own, with a heartbeat, and reconnects whenever it is lost. */
export async function listen(options: Options): Promise<{ close: () => Promise<void> }> {
  let closed = false
  const isClosed = () => closed
  let client = await connect(options, onClosed)

  function onClosed() {
    if (!closed) void reconnect()
  }

  async function reconnect() {
    for (let attempts = 0; !closed; attempts += 1) {
      await sleep(backoff(attempts, { first_ms: 50, longest_ms: 2000 }), undefined, { ref: false })
      try {
        client = await connect(options, onClosed)
        if (isClosed()) await client.close()
        return
      } catch (error) {
        options.onError(error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    close: async () => {
      closed = true
      await client.close()
    },
  }
}

async function connect({ databaseUrl, handlers, onConnected }: Options, onLost: () => void) {
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'hukum live', silence_s: 5 })
  client.on('notification', ({ channel, payload = '' }) => handlers[channel]?.(payload))
  try {
    await client.connect()
    await client.query(
      Object.keys(handlers)
        .map((name) => `listen ${client.escapeIdentifier(name)}`)
        .join('; '),
    )
  } catch (error) {
    await client.close()
    throw error
  }
  startHeartbeat(client)
  client.once('end', onLost)
  onConnected()
  return client
}
