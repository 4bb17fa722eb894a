import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { nightlyTest } from '#test/nightly.ts'
import { openPair } from '#test/replicaPair.ts'
import { openTcpProxy } from '#test/tcpProxy.ts'
import { withClient } from './client.ts'
import { connect, type Db } from './database.ts'
import { logPosition, openReplica } from './replica.ts'

/** Reads that a streaming replica answers, or the primary where the replica is behind or away. */

/** Whether a replica answers. */
const isReplica = async (db: Db) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is
const countRows = async (db: Db) =>
  Number((await sql<{ count: string }>`select count(*) from written`.execute(db)).rows[0]?.count)
const positionOf = async (db: Db) =>
  (await sql<{ at: string }>`select ${logPosition} as at`.execute(db)).rows[0]?.at ?? ''

/** A primary, and reads of its database through a proxy to its replica. */
async function openReads(name = 'postgres') {
  const { primary, standby } = await openPair()
  const { db, close } = connect(primary.url('postgres'), { connections: 2 })
  const url = new URL(standby.url(name))
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  const reasons: string[] = []
  const replica = openReplica(url.href, { connections: 2, onAway: (reason) => reasons.push(reason) })
  onTestFinished(async () => {
    await replica.close()
    await proxy.close()
    await close()
  })
  const read = async <Result>(run: (one: Db) => Promise<Result>) => replica.read(await positionOf(db), db, run)
  return { db, replica, proxy, standby, reasons, read, isFromReplica: () => read(isReplica) }
}

nightlyTest('a read sees what was committed before, whether the replica answers or is behind or away', async () => {
  const { primary, standby } = await openPair()
  const { db, close } = connect(primary.url('postgres'), { connections: 2 })
  onTestFinished(close)
  await sql`create table written (id integer)`.execute(db)
  const errors: string[] = []
  const replica = openReplica(standby.url('postgres'), { connections: 2, onAway: (reason) => errors.push(reason) })
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

  await withClient(standby.url('postgres'), (client) => client.query('select pg_wal_replay_pause()'))
  await sql`insert into written values (201)`.execute(db)
  expect(await read()).toEqual([201, false])
  await withClient(standby.url('postgres'), (client) => client.query('select pg_wal_replay_resume()'))
  await expect.poll(read, { timeout: 30_000 }).toEqual([201, true])

  await standby.stop()
  expect(await read()).toEqual([201, false])
  expect(errors.length).toBeGreaterThan(0)
  await replica.close()
})

nightlyTest('reads do not wait for a replica that no longer answers, and it is used again when it does', async () => {
  const { proxy, replica, reasons, isFromReplica } = await openReads()
  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
  proxy.setMode('drop')
  // Each of them would take eight seconds.
  for (let at = 0; at < 20; at += 1) {
    expect(await isFromReplica()).toBe(false)
    await sleep(100)
  }
  expect(reasons).toEqual(['it did not answer within 250 ms'])
  expect(replica.reads.primary).toBeGreaterThanOrEqual(20)
  proxy.setMode('pass')
  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
})

nightlyTest(
  'a statement that is too slow fails alone, and while all connections are in use the primary answers',
  async () => {
    const { read, reasons, isFromReplica } = await openReads()
    await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
    const timeOut = (one: Db) => sql`do $$ begin raise query_canceled; end $$`.execute(one)
    await expect(read(timeOut)).rejects.toMatchObject({ code: '57014' })
    expect(await isFromReplica()).toBe(true)

    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    onTestFinished(() => release(undefined))
    let held = 0
    const hold = () => read((one) => one.connection().execute(() => ((held += 1), released)))
    const holding = [hold()]
    await expect.poll(() => held).toBe(1)
    holding.push(hold())
    await expect.poll(() => held).toBe(2)
    expect(await isFromReplica()).toBe(false)
    release(undefined)
    await Promise.all(holding)
    expect(await isFromReplica()).toBe(true)
    expect(reasons).toEqual([])
  },
)

nightlyTest('a replica of another database or timeline, or that was promoted, answers no read', async () => {
  const { db, replica, standby, reasons, isFromReplica } = await openReads()
  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
  const [, lsn] = (await positionOf(db)).split(' ')
  expect(await replica.read(`00000002 ${lsn}`, db, isReplica)).toBe(false)
  expect(reasons).toEqual(['it is on another timeline'])

  await sql`create database other`.execute(db)
  const other = openReplica(standby.url('other'), { connections: 2, onAway: (reason) => reasons.push(reason) })
  onTestFinished(other.close)
  const ofOther = async () => expect(await other.read(await positionOf(db), db, isReplica)).toBe(false)
  await expect.poll(() => ofOther().then(() => reasons), { timeout: 30_000 }).toContain('it is of another database')

  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
  await withClient(standby.url('postgres'), (client) => client.query('select pg_promote()'))
  expect(await replica.read(await positionOf(db), db, async (one) => one === db)).toBe(true)
  expect(reasons).toContain('it is no standby')
})

nightlyTest('a replica that stays behind for a minute is not waited for until it has caught up', async () => {
  const { db, standby, reasons, isFromReplica } = await openReads()
  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
  await withClient(standby.url('postgres'), (client) => client.query('select pg_wal_replay_pause()'))
  await sql`create table written (id integer)`.execute(db)
  expect(await isFromReplica()).toBe(false)
  expect(reasons).toEqual([])
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => clock.mockRestore())
  expect(await isFromReplica()).toBe(false)
  expect(reasons).toEqual(['it is behind'])
  await withClient(standby.url('postgres'), (client) => client.query('select pg_wal_replay_resume()'))
  await expect.poll(isFromReplica, { timeout: 30_000 }).toBe(true)
})
