import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcpProxy.ts'
import { DatabaseClient, serverTimeouts, withClient, withoutTimeouts } from './client.ts'
import { connect, openPool } from './database.ts'

let database: TestDatabase
let proxy: TcpProxy
let pool: pg.Pool
let url: URL

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  url = new URL(database.url)
  proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  pool = openPool(url.href, { max: 3, silence_s: 2, connectionTimeoutMillis: 2000 })
})
afterEach(async () => {
  await pool.end()
  await proxy.close()
})

const pidOf = async (client: pg.Pool | pg.ClientBase) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Opens as many connections as the pool may have, and releases them. */
async function fillPool() {
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
  const pids = await Promise.all(clients.map(pidOf))
  for (const client of clients) client.release()
  return pids
}

test('a query whose server swallows all bytes fails after the deadline, and every idle connection is replaced', async () => {
  const before = await fillPool()
  proxy.setMode('drop')
  await expect(pool.query('select')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  proxy.setMode('pass')
  const after = await Promise.all([1, 2, 3].map(() => pidOf(pool)))
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('a connection that a server swallows in a transaction does not return to the pool', async () => {
  const client = await pool.connect()
  await client.query('begin')
  proxy.setMode('drop')
  await expect(client.query('select')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(client.query('rollback')).rejects.toThrow('not queryable')
  client.release()
  proxy.setMode('pass')
  expect((await pool.query('select')).rowCount).toBe(1)
})

test('a statement that the server refuses as read-only replaces every connection, one in use when it is released', async () => {
  const before = await fillPool()
  const inUse = await pool.connect()
  await expect(pool.query('begin read only; delete from courts; commit')).rejects.toMatchObject({ code: '25006' })
  expect(before).toContain(await pidOf(inUse))
  inUse.release()
  const after = await fillPool()
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('a query that is answered while the event loop is blocked for longer than the deadline succeeds', async () => {
  await pool.query('select')
  const answer = pool.query('select')
  await sleep(0)
  for (const end = performance.now() + 2500; performance.now() < end;);
  await expect(answer).resolves.toMatchObject({ rowCount: 1 })
})

test('a statement that begins with the comment of its name is planned once a connection, and no other statement is', async () => {
  const client = await pool.connect()
  const add = async (value: number) => {
    const { rows } = await client.query<{ sum: number }>('\n  -- prepared: sum\n select $1::int + 1 as sum', [value])
    return rows[0]?.sum
  }
  const sums = []
  for (let value = 0; value < 8; value += 1) sums.push(await add(value))
  await client.query('-- not prepared: sum\n select $1::int', [1])
  const { rows } = await client.query('select name, generic_plans > 0 as is_cached from pg_prepared_statements')
  client.release()
  expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(rows).toEqual([{ name: 'sum', is_cached: true }])
})

test('the error of a statement has a stack that leads to its caller', async () => {
  async function failInSession() {
    const client = await pool.connect()
    await client.query('select from no_such_table').finally(() => client.release())
  }
  await expect(failInSession()).rejects.toMatchObject({
    code: '42P01',
    stack: expect.stringContaining('failInSession'),
  })
})

test('a pool runs a named statement as any other', async () => {
  const statement = '-- prepared: one\nselect 1 as one'
  expect((await pool.query(statement)).rows).toEqual([{ one: 1 }])
  expect((await pool.query('-- prepared: two\nselect 1 as one where $1', [true])).rows).toEqual([{ one: 1 }])
})

test('a query waits while its database refuses connections, as at a restart, and one that shall not wait fails', async () => {
  const waiting = connect(url.href)
  const other = connect(url.href, { restart_ms: 0 })
  proxy.setMode('refuse')
  const query = waiting.pool.query('select')
  const transaction = waiting.db.transaction().execute(async () => 'committed')
  await expect(other.pool.query('select')).rejects.toThrow(/ECONNRESET|terminated/)
  proxy.setMode('pass')
  expect((await query).rowCount).toBe(1)
  expect(await transaction).toBe('committed')
  for (const { close } of [waiting, other]) await close()
})

test('a limit of 0 is none, also where the role or the database has one', async () => {
  const limited = await cloneDatabase()
  const name = new URL(limited.url).pathname.slice(1)
  for (const limit of Object.keys(serverTimeouts)) await pool.query(`alter database "${name}" set ${limit} = '100ms'`)
  const limitsOf = async (client: pg.Client | pg.Pool) => {
    const limits = Object.keys(serverTimeouts).map((limit) => `current_setting('${limit}')`)
    return (await client.query<{ limits: string[] }>(`select array[${limits.join(', ')}] as limits`)).rows[0]?.limits
  }
  const unlimited = openPool(limited.url, withoutTimeouts)
  const patient = new DatabaseClient({ connectionString: limited.url, statement_timeout: 0 })
  await patient.connect()
  expect(await limitsOf(unlimited)).toEqual(['0', '0', '0'])
  expect(await limitsOf(patient)).toEqual(['0', '5s', '10s'])
  await unlimited.end()
  await patient.close()
  await limited.drop()
})

test('a session of its own ends when its statements fail', async () => {
  let pid: number | undefined
  const statements = withClient(database.url, async (client) => {
    pid = await pidOf(client)
    await client.query('select 1 / 0')
  })
  await expect(statements).rejects.toThrow('division by zero')
  expect(pid).toBeTypeOf('number')
  const session = () => pool.query('select from pg_stat_activity where pid = $1', [pid])
  await expect.poll(async () => (await session()).rowCount).toBe(0)
})
