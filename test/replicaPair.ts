import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DatabaseClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '../scripts/cluster.ts'

export async function withClient<Result>(cluster: Cluster, run: (client: DatabaseClient) => Promise<Result>) {
  const client = new DatabaseClient({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

/** A replica that is made of the files of a running cluster. */
async function copyCluster(primary: Cluster, from: string, to: string): Promise<Cluster> {
  mkdirSync(join(to, '..'), { recursive: true })
  await withClient(primary, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    const isCopied = (path: string) => !/postmaster\.(pid|opts)$/.test(path)
    cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: isCopied })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  writeFileSync(join(to, 'standby.signal'), '')
  const { uid, gid } = statSync(from)
  for (const path of ['', ...(readdirSync(to, { recursive: true }) as string[])]) chownSync(join(to, path), uid, gid)
  return startCluster(to, 'tests', [`primary_conninfo=${primary.url('postgres')}`])
}

/** A primary and its streaming replica, until the test ends. */
export async function openPair() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-replica-'))
  const [first, second] = [join(folder, 'primary/postgres'), join(folder, 'replica/postgres')]
  mkdirSync(join(first, '..'))
  const primary = await startCluster(first, 'tests')
  const standby = await copyCluster(primary, first, second)
  onTestFinished(async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true })
  })
  return { primary, standby }
}
