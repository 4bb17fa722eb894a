import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { clean } from './clean.ts'
import { addJob, type Tasks } from '#server/jobs/queue.ts'
import { openTasks } from './tasks.ts'
import { clockWatcher, crontab, runPendingJobs, startWorker } from '#server/jobs/runner.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { leastTimeOf, until } from '#test/live.ts'
import { headersOf, openMailServer } from '#test/mailServer.ts'
import { silentLog } from '#test/log.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 4 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const root = join(import.meta.dirname, '../..')
const secrets = { token_key: 'A'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

/** The tasks of a worker that sends to this server. Like all that a test opens, they are closed when it ends, or fails. */
function openTasksOf(SMTP_URL: string) {
  const env = readEnv({ SMTP_URL })
  const { tasks, close } = openTasks({
    env,
    db: connection.db,
    secrets,
    files: openDiskStore('nowhere'),
    folder: 'nowhere',
    address: 'http://hukum.test',
    log: silentLog,
  })
  onTestFinished(close)
  return tasks
}

async function openServer(options?: Parameters<typeof openMailServer>[0]) {
  const server = await openMailServer(options)
  onTestFinished(server.close)
  return server
}

async function start(tasks: Tasks, onError?: (message: string) => void) {
  const worker = await startWorker({ databaseUrl: database.url, tasks, ...(onError && { onError }) })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= worker.close())
  onTestFinished(close)
  return { close }
}

const write = () =>
  connection.db
    .transaction()
    .execute((db) => enqueueEmail(db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} }))
const sentOf = async () => (await sql`select from emails where sent_at is not null`.execute(connection.db)).rows.length

test('every task is enqueued by the crontab or by code of the server', () => {
  const scheduled = parseCrontab(crontab).map(({ task }) => task)
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const enqueued = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/addJob\([^,]+, '([^']+)'/g)].map(([, name = '']) => name)
  })
  const tasks = openTasksOf('smtp://127.0.0.1:1')
  expect([...new Set([...scheduled, ...enqueued])].sort()).toEqual(Object.keys(tasks).sort())
})

test('a job of every minute waits at most once and is attempted once', () => {
  const options = (crontab.match(/^\* \* .*$/gm) ?? []).map((line) => line.split(' ').slice(5))
  expect(options.length).toBeGreaterThan(3)
  for (const [task, settings] of options) expect(settings).toMatch(new RegExp(`jobKey=${task}&max=1$`))
})

test('the crontab runs although a clock that was ahead recorded its last run in the future', async () => {
  await start(openTasksOf('smtp://127.0.0.1:1'))
  const known = sql.raw('graphile_worker._private_known_crontabs')
  await vi.waitFor(async () => expect((await sql`select from ${known}`.execute(connection.db)).rows).not.toEqual([]))
  await sql`update ${known} set last_execution = now() + interval '2 years'`.execute(connection.db)
  await start(openTasksOf('smtp://127.0.0.1:1'))
  const { rows } = await sql`select from ${known} where last_execution > now() + interval '1 hour'`.execute(
    connection.db,
  )
  expect(rows).toEqual([])
})

test('a clock that is set by hours is noticed, and one that runs is not', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const hasJumped = clockWatcher()
  expect(hasJumped()).toBe(false)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect([hasJumped(), hasJumped()]).toEqual([true, false])
})

test('an e-mail is sent within two seconds by a running worker', async () => {
  const server = await openServer()
  await start(openTasksOf(server.url))
  const least = await leastTimeOf([1, 2, 3], async (sent) => {
    await write()
    return until(() => server.received.length === sent)
  })
  expect(least).toBeLessThan(2000)
})

test('a worker that is closed finishes the job that it runs', async () => {
  let isBegun = false
  const accepting = Promise.withResolvers<undefined>()
  const server = await openServer({
    accept: () => {
      isBegun = true
      return accepting.promise
    },
  })
  onTestFinished(() => accepting.resolve(undefined))
  const before = await sentOf()
  const worker = await start(openTasksOf(server.url))
  await write()
  await until(() => isBegun)
  let isClosed = false
  const closing = worker.close().then(() => (isClosed = true))
  expect([await sentOf(), isClosed]).toEqual([before, false])
  accepting.resolve(undefined)
  await closing
  expect(await sentOf()).toBe(before + 1)
})

test('a job whose outcome cannot be stored does not end the process, and is run again', async () => {
  // graphile-worker traces a worker that exits with an error.
  const trace = vi.spyOn(console, 'trace').mockImplementation(() => undefined)
  onTestFinished(() => trace.mockRestore())
  const maintenance = new pg.Client({ connectionString: inject('cluster').maintenance })
  await maintenance.connect()
  onTestFinished(() => maintenance.end())
  const databaseName = new URL(database.url).pathname.slice(1)
  const name = maintenance.escapeIdentifier(databaseName)
  const allow = async () => void (await maintenance.query(`alter database ${name} with allow_connections true`))
  onTestFinished(allow)
  let runs = 0
  const cutDatabase = async () => {
    runs += 1
    if (runs > 1) return
    await maintenance.query(`alter database ${name} with allow_connections false`)
    // Workers of other databases are those of other test files.
    await maintenance.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hukum worker' and datname = $1`,
      [databaseName],
    )
  }
  const errors: string[] = []
  const tasks = { ...openTasksOf('smtp://127.0.0.1:9'), clean: cutDatabase }
  const worker = await start(tasks, (message) => errors.push(message))
  await addJob(connection.db, 'clean', {})
  await until(() => errors.some((message) => message.includes('the worker does not start')))
  await allow()
  await until(() => runs === 2)
  await worker.close()
  expect((await sql`select from graphile_worker._private_jobs`.execute(connection.db)).rows).toEqual([])
})

test('an e-mail whose worker is killed while sending is delivered once, by the next worker', async () => {
  let isHanging = true
  const begun: string[] = []
  const server = await openServer({
    accept: (message) => {
      begun.push(headersOf(message)['message-id'] ?? '')
      return isHanging ? new Promise(() => undefined) : Promise.resolve()
    },
  })
  await write()
  await sql`update emails set created_at = created_at - interval '1 minute'`.execute(connection.db)
  const killed = spawn(process.execPath, [join(import.meta.dirname, '../../test/worker.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, SMTP_URL: server.url },
    stdio: 'ignore',
  })
  onTestFinished(() => void killed.kill('SIGKILL'))
  await until(() => begun.length === 1, 60_000)
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('exit', resolve))
  expect(server.received).toHaveLength(0)

  isHanging = false
  await addJob(connection.db, 'resume-emails', {})
  const tasks = openTasksOf(server.url)
  await runPendingJobs({ databaseUrl: database.url, tasks })
  await runPendingJobs({ databaseUrl: database.url, tasks })
  expect(server.received).toHaveLength(1)
  expect(begun[1]).toBe(begun[0])
})

test('an e-mail is sent once when three workers take its job at once', async () => {
  const server = await openServer({ accept: () => new Promise((resolve) => setTimeout(resolve, 200)) })
  const tasks = openTasksOf(server.url)
  await write()
  const { rows } = await sql<{ id: number }>`select max(id) as id from emails`.execute(connection.db)
  const payload = { id: rows[0]?.id ?? 0 }
  await Promise.all([1, 2, 3].map(() => tasks['send-email'](payload)))
  expect(server.received).toHaveLength(1)
})

test('a job that an earlier version queued under a former task name is run', async () => {
  const server = await openServer()
  await write()
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
  await sql`
    select graphile_worker.add_job('send-letter', json_build_object('id', max(id))) from emails`.execute(connection.db)
  await runPendingJobs({ databaseUrl: database.url, tasks: openTasksOf(server.url) })
  expect(server.received).toHaveLength(1)
})

test('a job whose transaction is rolled back is not run', async () => {
  const runs: object[] = []
  const tasks: Tasks = { ...openTasksOf('smtp://127.0.0.1:9'), clean: async (payload) => void runs.push(payload) }
  const failing = connection.db.transaction().execute(async (db) => {
    await addJob(db, 'clean', {})
    throw new Error('the call failed')
  })
  await expect(failing).rejects.toThrow('the call failed')
  await runPendingJobs({ databaseUrl: database.url, tasks })
  expect(runs).toEqual([])
})

test('the task clean deletes expired codes, e-mails, limits, and sessions, and no others', async () => {
  await sql`
    insert into one_time_codes (purpose, email, reference_hash, ends_at)
    select 'login', 'a@hukum.test', days::text::bytea, now() - make_interval(days => days) from unnest(array[0, 1, 3]) as days`.execute(
    connection.db,
  )
  await sql`
    insert into emails (kind, language, recipient, sent_at)
    select 'code', 'dv', 'old@hukum.test', now() - make_interval(days => days) from unnest(array[29, 31]) as days`.execute(
    connection.db,
  )
  await sql`
    insert into rate_limits (key, points, expire)
    select key, 1, extract(epoch from now()) * 1000 + wait
      from (values ('ended', -1000), ('running', 60000)) as limits (key, wait)`.execute(connection.db)
  await sql`
    with person as (insert into users (name, email) values ('A', 'a@hukum.test') returning id)
    insert into sessions (user_id, token_id, token_ends_at, ends_at)
    select id, gen_random_uuid(), ends_at, ends_at
      from person, unnest(array[now() - interval '31 days', now() - interval '1 day', now() + interval '1 day']) as ends_at`.execute(
    connection.db,
  )
  const folder = mkdtempSync(join(tmpdir(), 'hukum-clean-'))
  await clean(connection.db, openDiskStore(folder))
  rmSync(folder, { recursive: true })
  const { rows } = await sql`
    select (select count(*) from one_time_codes) as codes,
           (select count(*) from emails where recipient = 'old@hukum.test') as emails,
           (select string_agg(key, ',') from rate_limits) as limits,
           (select count(*) from sessions) as sessions`.execute(connection.db)
  expect(rows).toEqual([{ codes: 2, emails: 1, limits: 'running', sessions: 2 }])
})
