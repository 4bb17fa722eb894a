import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#scripts/cluster.ts'

/** A replica that is made of the files of a running cluster. */
async function copyCluster(primary: Cluster, from: string, to: string): Promise<Cluster> {
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
  return startCluster(to, 'tests', [`primary_conninfo=${primary.url('postgres')}`])
}

/** Starts a primary and its streaming replica. */
export async function startPair() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-replica-'))
  const [first, second] = [join(folder, 'primary/postgres'), join(folder, 'replica/postgres')]
  mkdirSync(join(first, '..'))
  const primary = await startCluster(first, 'tests')
  const standby = await copyCluster(primary, first, second)
  return {
    primary,
    standby,
    /** The process of the primary, which is started again when it ends. */
    primaryProcess: () => Number(readFileSync(join(first, 'postmaster.pid'), 'utf8').split('\n')[0]),
    close: async () => {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same until the test ends. */
export async function openPair() {
  const pair = await startPair()
  onTestFinished(pair.close)
  return pair
}
