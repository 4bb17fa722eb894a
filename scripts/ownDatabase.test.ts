import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { serve } from '#server/serve.ts'
import { writeAccess } from '#db/seed/access.ts'
import { startCluster } from './cluster.ts'
import { openDatabase, openEnvironment } from './environment.ts'
import { dropDatabase, openOwnDatabase, protectionOf, releaseAudit } from './ownDatabase.ts'
import { nightlyTest } from '#test/nightly.ts'

/** Of an embedded database that an earlier version created as superuser. */
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-role-'))
  const cluster = await startCluster(join(folder, 'postgres'), readSecrets(folder).database_password)
  await query(cluster.url('postgres'), 'create database hukum')
  await migrate(cluster.url('hukum'))
  await withClient(cluster.url('hukum'), async (client) => {
    await writeAccess(client)
    await client.query(`select graphile_worker.add_job('clean', '{}'::json)`)
  })
  await cluster.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(url: string, statement: string) {
  const { rows } = await withClient(url, (client) => client.query<Record<string, unknown>>(statement))
  return rows
}

/** The roles of the connections to the database other than that of this query. */
const connectedRoles = (url: string) =>
  query(
    url,
    `select distinct rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls
       from pg_stat_activity
       join pg_roles on rolname = usename
      where datname = current_database()
        and pid <> pg_backend_pid()`,
  )

/** Everything in the database that a user has created, whose owner is another role than that of the query. */
const ownedByOthers = (url: string) =>
  query(
    url,
    `select pg_describe_object(classid, objid, 0) as object
       from pg_shdepend
      where deptype = 'o'
        and dbid = (select oid from pg_database where datname = current_database())
        and refobjid <> current_user::regrole
      union all
     select datname from pg_database where datname = current_database() and datdba <> current_user::regrole
      order by object`,
  )

/** What the role of the audit log owns, so that the role of the application cannot change it. */
const auditObjects = ['function assign_transaction()', 'function refuse_change()', 'schema public', 'sequence audit_id_seq', 'table audit', 'table audit_seals'].map((object) => ({ object })) // prettier-ignore

const limited = {
  rolname: 'hukum',
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolbypassrls: false,
}

/** Starts the application on the embedded database of a data folder. */
async function withServer(dataFolder: string, run: (url: string) => Promise<void>) {
  const environment = await openEnvironment(readEnv({ DATA_DIR: dataFolder, PORT: '0', SEARCH_THREADS: '1' }))
  const server = await serve(environment.env)
  try {
    await run(environment.env.DATABASE_URL)
  } finally {
    await server.close()
    await environment.stop()
  }
}

test('a server on a new embedded database connects as a role that is no superuser and owns everything but the audit log', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'hukum-role-'))
  await withServer(fresh, async (url) => {
    expect(await connectedRoles(url)).toEqual([limited])
    expect(await ownedByOthers(url)).toEqual(auditObjects)
  })
  rmSync(fresh, { recursive: true, force: true })
})

nightlyTest(
  'the embedded database of an earlier version is given to the role at the next start, and again changes nothing',
  async () => {
    for (const _start of ['first', 'second'])
      await withServer(folder, async (url) => {
        expect(await connectedRoles(url)).toEqual([limited])
        expect(await ownedByOthers(url)).toEqual(auditObjects)
        expect(await query(url, 'select count(*)::integer as count from users')).toEqual([{ count: 7 }])
        await query(url, 'alter table users add column added text; alter table users drop column added')
        await query(url, `select graphile_worker.add_job('clean', '{}'::json)`)
      })
  },
)

nightlyTest('an embedded library can be emptied, and has a protected audit log again', async () => {
  const database = await openDatabase(readEnv({ DATA_DIR: folder }))
  await database.empty()
  await database.migrate()
  expect(await query(database.url, 'select count(*)::integer as count from users')).toEqual([{ count: 0 }])
  expect(await ownedByOthers(database.url)).toEqual(auditObjects)
  await database.stop()
})

nightlyTest('the role owns the audit log only while migrations are to be applied', async () => {
  const cluster = await startCluster(join(folder, 'postgres'), readSecrets(folder).database_password)
  const url = await openOwnDatabase(cluster, 'hukum')
  await releaseAudit(cluster, 'hukum')
  expect(await ownedByOthers(url)).toEqual(auditObjects)
  await query(url, 'delete from migrations where name = (select max(name) from migrations)')
  await releaseAudit(cluster, 'hukum')
  expect(await ownedByOthers(url)).toEqual([])
  await query(url, 'alter table audit add column added text; alter table audit drop column added')
  await dropDatabase(cluster, 'hukum')
  await cluster.stop()
})

test('the documentation and the file of the containers have the statements that protect the audit log', () => {
  for (const file of ['docs/operations-backup.md', 'deploy/postgres/protect-audit.sql']) {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    expect(text, file).toContain(protectionOf('hukum_audit', 'hukum').trim().replaceAll('\n  ', '\n'))
  }
})

test('the role of the application can neither become superuser nor log in as one', async () => {
  const environment = await openEnvironment(readEnv({ DATA_DIR: folder }))
  const url = environment.env.DATABASE_URL
  for (const statement of [
    'alter role hukum superuser',
    'set role postgres',
    'create role another',
    'create database another',
    `copy users from program 'true'`,
  ])
    await expect(query(url, statement), statement).rejects.toMatchObject({ code: '42501' })
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  await expect(query(asSuperuser.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await environment.stop()
})
