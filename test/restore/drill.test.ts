import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealAudit } from '#server/audit/sealAudit.ts'
import { sealFileOf } from '#server/audit/sealFile.ts'
import { verifyAudit } from '#server/audit/verifyAudit.ts'
import { readEnv } from '#server/config/env.ts'
import { connect } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { serve, type Server } from '#server/serve.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { makeBackup } from '#scripts/backup/makeBackup.ts'
import { type Manifest, partsOf } from '#scripts/backup/manifest.ts'
import { restoreBackup } from '#scripts/backup/restoreBackup.ts'
import { readRows } from '#scripts/backup/verifyBackup.ts'
import { apiClient, signedIn } from '#test/apiClient.ts'
import { saveContinuously, saveUntilSuccess } from '#test/chaos/writes.ts'
import { describeSchema } from '#test/contracts/schema.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { buildUser, password } from '#test/factories.ts'
import { restoreFixture } from '#test/fixtures/upgrade/restore.ts'
import { recordLog } from '#test/log.ts'
import { type MailServer, openMailServer, partsOf as partsOfMail } from '#test/mailServer.ts'
import { nightlyTest } from '#test/nightly.ts'
import { runScript } from './scripts.ts'

/**
 * Restore drill: an installation of an earlier version, with accounts, cases, files, sessions and waiting e-mails, is backed
 * up and restored elsewhere by this version. `library.test.ts` does it with the demo library and the embedded database.
 */

const passphrase = 'nine fishing boats'
/** The lowest cost of a passphrase. */
const costLog2 = 1
const silent = () => undefined

let source: Awaited<ReturnType<typeof restoreFixture>>
let target: TestDatabase
let folder: string
let repository: string
let mail: MailServer
let recorded: ReturnType<typeof recordLog>
let server: Server
let client: pg.Client
let manifest: Manifest
/** The state of the connection of the backup while a file is copied. */
let stateOfBackup: string | undefined

beforeAll(async () => {
  source = await restoreFixture()
  target = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  repository = mkdtempSync(join(tmpdir(), 'hukum-drill-'))
  folder = join(repository, 'restored')
  mail = await openMailServer()
  ;({ manifest } = await makeBackup({
    databaseUrl: source.databaseUrl,
    folder: source.folder,
    files: watchedStore(),
    repository,
    passphrase,
    costLog2,
    report: silent,
  }))
  await restoreBackup({ env: envOf(), from: repository, passphrase, replace: undefined, report: silent })
  client = new pg.Client({ connectionString: target.url })
  await client.connect()
  recorded = recordLog('warn')
  server = await start()
})
afterAll(async () => {
  await server.close()
  await client.end()
  await mail.close()
  await source.drop()
  await target.drop()
  rmSync(repository, { recursive: true, force: true })
})

/** The files of the source. */
function watchedStore() {
  const store = openDiskStore(join(source.folder, 'files'))
  return {
    ...store,
    read: async (sha256: Buffer) => {
      const { db, close } = connect(source.databaseUrl)
      const { rows } = await sql<{ state: string }>`
        select state
          from pg_stat_activity
         where datname = current_database()
           and application_name = 'hukum backup'`.execute(db)
      await close()
      stateOfBackup = rows[0]?.state
      return store.read(sha256)
    },
  }
}

const variables = () => ({
  DATABASE_URL: target.url,
  DATA_DIR: folder,
  SMTP_URL: mail.url,
  PORT: '0',
  SEARCH_THREADS: '1',
})
const envOf = () => readEnv(variables())
const start = () => serve(envOf(), { limitsScale: 1000, log: recorded.log })

/** The bytes of a table of a backup. */
async function rowsOf(backup: string, table: string) {
  const chunks: Buffer[] = []
  for await (const chunk of readRows(partsOf(backup).table(table))) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a restored library of an earlier version has the schema of this one and every migration', async () => {
  const fresh = await cloneDatabase()
  expect(await describeSchema(target.url)).toEqual(await describeSchema(fresh.url))
  await fresh.drop()
  expect(manifest.migrations.map(({ name }) => name)).toEqual(source.migrations)
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
})

test('files are copied after the transaction of the backup, which would keep vacuum and migrations waiting for hours', () => {
  expect(stateOfBackup).toBe('idle')
})

test('a restored library gives the next row the next number', async () => {
  const { rows } = await client.query<{ id: string; last: string }>(
    `insert into courts (name, code) values ('The next one', 'Nx-T') returning id, (select max(id) from courts) as last`,
  )
  expect(Number(rows[0]?.id)).toBeGreaterThan(Number(rows[0]?.last))
  await client.query(`delete from courts where code = 'Nx-T'`)
})

test('every file of a restored library is there byte for byte, and a link opens it', async () => {
  const { staff, file } = source.expected
  expect(manifest).toMatchObject({ damaged_files: [], files: { count: 1 } })
  const path = `files/${file.sha256.slice(0, 2)}/${file.sha256.slice(2, 4)}/${file.sha256}`
  expect(readFileSync(join(folder, path)).equals(readFileSync(join(source.folder, path)))).toBe(true)
  const asked = { id: file.id, resource: 'caseFiles', row: file.case }
  const { data } = await apiClient(server.address, staff.token).done('files/link', asked)
  const bytes = await (await fetch(server.address + (data as { link: string }).link)).bytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
})

test('a restored library becomes ready, with its jobs off', async () => {
  const readiness = async (): Promise<unknown> => (await fetch(`${server.address}/readyz`)).json()
  await expect
    .poll(readiness, { timeout: 30_000 })
    .toMatchObject({ status: 'ready', parts: { index: 'ok', queue: 'off' } })
})

test('a user of a restored library signs in, finds a case, and reads it', async () => {
  const { reader, password: known, cases } = source.expected
  const user = await signedIn(server.address, reader.email, known)
  for (const { query, reference } of [cases.indexed, cases.changed]) {
    const { data } = await user.done('g/search', { Type: 'CaseFile', Query: query })
    expect((data as { reference: string }[]).map((found) => found.reference)).toEqual([reference])
    expect(await user.done('g/find', { Type: 'CaseFile', Reference: reference })).toMatchObject({ data: { reference } })
  }
})

test('a restored library runs no job and sends no e-mail until an operator turns them on, and then it sends all', async () => {
  const workers = `select from pg_stat_activity where datname = current_database() and application_name = 'hukum worker'`
  expect((await client.query(workers)).rowCount).toBe(0)
  expect(recorded.lines).toEqual([expect.stringMatching(/Mail and jobs are off since .* npm run jobs -- on"/)])
  expect((await client.query('select from emails where sent_at is null and failed_at is null')).rowCount).toBe(2)
  expect(mail.received).toEqual([])

  await server.close()
  expect(await runScript('jobs.ts', ['on'], variables())).toEqual({
    code: 0,
    output: 'Mail and jobs are on, from the next start of the server on; 2 e-mails wait.',
  })
  server = await start()
  // The third is composed by a job that waits.
  await expect.poll(() => mail.received.length, { timeout: 30_000 }).toBe(3)
  // Their codes and links are sealed with the restored secrets.
  for (const { to, contains } of source.expected.emails) {
    const message = mail.received.find((received) => received.to.includes(to))
    for (const part of contains) expect(message && partsOfMail(message)['text/plain'], to).toContain(part)
  }
})

test('a backup during saves has one moment of every table, and replaces a library only by its name', async () => {
  const { db, close } = connect(target.url, { connections: 2 })
  // Transactions of other databases of the cluster delay a seal, too.
  await expect
    .poll(() => sealAudit(db, { folder }).then(() => verifyAudit(db, folder)), { timeout: 60_000 })
    .toMatchObject({ unsealed: 0, problems: [] })
  const email = await buildUser(target.url, { can: ['read-courts', 'create-courts'] })
  const { token } = await signedIn(server.address, email, password)
  const caller = { port: () => Number(new URL(server.address).port), token }
  const [before] = (await saveUntilSuccess(caller)).slice(-1)
  // The library has applied a migration by its former text, which leads to the same schema.
  await sql`
    update migrations set hash = 'ffbfbf5e25f46c385d8df7b920f7ee4626d58c47712d65b8cb3f5bfaf85f17d8'
     where name = '0059_analyses_by_file_name.sql'`.execute(db)
  // As a full disk has cut it off.
  appendFileSync(sealFileOf(folder), '{"number":')
  const stop = saveContinuously(caller, 2)
  const { name } = await makeBackup({
    databaseUrl: target.url,
    folder,
    files: openDiskStore(join(folder, 'files')),
    repository,
    passphrase,
    costLog2,
    report: silent,
  })
  await saveUntilSuccess(caller)
  const outcomes = await stop()
  await server.close()
  await close()

  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
  const courts = (await rowsOf(join(repository, name), 'courts')).match(/Chaos \d+ \d+/g) ?? []
  const audited = (await rowsOf(join(repository, name), 'audit')).match(/"name": "Chaos \d+ \d+"/g) ?? []
  expect(courts).toContain(before?.name)
  expect(audited.map((text) => text.slice(9, -1)).sort()).toEqual([...courts].sort())

  const options = { env: envOf(), from: repository, passphrase, report: silent }
  await client.end()
  await expect(restoreBackup({ ...options, replace: undefined })).rejects.toThrow('is not empty')
  expect(await restoreBackup({ ...options, replace: new URL(target.url).pathname.slice(1) })).toMatchObject({
    warnings: [],
  })
  client = new pg.Client({ connectionString: target.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select name from courts where name like 'Chaos%' order by name`,
  )
  expect(rows.map((court) => court.name)).toEqual([...courts].sort())
})

test('a database whose audit log belongs to another role is not replaced, and nothing is moved before', async () => {
  const closed = await cloneDatabase()
  const other = join(repository, 'damaged')
  mkdirSync(other)
  writeFileSync(join(other, 'a'), '')
  const env = readEnv({ DATA_DIR: other, DATABASE_URL: closed.url })
  const replace = new URL(closed.url).pathname.slice(1)
  const restored = restoreBackup({ env, from: repository, passphrase, replace, report: silent })
  await expect(restored).rejects.toThrow('reassign owned by hukum_audit to hukum')
  expect(readdirSync(other)).toEqual(['a'])
  await closed.drop()
})

nightlyTest(
  'the verification of the audit log waits for a query that takes longer than those of calls may',
  async () => {
    await client.query(`select pg_advisory_lock(hashtext('hukum audit seals'))`)
    const verified = runScript('auditVerify.ts', [], variables())
    await sleep(12_000)
    await client.query('select pg_advisory_unlock_all()')
    expect(await verified).toMatchObject({ code: 0 })
  },
)

test('the audit log of a restored library is as it was sealed, and is sealed further', async () => {
  const { db, close } = connect(target.url, { connections: 2 })
  const before = await verifyAudit(db, folder)
  expect(before).toMatchObject({ problems: [] })
  expect(before.seals).toBeGreaterThan(0)
  expect(before.unsealed).toBeGreaterThan(0)
  await expect
    .poll(() => sealAudit(db, { folder }).then(() => verifyAudit(db, folder)), { timeout: 60_000 })
    .toMatchObject({ unsealed: 0, problems: [] })
  await close()
  expect(await runScript('auditVerify.ts', [], variables())).toMatchObject({ code: 0 })
})
