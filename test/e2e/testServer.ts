import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { EmailKind } from '#server/mail/kinds.ts'
import { type Cluster, cloneTemplate, clusterVariable, urlAt } from '#test/cluster.ts'
import { cloneLibrary } from '#test/libraryTemplate.ts'
import { type ReceivedEmail, readEmail, type SentEmail } from '#test/readEmail.ts'
import { startMachines } from './testMachines.ts'
import { startProcess } from './testProcess.ts'

/** A server in a child process, with its own database, data folder and search index. */
export type TestServer = {
  address: string
  databaseUrl: string
  /** The data folder: secrets, files, index, e-mails. */
  folder: string
  /** Waits for the newest e-mail of a kind to a recipient; with `after`, for one more than that many. */
  email: (recipient: string, kind: EmailKind, options?: { after?: number }) => Promise<ReceivedEmail>
  query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

type Options = {
  /** Settings of the server besides those of every test. */
  env?: Record<string, string>
  /** Whether the database holds the demo library. */
  library?: boolean
}

/** The cluster that the global setup has started. */
export const cluster = () => JSON.parse(process.env[clusterVariable] ?? '{}') as Cluster

/** Set by `npm run e2e:cluster`. */
const isOnMachines = process.env['E2E_CLUSTER'] === '1'

/** How long a start may take on a busy machine: three servers start in turn. */
export const longestStart_ms = isOnMachines ? 360_000 : 120_000

export async function startTestServer({ env = {}, library = true }: Options = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-e2e-'))
  const database = await (library ? cloneLibrary(join(folder, 'index'), cluster()) : cloneTemplate(cluster()))
  const { replica } = cluster()
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    ...(replica !== undefined && { DATABASE_REPLICA_URL: urlAt(database.url, replica) }),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    // A terminal would be shown the codes of e-mails.
    LOG_FORMAT: 'json',
    SEARCH_THREADS: '1',
    ...env,
  }
  const { address, stop } = await (isOnMachines ? startMachines(settings) : startProcess(settings))
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  return {
    address,
    databaseUrl: database.url,
    folder,
    query: async (statement, values = []) => (await pool.query<Record<string, unknown>>(statement, values)).rows,
    email: (recipient, kind, { after = 0 } = {}) =>
      until(`no e-mail of the kind ${kind} was sent to ${recipient}`, async () => {
        const { rows } = await pool.query<SentEmail>(
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
      }),
    stop: async () => {
      await pool.end()
      await stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Polls until there is a result. Throws an error with `message` after a minute. */
async function until<Result>(message: string, read: () => Promise<Result | undefined>): Promise<Result> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const result = await read()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(message)
}
