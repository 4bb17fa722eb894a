import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Cluster, startCluster } from '#scripts/cluster.ts'

/** What benchmarks use again: databases, indexes, secrets. */
export const benchFolder = join(import.meta.dirname, '../.cache/bench')

export function startBenchCluster(): Promise<Cluster> {
  mkdirSync(benchFolder, { recursive: true })
  return startCluster(join(benchFolder, 'postgres'), 'bench')
}

/** Deletes a database if it exists, and creates it with the current migrations. Returns its URL. */
export async function recreateDatabase(cluster: Cluster, name: string): Promise<string> {
  const url = await emptyDatabase(cluster, name)
  await migrate(url)
  return url
}

/** The same without the migrations. */
export async function emptyDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url('postgres'), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  return cluster.url(name)
}
