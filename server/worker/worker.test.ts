import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openStore } from '#server/files/fileStore.ts'
import { clean } from './clean.ts'
import { addJob, type Tasks } from '#server/jobs/queue.ts'
import { openTasks } from './tasks.ts'
import { startWork, timetable, workOnce } from '#server/jobs/runner.ts'
import { writeLetter } from '#server/mail/outbox.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '../../test/live.ts'
import { headersOf, openMailServer } from '../../test/mailServer.ts'

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

function openTasksOf(SMTP_URL: string) {
  const env = readEnv({ SMTP_URL })
  return openTasks({
    env,
    db: connection.db,
    secrets,
    folder: 'nowhere',
    address: 'http://hukum.test',
    say: () => undefined,
  })
}

const write = () =>
  connection.db
    .transaction()
    .execute((db) => writeLetter(db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} }))
const sentOf = async () => (await sql`select from emails where sent_at is not null`.execute(connection.db)).rows.length

test('every job is asked for by the clock or by somebody', () => {
  const byClock = parseCrontab(timetable).map(({ task }) => task)
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const asked = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/addJob\([^,]+, '([^']+)'/g)].map(([, name = '']) => name)
  })
  const { tasks, close } = openTasksOf('smtp://127.0.0.1:1')
  close()
  expect([...new Set([...byClock, ...asked])].sort()).toEqual(Object.keys(tasks).sort())
})

test('a letter is sent within the second, without being waited for', async () => {
  const server = await openMailServer()
  const { tasks, close } = openTasksOf(server.url)
  const work = await startWork({ databaseUrl: database.url, tasks })
  await write()
  await until(() => server.received.length === 1, 2000)
  await work.close()
  close()
  await server.close()
})

test('a worker that is closed finishes what it has begun', async () => {
  let isBegun = false
  const accepting = Promise.withResolvers<undefined>()
  const server = await openMailServer({
    accept: () => {
      isBegun = true
      return accepting.promise
    },
  })
  const { tasks, close } = openTasksOf(server.url)
  const before = await sentOf()
  const work = await startWork({ databaseUrl: database.url, tasks })
  await write()
  await until(() => isBegun)
  let isClosed = false
  const closing = work.close().then(() => (isClosed = true))
  expect([await sentOf(), isClosed]).toEqual([before, false])
  accepting.resolve(undefined)
  await closing
  expect(await sentOf()).toBe(before + 1)
  close()
  await server.close()
})

test('a worker that is killed while it sends loses no letter, and the reader gets one', async () => {
  let holds = true
  const begun: string[] = []
  const server = await openMailServer({
    accept: (message) => {
      begun.push(headersOf(message)['message-id'] ?? '')
      return holds ? new Promise(() => undefined) : Promise.resolve()
    },
  })
  await write()
  await sql`update emails set created_at = created_at - interval '1 minute'`.execute(connection.db)
  const killed = spawn(process.execPath, [join(import.meta.dirname, '../../test/worker.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, SMTP_URL: server.url },
    stdio: 'ignore',
  })
  await until(() => begun.length === 1, 60_000)
  killed.kill('SIGKILL')
  await new Promise((settle) => killed.once('exit', settle))
  expect(server.received).toHaveLength(0)

  holds = false
  await addJob(connection.db, 'resume-letters', {})
  const { tasks, close } = openTasksOf(server.url)
  await workOnce({ databaseUrl: database.url, tasks })
  await workOnce({ databaseUrl: database.url, tasks })
  close()
  expect(server.received).toHaveLength(1)
  expect(begun[1]).toBe(begun[0])
  await server.close()
})

test('of two workers at once only one sends a letter', async () => {
  const server = await openMailServer({ accept: () => new Promise((settle) => setTimeout(settle, 200)) })
  const { tasks, close } = openTasksOf(server.url)
  await write()
  const { rows } = await sql<{ id: number }>`select max(id) as id from emails`.execute(connection.db)
  const letter = { id: rows[0]?.id ?? 0 }
  await Promise.all([tasks['send-letter'](letter), tasks['send-letter'](letter), tasks['send-letter'](letter)])
  expect(server.received).toHaveLength(1)
  close()
  await server.close()
})

test('a job that is not kept is not done', async () => {
  const done: object[] = []
  const tasks: Tasks = { ...openTasksOf('smtp://127.0.0.1:9').tasks, clean: async (payload) => void done.push(payload) }
  const broken = connection.db.transaction().execute(async (db) => {
    await addJob(db, 'clean', {})
    throw new Error('the call broke')
  })
  await expect(broken).rejects.toThrow('the call broke')
  await workOnce({ databaseUrl: database.url, tasks })
  expect(done).toEqual([])
})

test('what has ended long ago is cleared away, and what still counts stays', async () => {
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
  await clean(connection.db, openStore(folder))
  rmSync(folder, { recursive: true })
  const { rows } = await sql`
    select (select count(*) from one_time_codes) as codes,
           (select count(*) from emails where recipient = 'old@hukum.test') as letters,
           (select string_agg(key, ',') from rate_limits) as limits,
           (select count(*) from sessions) as sessions`.execute(connection.db)
  expect(rows).toEqual([{ codes: 2, letters: 1, limits: 'running', sessions: 2 }])
})
