import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCluster } from '#scripts/cluster.ts'
import { startReplica } from './replicaOf.ts'

/** Starts a primary and its streaming replica. */
export async function startPair() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-replica-'))
  const [first, second] = [join(folder, 'primary/postgres'), join(folder, 'replica/postgres')]
  mkdirSync(join(first, '..'))
  const primary = await startCluster(first, 'tests')
  const standby = await startReplica(primary, { from: first, to: second })
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
