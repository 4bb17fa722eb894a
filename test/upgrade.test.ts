import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/config/env.ts'
import { serve, type Server } from '#server/serve.ts'
import { apiClient, signedIn } from './apiClient.ts'
import { describeSchema } from './contracts/schema.ts'
import { cloneDatabase } from './database.ts'
import { restoreFixture } from './fixtures/upgrade/restore.ts'
import { type MailServer, openMailServer, partsOf } from './mailServer.ts'

/** An installation of an earlier version, started with this one: its database, index, data folder and waiting jobs. */

let fixture: Awaited<ReturnType<typeof restoreFixture>>
let mail: MailServer
let server: Server
let client: pg.Client
let applied: string[]

beforeAll(async () => {
  fixture = await restoreFixture()
  mail = await openMailServer()
  applied = await migrate(fixture.databaseUrl)
  server = await serve(
    readEnv({
      DATABASE_URL: fixture.databaseUrl,
      DATA_DIR: fixture.folder,
      SMTP_URL: mail.url,
      PORT: '0',
      SEARCH_THREADS: '1',
    }),
    { limitsScale: 1000 },
  )
  client = new pg.Client({ connectionString: fixture.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
  await mail.close()
  await fixture.drop()
})

test('an upgraded database has every migration once, and the schema of a new one', async () => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  expect([...fixture.migrations, ...applied]).toEqual(rows.map(({ name }) => name))
  expect(await migrate(fixture.databaseUrl)).toEqual([])

  const fresh = await cloneDatabase()
  expect(await describeSchema(fixture.databaseUrl)).toEqual(await describeSchema(fresh.url))
  await fresh.drop()
})

/** Jobs of the queue that can be done now, or have failed. */
async function unfinishedJobs() {
  const { rows } = await client.query<{ task_identifier: string; attempts: number; last_error: string | null }>(
    `select task_identifier, attempts, last_error
       from graphile_worker.jobs
      where (run_at <= now() and attempts < max_attempts)
         or last_error is not null`,
  )
  return rows
}

describe('the e-mails that waited', () => {
  const contentsFor = (recipient: string) =>
    mail.received.filter(({ to }) => to.includes(recipient)).map((message) => partsOf(message)['text/plain'] ?? '')

  test('are each sent once, to their recipients and with their contents, and every queued job is done', async () => {
    await expect.poll(unfinishedJobs, { timeout: 30_000 }).toEqual([])
    // What waits is asked for again: an e-mail that was sent is not sent twice.
    await client.query(`select graphile_worker.add_job($1, '{}'::json)`, [fixture.expected.secondRun])
    await expect.poll(unfinishedJobs, { timeout: 30_000 }).toEqual([])

    const recipients = mail.received.flatMap(({ to }) => to)
    expect(recipients.sort()).toEqual(fixture.expected.emails.map(({ to }) => to).sort())
    for (const { to, contains } of fixture.expected.emails)
      for (const part of contains) expect(contentsFor(to), to).toEqual([expect.stringContaining(part)])
  })
})

describe('the search', () => {
  /** The references that are found; a word while the index is built again. */
  async function find({ query }: { query: string }) {
    const reader = await signedIn(server.address, fixture.expected.reader.email, fixture.expected.password)
    const { status, body } = await reader.call('g/search', { Type: 'CaseFile', Query: query })
    return status === 200 ? (body['data'] as { reference: string }[]).map(({ reference }) => reference) : 'unavailable'
  }

  test('finds a case that the earlier version has indexed, and one that was changed while nothing ran', async () => {
    const { indexed, changed } = fixture.expected.cases
    expect([indexed.before, changed.before]).toEqual([true, false])
    await expect.poll(() => find(indexed), { timeout: 30_000 }).toEqual([indexed.reference])
    await expect.poll(() => find(changed), { timeout: 30_000 }).toEqual([changed.reference])
  })

  test('does not find a case that was withdrawn while nothing ran', async () => {
    const { withdrawn } = fixture.expected.cases
    expect(withdrawn.before).toBe(true)
    await expect.poll(() => find(withdrawn), { timeout: 30_000 }).toEqual([])
  })
})

describe('a session', () => {
  test('begins with the password that the user had', async () => {
    const { reader, password } = fixture.expected
    const { body } = await (
      await signedIn(server.address, reader.email, password)
    ).call('auth/me', undefined, { method: 'GET' })
    expect(body['user']).toMatchObject({ email: reader.email })
  })

  test('goes on with the token that the earlier version has signed', async () => {
    const { email, token } = fixture.expected.staff
    const { status, body } = await apiClient(server.address, token).call('auth/me', undefined, { method: 'GET' })
    expect([status, body['user']]).toEqual([200, expect.objectContaining({ email })])
  })
})

describe('a stored file', () => {
  async function hashAt(link: string) {
    const response = await fetch(server.address + link)
    return [
      response.status,
      createHash('sha256')
        .update(await response.bytes())
        .digest('hex'),
    ]
  }

  test('is opened through a link that is signed now, and through one that the earlier version has signed', async () => {
    const { staff, file, link } = fixture.expected
    const asked = { id: file.id, resource: 'caseFiles', row: file.case }
    const { data } = await apiClient(server.address, staff.token).done('files/link', asked)
    expect(await hashAt((data as { link: string }).link)).toEqual([200, file.sha256])
    expect(await hashAt(link)).toEqual([200, file.sha256])
  })
})
