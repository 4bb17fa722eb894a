import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readEnv } from '#server/config/env.ts'
import type { EmailKind, PendingEmail } from '#server/mail/kinds.ts'
import { serve } from '#server/serve.ts'
import { cloneDatabase } from '../database.ts'
import { type ReceivedEmail, readEmail } from '../readEmail.ts'

/** A server of its own for a test file: its people, its letters and its settings are nobody else's. */
export type E2eHouse = {
  address: string
  databaseUrl: string
  /** Where it keeps its secrets and files. */
  folder: string
  /** Waits for the newest letter of a kind to somebody; with `after`, for one that is newer than that many. */
  letter: (recipient: string, kind: EmailKind, options?: { after?: number }) => Promise<ReceivedEmail>
  query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

type Cluster = { maintenance: string; template: string }

export async function openE2eHouse(env: Record<string, string> = {}): Promise<E2eHouse> {
  const database = await cloneDatabase(JSON.parse(process.env['HUKUM_CLUSTER'] ?? '') as Cluster)
  const folder = mkdtempSync(join(tmpdir(), 'hukum-e2e-'))
  const settings = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'error', ...env }
  // Every browser comes from one address.
  const server = await serve(readEnv(settings), { limitsScale: 1000 })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })

  const query: E2eHouse['query'] = async (statement, values = []) =>
    (await pool.query<Record<string, unknown>>(statement, values)).rows

  return {
    address: server.address,
    databaseUrl: database.url,
    folder,
    query,
    letter: (recipient, kind, { after = 0 } = {}) =>
      until(async () => {
        const { rows } = await pool.query<{
          id: number
          kind: EmailKind
          language: PendingEmail['language']
          recipient: string
        }>(
          `select id, kind, language, recipient
             from emails
            where recipient = $1
              and kind = $2
              and sent_at is not null
            order by id`,
          [recipient, kind],
        )
        const newest = rows.at(-1)
        return newest && rows.length > after ? readEmail(join(folder, 'mail'), newest) : undefined
      }, `no letter of the kind ${kind} came to ${recipient}`),
    close: async () => {
      await pool.end()
      await server.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Asks again and again until there is an answer. Throws the sentence after a minute. */
async function until<Answer>(ask: () => Promise<Answer | undefined>, sentence: string): Promise<Answer> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((settle) => setTimeout(settle, 100))
  }
  throw new Error(sentence)
}
