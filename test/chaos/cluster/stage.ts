import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { fillLibrary } from '#db/seed/library.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { openBucketServer, versitygw } from '#test/bucketServer.ts'
import { buildUser, password } from '#test/factories.ts'
import { openMachines } from '#test/machines/openMachines.ts'
import { hasCaddy } from '#test/machines/proxy.ts'
import { hasOpenSearchNodes, startNodes } from '#test/openSearchNodes.ts'
import { startPair } from '#test/replicaPair.ts'
import { allPermissions } from '#test/signedInApi.ts'

/** What the scenario needs and is not there. */
export const missingParts = [
  ...(hasOpenSearchNodes ? [] : ['OPENSEARCH_HOME with Java 21']),
  ...(hasCaddy ? [] : ['Caddy']),
  ...(versitygw === undefined ? ['versitygw'] : []),
]

export type Stage = Awaited<ReturnType<typeof openStage>>

const secrets = {
  token_key: randomBytes(32).toString('base64url'),
  code_key: randomBytes(32).toString('base64url'),
  database_password: randomBytes(32).toString('base64url'),
}

/** PostgreSQL with a replica, three nodes of OpenSearch, a bucket, three servers of the web behind a proxy, and a worker. */
export async function openStage() {
  const closers: (() => Promise<unknown>)[] = []
  const opened = async <Part extends { close: () => Promise<unknown> }>(part: Promise<Part>) => {
    closers.push((await part).close)
    return part
  }
  const close = async () => {
    for (const closeOne of closers.reverse()) await closeOne()
  }
  try {
    const parts = await Promise.all([opened(startNodes(3)), opened(startPair()), opened(openBucketServer())])
    const [openSearch, pair] = parts
    const databaseUrl = pair.primary.url('postgres')
    await fillDatabase(databaseUrl)
    const machines = await opened(openMachines({ databaseUrl, secrets, env: envOf(...parts), count: 3 }))
    await openSearch.untilHealthy('green')
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    pool.on('error', () => undefined)
    closers.push(() => pool.end())
    return {
      openSearch,
      databaseUrl,
      machines,
      pool,
      keys: liveKeysOf(secrets.token_key),
      /** Signs in a new user with every permission. */
      signIn: async () => signedIn(machines.address, await buildUser(databaseUrl, { can: allPermissions }), password),
      /** Restarts PostgreSQL as its package does; resolves when it accepts connections. */
      restartDatabase: async () => {
        const before = pair.primaryProcess()
        process.kill(before, 'SIGINT')
        while (!(await accepts(databaseUrl)) || pair.primaryProcess() === before) await sleep(50)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function fillDatabase(databaseUrl: string) {
  await migrate(databaseUrl)
  await fillLibrary(databaseUrl, { log: () => undefined })
}

type Parts = [
  openSearch: Awaited<ReturnType<typeof startNodes>>,
  pair: Awaited<ReturnType<typeof startPair>>,
  bucket: Awaited<ReturnType<typeof openBucketServer>>,
]

function envOf(...[openSearch, pair, bucket]: Parts) {
  const [first = '', ...others] = openSearch.nodes.map(({ url }) => url)
  return {
    DATABASE_REPLICA_URL: pair.standby.url('postgres'),
    SEARCH_URL: [`${first}/hukum?shards=3`, ...others].join(' '),
    ...bucket.env,
  }
}

async function accepts(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** The numbers of matches of some queries. */
export async function readCounts(client: ApiClient, queries: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const query of queries) {
    const { count } = await client.done('g/search', { Type: 'CaseFile', Query: query })
    counts.set(query, Number(count))
  }
  return counts
}
