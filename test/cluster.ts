import { randomBytes } from 'node:crypto'
import { withClient } from '#server/db/client.ts'

/**
 * The PostgreSQL cluster of a test run: its databases as superuser (`maintenance`), and the migrated template as the role of
 * the application. `folder` holds what is built once in a run and copied. `replica` is its streaming replica, in runs that
 * have one.
 */
export type Cluster = { maintenance: string; application: string; template: string; folder: string; replica?: string }

/** The environment variable with the cluster of a test run, as JSON. */
export const clusterVariable = 'HUKUM_TEST_CLUSTER'

/** `url` is that of the application's role, `maintenance` that of the superuser. */
export type TestDatabase = { url: string; maintenance: string; drop: () => Promise<void> }

type Original = Pick<Cluster, 'maintenance' | 'application' | 'template'>

/** Clones a template database: commits are real, notifications arrive. */
export async function cloneTemplate({ maintenance, application, template }: Original): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(
    maintenance,
    `create database ${name} template ${template} strategy file_copy owner ${new URL(application).username}`,
  )
  return {
    url: urlOf(application, name),
    maintenance: urlOf(maintenance, name),
    drop: () => run(maintenance, `drop database if exists ${name} with (force)`),
  }
}

/** The URL of another database of the same cluster, for the same role. */
export function urlOf(url: string, database: string) {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** The URL of the same database at another server. */
export function urlAt(url: string, server: string) {
  const other = new URL(url)
  other.host = new URL(server).host
  return other.href
}

async function run(url: string, statement: string) {
  await withClient(url, async (client) => {
    // A template can be cloned only while no one is connected to it.
    for (let tries = 0; ; tries += 1) {
      try {
        await client.query(statement)
        break
      } catch (error) {
        if (tries === 20) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  })
}
