import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { courts } from '#shared/resources/courts.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { connect } from '#web/platform/api/client.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { type Api, openApi } from '#test/api.ts'
import { nightlyTest, runs } from '#test/nightly.ts'
import { openProcesses, type ServerProcess } from '#test/processes.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcpProxy.ts'
import { type Outcome, save, saveContinuously, saveUntilSuccess, signInWriter } from './writes.ts'

/**
 * A server whose database fails in several ways. `npm run chaos:database` runs each of them many times, on an idle
 * machine, and judges how long a recovery takes.
 */

let api: Api
let proxy: TcpProxy
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let maintenance: pg.Client
let caller: { port: () => number; token: string }

beforeAll(async () => {
  api = await openApi()
  const url = new URL(api.databaseUrl)
  proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  // Every connection of the server has this name.
  url.searchParams.set('application_name', 'chaos')
  processes = openProcesses({ databaseUrl: url.href, secrets: api.secrets })
  server = await processes.start(undefined, { LOG_LEVEL: 'silent' })
  caller = { port: () => server.port, token: await signInWriter(api) }
  maintenance = new pg.Client({ connectionString: inject('cluster').maintenance })
  await maintenance.connect()
})
afterAll(async () => {
  await processes.close()
  await proxy.close()
  await maintenance.end()
  await api.close()
})

const terminateBackends = (limit?: number) =>
  maintenance.query(
    `select pg_terminate_backend(pid)
       from (select pid from pg_stat_activity where application_name = 'chaos' order by random() limit $1) as victims`,
    [limit ?? null],
  )

const enqueueEmails = (count: number) =>
  api.db.transaction().execute(async (db) => {
    for (let number = 0; number < count; number += 1)
      await enqueueEmail(db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} })
  })

/** Fails, and recovers; returns after how many milliseconds a save succeeded. */
async function recover(fail: () => Promise<void>) {
  const stop = saveContinuously(caller, 2)
  await fail()
  const startedAt = performance.now()
  const outcomes = await saveUntilSuccess(caller)
  const elapsed_ms = Math.round(performance.now() - startedAt)
  expectRefusals([...(await stop()), ...outcomes])
  expect(server.process.exitCode).toBeNull()
  return elapsed_ms
}

/** A call is answered, and if it is refused, then by 503 with the time of the next attempt. */
function expectRefusals(outcomes: readonly Outcome[]) {
  const wrong = outcomes.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter !== '5'))
  expect(wrong).toEqual([])
}

async function repeat(name: string, count: number, fail: () => Promise<void>) {
  const elapsed: number[] = []
  for (let number = 0; number < count; number += 1) elapsed.push(await recover(fail))
  const longest = Math.max(...elapsed)
  console.log(`${name}: ${count} times, the server ended 0 times, saved again after at most ${longest} ms`)
  expect(longest).toBeLessThan(runs(60_000, 15_000))
}

nightlyTest('a server whose connections are all cut while e-mails are queued stays up and saves again', () =>
  repeat('connections cut', runs(2, 30), async () => {
    await enqueueEmails(20)
    await sleep(100 * Math.random())
    await terminateBackends()
    proxy.setMode('refuse')
    await sleep(500 + 1000 * Math.random())
    proxy.setMode('pass')
  }),
)

test('a server one of whose connections is cut again and again stays up and saves again', () =>
  repeat('one backend ended', runs(5, 15), async () => {
    await enqueueEmails(2)
    await terminateBackends(1)
    await sleep(100)
  }))

nightlyTest('a server whose database became a read-only standby replaces its connections and saves again', () =>
  repeat('fail-over', runs(1, 5), async () => {
    const database = maintenance.escapeIdentifier(new URL(api.databaseUrl).pathname.slice(1))
    await maintenance.query(`alter database ${database} set default_transaction_read_only = on`)
    await terminateBackends()
    await sleep(1000)
    expect((await save(caller)).status).toBe(503)
    await maintenance.query(`alter database ${database} reset default_transaction_read_only`)
  }),
)

test('a call to a server whose database swallows all bytes is refused within ten seconds, and later succeeds', () =>
  repeat('black hole', runs(1, 15), async () => {
    await enqueueEmails(2)
    proxy.setMode('drop')
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => save(caller)))
    proxy.setMode('pass')
    expectRefusals(outcomes)
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(runs(30_000, 11_000))
  }))

test('a save whose connection is cut between COMMIT and its answer is repeated by the web: one row, one change, one live event', async () => {
  const name = `Committed ${randomUUID()}`
  const statuses: number[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
    statuses.push(response.status)
    return response
  })
  connect({
    token: () => caller.token,
    language: () => 'en',
    renewToken: async () => undefined,
    socketId: () => undefined,
    sessionEnded: () => undefined,
    permissionMissing: () => undefined,
  })
  // Other transactions, of jobs and sessions, may commit before.
  proxy.setMode('lose-commit', 'insert into "courts"')
  const answer = await callResource(courts, 'create', { name })
  vi.unstubAllGlobals()
  expect(statuses).toEqual([503, 200])
  expect(answer).toMatchObject({ Status: 'success', data: { name } })
  const { rows } = await api.pool.query<Record<string, string>>(
    `select count(*) as courts,
            sum((select count(*) from audit where resource = 'courts' and row_id = courts.id)) as changes,
            sum((select count(*) from live_events where resource = 'courts' and row_id = courts.id)) as events
       from courts
      where name = $1`,
    [name],
  )
  expect(rows).toEqual([{ courts: 1, changes: 1, events: 1 }])
})

nightlyTest('a server with a slow database answers its calls', async () => {
  proxy.setMode('slow')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => save(caller)))
  proxy.setMode('pass')
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200))
})
