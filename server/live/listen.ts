import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Options = {
  databaseUrl: string
  /** What is done at a word on each channel. */
  on: Record<string, (payload: string) => void>
  /** After every connection: what was said meanwhile was not heard. */
  onConnected: () => void
  onTrouble: (sentence: string) => void
}

/** Listens to the database on a connection of its own, and connects anew whenever it is lost. */
export async function listen(options: Options): Promise<{ close: () => Promise<void> }> {
  let closed = false
  const isClosed = () => closed
  let client = await open(options, reopen)

  function reopen() {
    if (!closed) void connectAnew()
  }

  async function connectAnew() {
    for (let wait = 50; !closed; wait = Math.min(wait * 2, 2000)) {
      await sleep(wait, undefined, { ref: false })
      try {
        client = await open(options, reopen)
        if (isClosed()) await client.end()
        return
      } catch (error) {
        options.onTrouble(error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    close: async () => {
      closed = true
      await client.end().catch(() => undefined)
    },
  }
}

async function open({ databaseUrl, on, onConnected }: Options, onLost: () => void) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hukum live', keepAlive: true })
  client.on('error', () => undefined)
  client.on('notification', ({ channel, payload = '' }) => on[channel]?.(payload))
  try {
    await client.connect()
    await client.query(
      Object.keys(on)
        .map((name) => `listen ${client.escapeIdentifier(name)}`)
        .join('; '),
    )
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  client.once('end', onLost)
  onConnected()
  return client
}
