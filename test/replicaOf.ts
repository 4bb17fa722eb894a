import { chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#scripts/cluster.ts'

/** Starts a streaming replica, made of the files of a running cluster in `from`, with settings as those of `startCluster`. */
export async function startReplica(
  primary: Pick<Cluster, 'url'>,
  { from, to, settings = [] }: { from: string; to: string; settings?: readonly string[] },
): Promise<Cluster> {
  mkdirSync(join(to, '..'), { recursive: true })
  await withClient(primary.url('postgres'), async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    const isCopied = (path: string) => !/postmaster\.(pid|opts)$/.test(path)
    cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: isCopied })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  writeFileSync(join(to, 'standby.signal'), '')
  const { uid, gid } = statSync(from)
  for (const path of ['', ...(readdirSync(to, { recursive: true }) as string[])]) chownSync(join(to, path), uid, gid)
  return startCluster(to, 'tests', [...settings, `primary_conninfo=${primary.url('postgres')}`])
}
