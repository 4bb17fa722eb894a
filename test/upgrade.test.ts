import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/config/env.ts'
import { serve, type Server } from '#server/serve.ts'
import { apiClient, signedIn } from './apiClient.ts'
import { describeSchema } from '#test/contracts/schema.ts'
import { cloneDatabase } from './database.ts'
import { restoreFixture } from '#test/fixtures/upgrade/restore.ts'
import { type MailServer, openMailServer, partsOf } from './mailServer.ts'

/** Starts this version on the database, index, data folder, and waiting jobs of an earlier one. */

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

test('an upgraded database has every migration once and the schema of a new database', async () => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  expect([...fixture.migrations, ...applied]).toEqual(rows.map(({ name }) => name))
  expect(await migrate(fixture.databaseUrl)).toEqual([])

  const fresh = await cloneDatabase()
  expect(await describeSchema(fixture.databaseUrl)).toEqual(await describeSchema(fresh.url))
  await fresh.drop()
})

/** Jobs of the queue that can run now, or have failed. */
async function unfinishedJobs() {
  const { rows } = await client.query<{ task_identifier: string; attempts: number; last_error: string | null }>(
    `select task_identifier, attempts, last_error
       from graphile_worker.jobs
      where (run_at <= now() and attempts < max_attempts)
         or last_error is not null`,
  )
  return rows
}

describe('waiting e-mails', () => {
  const contentsFor = (recipient: string) =>
    mail.received.filter(({ to }) => to.includes(recipient)).map((message) => partsOf(message)['text/plain'] ?? '')

  test('the e-mails of an earlier version are sent once with their contents, and every queued job is run', async () => {
    await expect.poll(unfinishedJobs, { timeout: 30_000 }).toEqual([])
    // The waiting e-mails are enqueued again: a sent one must not be sent twice.
    await client.query(`select graphile_worker.add_job($1, '{}'::json)`, [fixture.expected.secondRun])
    await expect.poll(unfinishedJobs, { timeout: 30_000 }).toEqual([])

    const recipients = mail.received.flatMap(({ to }) => to)
    expect(recipients.sort()).toEqual(fixture.expected.emails.map(({ to }) => to).sort())
    for (const { to, contains } of fixture.expected.emails)
      for (const part of contains) expect(contentsFor(to), to).toEqual([expect.stringContaining(part)])
  })
})

describe('search', () => {
  /** The references of the results, or `unavailable` while the index is rebuilt. */
  async function find({ query }: { query: string }) {
    const reader = await signedIn(server.address, fixture.expected.reader.email, fixture.expected.password)
    const { status, body } = await reader.call('g/search', { Type: 'CaseFile', Query: query })
    return status === 200 ? (body['data'] as { reference: string }[]).map(({ reference }) => reference) : 'unavailable'
  }

  test('search after an upgrade finds a case that was indexed before and one that changed while no server ran', async () => {
    const { indexed, changed } = fixture.expected.cases
    expect([indexed.before, changed.before]).toEqual([true, false])
    await expect.poll(() => find(indexed), { timeout: 30_000 }).toEqual([indexed.reference])
    await expect.poll(() => find(changed), { timeout: 30_000 }).toEqual([changed.reference])
  })

  test('search after an upgrade does not find a case that was withdrawn while no server ran', async () => {
    const { withdrawn } = fixture.expected.cases
    expect(withdrawn.before).toBe(true)
    await expect.poll(() => find(withdrawn), { timeout: 30_000 }).toEqual([])
  })
})

describe('sessions', () => {
  test('a user signs in with the password of the earlier version', async () => {
    const { reader, password } = fixture.expected
    const { body } = await (
      await signedIn(server.address, reader.email, password)
    ).call('auth/me', undefined, { method: 'GET' })
    expect(body['user']).toMatchObject({ email: reader.email })
  })

  test('a token that the earlier version signed stays valid', async () => {
    const { email, token } = fixture.expected.staff
    const { status, body } = await apiClient(server.address, token).call('auth/me', undefined, { method: 'GET' })
    expect([status, body['user']]).toEqual([200, expect.objectContaining({ email })])
  })
})

describe('stored files', () => {
  async function hashAt(link: string) {
    const response = await fetch(server.address + link)
    return [
      response.status,
      createHash('sha256')
        .update(await response.bytes())
        .digest('hex'),
    ]
  }

  test('a stored file is opened by a new link and by a link that the earlier version signed', async () => {
    const { staff, file, link } = fixture.expected
    const asked = { id: file.id, resource: 'caseFiles', row: file.case }
    const { data } = await apiClient(server.address, staff.token).done('files/link', asked)
    expect(await hashAt((data as { link: string }).link)).toEqual([200, file.sha256])
    expect(await hashAt(link)).toEqual([200, file.sha256])
  })
})
