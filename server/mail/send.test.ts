import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCodes } from '#server/security/codes.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { workOnce } from '#server/jobs/runner.ts'
import type { Letter } from '#server/mail/kinds.ts'
import { triesOfLetter, writeLetter } from '#server/mail/outbox.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { headersOf, type MailServer, openMailServer, partsOf, readWords } from '../../test/mailServer.ts'

const secrets: Secrets = { token_key: 'A'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const codes = buildCodes(secrets.code_key)

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

const said: string[] = []

/** Does what is due, on whatever server of letters there is. */
async function work(settings: Record<string, string> = {}) {
  said.length = 0
  const env = readEnv({ ...(server && { SMTP_URL: server.url }), ...settings })
  const shop = {
    env,
    db: connection.db,
    secrets,
    folder,
    address: 'https://hukum.test',
    say: (line: string) => void said.push(line),
  }
  const { tasks, close } = openTasks(shop)
  const troubles: string[] = []
  await workOnce({ databaseUrl: database.url, tasks, onTrouble: (trouble) => troubles.push(trouble) })
  close()
  return troubles
}

const write = (letter: Letter) => connection.db.transaction().execute((db) => writeLetter(db, letter))
const writeCode = (code = '048213', recipient = 'reader@hukum.test') =>
  write({ kind: 'code', language: 'dv', recipient, content: { for: 'login', code: codes.seal(code) } })
const writeRoles = (name = 'Ali') =>
  write({ kind: 'role-changed', recipient: 'reader@hukum.test', language: 'en', content: { name, roles: ['Editor'] } })

type State = { sent: boolean; failed: boolean; attempts: number; last_error: string | null; content: object }
async function state() {
  const { rows } = await sql<State>`
    select sent_at is not null as sent, failed_at is not null as failed, attempts, last_error, content
      from emails`.execute(connection.db)
  return rows[0]
}
const hurry = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)

test('a letter goes to its reader as text and as HTML, in the language that is asked for', async () => {
  server = await openMailServer()
  await writeCode()
  expect(await work({ MAIL_FROM: 'ޙުކުމް <no-reply@hukum.mv>' })).toEqual([])
  const [letter] = server.received
  if (!letter) throw new Error('no letter came')

  expect([letter.from, letter.to]).toEqual(['no-reply@hukum.mv', ['reader@hukum.test']])
  const headers = headersOf(letter)
  expect(readWords(headers['subject'] ?? '')).toBe('ލޮގްއިން ކުރެއްވުމުގެ ކޯޑު')
  expect(readWords(headers['from'] ?? '')).toBe('ޙުކުމް <no-reply@hukum.mv>')
  expect(headers['auto-submitted']).toBe('auto-generated')
  const parts = partsOf(letter)
  expect(parts['text/plain']).toContain('\n048213\n')
  expect(parts['text/html']).toContain('<html lang="dv" dir="rtl">')
  expect(parts['text/html']).toContain('>048213</p>')
})

test('a letter is sent once, and what is secret about it is kept no longer', async () => {
  server = await openMailServer()
  await writeCode()
  await work()
  await hurry()
  await work()
  expect(server.received).toHaveLength(1)
  expect(await state()).toMatchObject({ sent: true, attempts: 1, content: { for: 'login' } })
  expect(Object.keys((await state())?.content ?? {})).toEqual(['for'])
})

test('what was rolled back is told to nobody', async () => {
  server = await openMailServer()
  const broken = connection.db.transaction().execute(async (db) => {
    await writeLetter(db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} })
    throw new Error('the call broke')
  })
  await expect(broken).rejects.toThrow('the call broke')
  await work()
  expect(server.received).toEqual([])
})

test('a server that is away for a while gets the letter later, under the same name', async () => {
  let away = true
  const tried: string[] = []
  server = await openMailServer({
    accept: (message) => {
      tried.push(headersOf(message)['message-id'] ?? '')
      return away
        ? Promise.reject(Object.assign(new Error('Come back later'), { responseCode: 451 }))
        : Promise.resolve()
    },
  })
  await writeRoles()
  expect((await work()).join()).toContain('Come back later')
  expect(await state()).toMatchObject({ sent: false, attempts: 1 })
  expect((await state())?.last_error).toContain('Come back later')

  away = false
  await work()
  expect(server.received, 'it waits before it tries again').toHaveLength(0)
  await hurry()
  await work()
  expect(server.received).toHaveLength(1)
  expect(tried[1]).toBe(tried[0])
  expect(tried[0]).toMatch(/^<\d+-\d+@localhost>$/)
})

test('the time between tries grows', async () => {
  await writeRoles()
  const waits: number[] = []
  for (let tries = 0; tries < 4; tries += 1) {
    await work({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs`.execute(connection.db)
    waits.push(rows[0]?.seconds ?? 0)
    await hurry()
  }
  expect(waits.map((seconds, place) => seconds > (waits[place - 1] ?? 0))).toEqual([true, true, true, true])
})

test('after so many tries a letter is given up, and its last problem is kept', async () => {
  await writeRoles()
  for (let tries = 0; tries < triesOfLetter + 2; tries += 1) {
    await work({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await hurry()
  }
  expect(await state()).toMatchObject({ sent: false, failed: true, attempts: triesOfLetter })
  expect((await state())?.last_error).toContain('ECONNREFUSED')
})

test('an address that the server will never take is given up at once', async () => {
  server = await openMailServer({ refuse: () => Object.assign(new Error('No such user'), { responseCode: 550 }) })
  await writeCode()
  expect(await work()).toEqual([])
  expect(await state()).toMatchObject({ failed: true, attempts: 1, content: { for: 'login' } })
})

test('a code that would come too late is not sent any more', async () => {
  server = await openMailServer()
  await writeCode()
  await sql`update emails set created_at = now() - interval '11 minutes'`.execute(connection.db)
  await work()
  expect(server.received).toEqual([])
  expect(await state()).toMatchObject({ failed: true, last_error: 'It would have come too late.' })
})

test('nothing that somebody typed becomes a header or another reader', async () => {
  server = await openMailServer()
  await writeRoles('Ali\r\nBcc: all@hukum.test\r\n\r\n<script>alert(1)</script>')
  await work({ PRODUCT_NAME: 'Courts "X"' })
  const [letter] = server.received
  if (!letter) throw new Error('no letter came')
  expect(letter.to).toEqual(['reader@hukum.test'])
  expect(headersOf(letter)).not.toHaveProperty('bcc')
  expect(partsOf(letter)['text/html']).not.toContain('<script>')
  await expect(writeCode('1', 'a@hukum.test\r\nBcc: b@hukum.test')).rejects.toThrow(/emails_recipient_check/)
})

test('without a server letters are put into a folder that only its owner reads, and their gist is said', async () => {
  await writeCode()
  await work()
  const names = readdirSync(join(folder, 'mail')).sort()
  expect(names).toEqual([expect.stringMatching(/^\d+-\d+-code\.eml$/), expect.stringMatching(/^\d+-\d+-code\.html$/)])
  expect(names.map((name) => statSync(join(folder, 'mail', name)).mode & 0o777)).toEqual([0o600, 0o600])
  expect(await readFile(join(folder, 'mail', names[0] ?? ''), 'latin1')).toContain('To: reader@hukum.test')
  expect(said).toEqual([expect.stringContaining('reader@hukum.test: ލޮގްއިން ކުރެއްވުމުގެ ކޯޑު 048213')])
})

test('a letter whose worker was killed is sent by the next one', async () => {
  server = await openMailServer()
  await writeRoles()
  // As a killed worker leaves them: the job locked for hours, the row of the letter free again.
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`.execute(connection.db)
  await sql`update emails set created_at = now() - interval '1 minute'`.execute(connection.db)
  await work()
  expect(server.received).toHaveLength(0)
  await sql`select graphile_worker.add_job('resume-letters')`.execute(connection.db)
  await work()
  expect(server.received).toHaveLength(1)
})
