import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCodes } from '#server/security/codes.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { addJob } from '#server/jobs/queue.ts'
import { runPendingJobs } from '#server/jobs/runner.ts'
import type { Email } from './kinds.ts'
import { maxSendAttempts, enqueueEmail } from './outbox.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { buildUser } from '#test/factories.ts'
import { headersOf, type MailServer, openMailServer, partsOf, decodeHeader } from '#test/mailServer.ts'
import { openLog } from '#server/telemetry/log.ts'

const secrets: Secrets = { token_key: 'A'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const codes = createCodes(secrets.code_key)

let database: TestDatabase
let connection: Connection
let folder: string
let server: MailServer | undefined

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 4 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hukum-mail-'))
  await sql`truncate emails, graphile_worker._private_jobs`.execute(connection.db)
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

const printed: string[] = []

/** Runs the jobs that are due, with the open mail server, if any. */
async function runJobs(settings: Record<string, string> = {}) {
  printed.length = 0
  const env = readEnv({ LOG_FORMAT: 'text', ...(server && { SMTP_URL: server.url }), ...settings })
  const dependencies = {
    env,
    db: connection.db,
    secrets,
    files: openDiskStore(folder),
    folder,
    address: 'https://hukum.test',
    log: openLog(env, (line) => printed.push(line)),
  }
  const { tasks, close } = openTasks(dependencies)
  const errors: string[] = []
  await runPendingJobs({ databaseUrl: database.url, tasks, onError: (error) => errors.push(error) })
  close()
  return errors
}

const enqueue = (email: Email) => connection.db.transaction().execute((db) => enqueueEmail(db, email))
const enqueueCode = (code = '048213', recipient = 'reader@hukum.test') =>
  enqueue({ kind: 'code', language: 'dv', recipient, content: { for: 'login', code: codes.seal(code) } })
const enqueueRoleChange = (name = 'Ali') =>
  enqueue({
    kind: 'role-changed',
    recipient: 'reader@hukum.test',
    language: 'en',
    content: { name, roles: ['Editor'] },
  })

type State = { sent: boolean; failed: boolean; attempts: number; last_error: string | null; content: object }
async function state() {
  const { rows } = await sql<State>`
    select sent_at is not null as sent, failed_at is not null as failed, attempts, last_error, content
      from emails`.execute(connection.db)
  return rows[0]
}
const makeJobsDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)

test('an e-mail is sent to its recipient as text and as HTML, in the language that it was enqueued with', async () => {
  server = await openMailServer()
  await enqueueCode()
  expect(await runJobs({ MAIL_FROM: 'ޙުކުމް <no-reply@hukum.mv>' })).toEqual([])
  const [email] = server.received
  if (!email) throw new Error('no e-mail was received')

  expect([email.from, email.to]).toEqual(['no-reply@hukum.mv', ['reader@hukum.test']])
  const headers = headersOf(email)
  expect(decodeHeader(headers['subject'] ?? '')).toBe('ލޮގްއިން ކުރެއްވުމުގެ ކޯޑު')
  expect(decodeHeader(headers['from'] ?? '')).toBe('ޙުކުމް <no-reply@hukum.mv>')
  expect(headers['auto-submitted']).toBe('auto-generated')
  const parts = partsOf(email)
  expect(parts['text/plain']).toContain('\n048213\n')
  expect(parts['text/html']).toContain('<html lang="dv" dir="rtl">')
  expect(parts['text/html']).toContain('>048213</p>')
})

test('an e-mail is sent once, and its secrets are deleted after that', async () => {
  server = await openMailServer()
  await enqueueCode()
  await runJobs()
  await makeJobsDue()
  await runJobs()
  expect(server.received).toHaveLength(1)
  expect(await state()).toMatchObject({ sent: true, attempts: 1, content: { for: 'login' } })
  expect(Object.keys((await state())?.content ?? {})).toEqual(['for'])
})

test('an e-mail whose transaction is rolled back is not sent', async () => {
  server = await openMailServer()
  const failing = connection.db.transaction().execute(async (db) => {
    await enqueueEmail(db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} })
    throw new Error('the call failed')
  })
  await expect(failing).rejects.toThrow('the call failed')
  await runJobs()
  expect(server.received).toEqual([])
})

test('an e-mail that the server rejects for now is sent later, with the same Message-ID', async () => {
  let isUnavailable = true
  const messageIds: string[] = []
  server = await openMailServer({
    accept: (message) => {
      messageIds.push(headersOf(message)['message-id'] ?? '')
      return isUnavailable
        ? Promise.reject(Object.assign(new Error('Come back later'), { responseCode: 451 }))
        : Promise.resolve()
    },
  })
  await enqueueRoleChange()
  expect((await runJobs()).join()).toContain('Come back later')
  expect(await state()).toMatchObject({ sent: false, attempts: 1 })
  expect((await state())?.last_error).toContain('Come back later')

  isUnavailable = false
  await runJobs()
  expect(server.received, 'the next attempt is delayed').toHaveLength(0)
  await makeJobsDue()
  await runJobs()
  expect(server.received).toHaveLength(1)
  expect(messageIds[1]).toBe(messageIds[0])
  expect(messageIds[0]).toMatch(/^<\d+-\d+@localhost>$/)
})

test('the delay between attempts to send an e-mail grows', async () => {
  await enqueueRoleChange()
  const delays: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await runJobs({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs`.execute(connection.db)
    delays.push(rows[0]?.seconds ?? 0)
    await makeJobsDue()
  }
  expect(delays.map((seconds, index) => seconds > (delays[index - 1] ?? 0))).toEqual([true, true, true, true])
})

test('an e-mail is marked as failed after the last attempt, with its last error', async () => {
  await enqueueRoleChange()
  for (let attempt = 0; attempt < maxSendAttempts + 2; attempt += 1) {
    await runJobs({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await makeJobsDue()
  }
  expect(await state()).toMatchObject({ sent: false, failed: true, attempts: maxSendAttempts })
  expect((await state())?.last_error).toContain('ECONNREFUSED')
})

test('an e-mail to an address that the server rejects for good is marked as failed at once', async () => {
  server = await openMailServer({ refuse: () => Object.assign(new Error('No such user'), { responseCode: 550 }) })
  await enqueueCode()
  expect(await runJobs()).toEqual([])
  expect(await state()).toMatchObject({ failed: true, attempts: 1, content: { for: 'login' } })
})

test('an e-mail that is given up is logged with the reason', async () => {
  server = await openMailServer({ refuse: () => Object.assign(new Error('No such user'), { responseCode: 550 }) })
  await enqueueCode()
  await runJobs()
  expect(printed.join()).toContain('An e-mail was given up')
  expect(printed.join()).toContain('No such user')
})

test('an e-mail whose sender the server rejects is tried again, because a setting may be wrong', async () => {
  const refuseSender = () => Object.assign(new Error('Sender address rejected'), { responseCode: 553 })
  server = await openMailServer({ refuseSender })
  await enqueueRoleChange()
  expect((await runJobs()).join()).toContain('Sender address rejected')
  expect(await state()).toMatchObject({ sent: false, failed: false, attempts: 1 })
})

test('an e-mail with an expired code is not sent', async () => {
  server = await openMailServer()
  await enqueueCode()
  await sql`update emails set created_at = now() - interval '11 minutes'`.execute(connection.db)
  await runJobs()
  expect(server.received).toEqual([])
  expect(await state()).toMatchObject({ failed: true, last_error: 'It expired before it could be sent.' })
})

test('text that a user typed cannot add a header or a recipient to an e-mail', async () => {
  server = await openMailServer()
  await enqueueRoleChange('Ali\r\nBcc: all@hukum.test\r\n\r\n<script>alert(1)</script>')
  await runJobs({ PRODUCT_NAME: 'Courts "X"' })
  const [email] = server.received
  if (!email) throw new Error('no e-mail was received')
  expect(email.to).toEqual(['reader@hukum.test'])
  expect(headersOf(email)).not.toHaveProperty('bcc')
  expect(partsOf(email)['text/html']).not.toContain('<script>')
  await expect(enqueueCode('1', 'a@hukum.test\r\nBcc: b@hukum.test')).rejects.toThrow(/emails_recipient_check/)
})

test('without a mail server an e-mail is written to a folder that only its owner can read, and its code is printed', async () => {
  await enqueueCode()
  await runJobs()
  const names = readdirSync(join(folder, 'mail')).sort()
  expect(names).toEqual([expect.stringMatching(/^\d+-\d+-code\.eml$/), expect.stringMatching(/^\d+-\d+-code\.html$/)])
  expect(names.map((name) => statSync(join(folder, 'mail', name)).mode & 0o777)).toEqual([0o600, 0o600])
  expect(await readFile(join(folder, 'mail', names[0] ?? ''), 'latin1')).toContain('To: reader@hukum.test')
  expect(printed).toEqual([expect.stringContaining('reader@hukum.test: ލޮގްއިން ކުރެއްވުމުގެ ކޯޑު 048213')])
})

test('without a mail server a first password is written to the folder and never printed', async () => {
  const password = 'Xk7pQ-29fTm-Lw4hR-77aBc'
  const content = { name: 'Reema', password: codes.seal(password) }
  await enqueue({ kind: 'first-password', language: 'en', recipient: 'reader@hukum.test', content })
  await runJobs()
  const html = readdirSync(join(folder, 'mail')).find((name) => name.endsWith('.html')) ?? ''
  expect(await readFile(join(folder, 'mail', html), 'utf8')).toContain(password)
  expect(printed).toEqual([expect.stringContaining('reader@hukum.test')])
  expect(printed.join()).not.toContain(password)
})

test('an e-mail whose worker was killed is sent by the next one', async () => {
  server = await openMailServer()
  await enqueueRoleChange()
  // The state after a worker is killed: the job stays locked for hours, the row of the e-mail does not.
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`.execute(connection.db)
  await sql`update emails set created_at = now() - interval '1 minute'`.execute(connection.db)
  await runJobs()
  expect(server.received).toHaveLength(0)
  await sql`select graphile_worker.add_job('resume-emails')`.execute(connection.db)
  await runJobs()
  expect(server.received).toHaveLength(1)
})

test('a link to reset a password is sent although the worker that was to write its e-mail was killed', async () => {
  const email = await buildUser(database.url)
  await addJob(connection.db, 'send-reset-email', { email, language: 'dv', address: '127.0.0.1' })
  await sql`
    update graphile_worker._private_jobs
       set locked_at = now() - interval '3 minutes', locked_by = 'killed'`.execute(connection.db)
  await sql`select graphile_worker.add_job('resume-emails')`.execute(connection.db)
  await runJobs()
  await runJobs()
  expect(readdirSync(join(folder, 'mail'))).toContainEqual(expect.stringContaining('-reset'))
})
