import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startCluster, stopOrphan } from '#scripts/cluster.ts'
import { openOwnDatabase, protectAudit } from '#scripts/ownDatabase.ts'
import { isAlive } from '#scripts/superviseProcess.ts'
import { testFolder } from '#scripts/testFolder.ts'
import { type Cluster, clusterVariable } from './cluster.ts'
import { startReplica } from './replicaOf.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster
  }
}

/** Provides a PostgreSQL with a migrated database that each test file clones. */
export default async function (project: TestProject) {
  const { stop, ...cluster } = await useTestCluster()
  project.provide('cluster', cluster)
  return stop
}

/** The cluster that `npm test` has started for all its stages, or one of this run alone. */
export async function useTestCluster(options?: { isReplicated?: boolean }): ReturnType<typeof openTestCluster> {
  const given = process.env[clusterVariable]
  return given === undefined
    ? openTestCluster(options)
    : { ...(JSON.parse(given) as Cluster), stop: () => Promise.resolve() }
}

const clusters = join(testFolder, 'clusters')
const templateName = 'template_hukum'
/** Durability is off: the cluster is deleted after the run. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  // Thousands of short connections: each maps the buffers, and computes the key of its password.
  'shared_buffers=128MB',
  'scram_iterations=1',
  // Each server under test has a pool of its own.
  'max_connections=300',
]
const alone = ['synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0']
/** Each cloned database is a checkpoint, which recycles what the replica has not received. */
const replicated = ['wal_keep_size=512MB']
const replicaFolder = 'replica/postgres'

/** Concurrent runs have a cluster each, so that neither stops the other's. */
export async function openTestCluster({ isReplicated = false } = {}) {
  await removeStaleClusters()
  const folder = join(clusters, String(process.pid))
  mkdirSync(folder, { recursive: true })
  const own = [...settings, ...(isReplicated ? replicated : alone)]
  const cluster = await startCluster(join(folder, 'postgres'), 'tests', own)

  const application = await openOwnDatabase(cluster, templateName)
  await migrate(application)
  await protectAudit(cluster, templateName)
  const copy = { from: join(folder, 'postgres'), to: join(folder, replicaFolder), settings: own }
  const replica = isReplicated ? await startReplica(cluster, copy) : undefined
  return {
    maintenance: cluster.url('postgres'),
    application,
    template: templateName,
    folder,
    ...(replica && { replica: replica.url('postgres') }),
    stop: async () => {
      await replica?.stop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Removes the clusters of killed runs. */
async function removeStaleClusters() {
  mkdirSync(clusters, { recursive: true })
  for (const name of readdirSync(clusters).filter((pid) => !isAlive(Number(pid)))) {
    for (const part of [replicaFolder, 'postgres']) await stopOrphan(join(clusters, name, part))
    rmSync(join(clusters, name), { recursive: true, force: true })
  }
}
