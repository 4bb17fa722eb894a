import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { nightlyTest } from '../../test/nightly.ts'
import { openPair, withClient } from '../../test/replicaPair.ts'
import { connect, type Db } from './database.ts'
import { openReplica } from './replica.ts'

/** Reads that a streaming replica answers, or the primary where the replica is behind or away. */

/** Whether a replica answers. */
const isReplica = async (db: Db) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is
const countRows = async (db: Db) =>
  Number((await sql<{ count: string }>`select count(*) from written`.execute(db)).rows[0]?.count)
const positionOf = async (db: Db) =>
  (await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(db)).rows[0]?.at ?? ''

nightlyTest('a read sees what was committed before, whether the replica answers or is behind or away', async () => {
  const { primary, standby } = await openPair()
  const { db, close } = connect(primary.url('postgres'), { connections: 2 })
  onTestFinished(close)
  await sql`create table written (id integer)`.execute(db)
  const errors: string[] = []
  const replica = openReplica(standby.url('postgres'), { connections: 2, onError: (reason) => errors.push(reason) })
  const read = async () => {
    const position = await positionOf(db)
    return replica.read(position, db, async (one) => [await countRows(one), await isReplica(one)] as const)
  }
  await expect.poll(async () => (await read())[1], { timeout: 30_000 }).toBe(true)

  let fromReplica = 0
  for (let saved = 1; saved <= 200; saved += 1) {
    await sql`insert into written values (${saved})`.execute(db)
    const [count, isFromReplica] = await read()
    expect(count).toBe(saved)
    if (isFromReplica) fromReplica += 1
  }
  expect(fromReplica).toBeGreaterThan(0)

  await withClient(standby, (client) => client.query('select pg_wal_replay_pause()'))
  await sql`insert into written values (201)`.execute(db)
  expect(await read()).toEqual([201, false])
  await withClient(standby, (client) => client.query('select pg_wal_replay_resume()'))
  await expect.poll(read, { timeout: 30_000 }).toEqual([201, true])

  await standby.stop()
  expect(await read()).toEqual([201, false])
  expect(errors.length).toBeGreaterThan(0)
  await replica.close()
})
