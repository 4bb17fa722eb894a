import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { migrate } from '#server/db/migrate.ts'
import { serve } from '#server/serve.ts'
import { writeAccess } from '../db/seed/access.ts'
import { startCluster } from './cluster.ts'
import { openEnvironment } from './environment.ts'

/** Of an embedded database that an earlier version created as superuser. */
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-role-'))
  const cluster = await startCluster(join(folder, 'postgres'), readSecrets(folder).database_password)
  await query(cluster.url('postgres'), 'create database hukum')
  await migrate(cluster.url('hukum'))
  const client = new pg.Client({ connectionString: cluster.url('hukum') })
  await client.connect()
  await writeAccess(client)
  await client.query(`select graphile_worker.add_job('clean', '{}'::json)`)
  await client.end()
  await cluster.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
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
     select nspname from pg_namespace
      where nspname in ('public', 'graphile_worker') and nspowner <> current_user::regrole
      union all
     select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relowner <> current_user::regrole
      union all
     select datname from pg_database where datname = current_database() and datdba <> current_user::regrole`,
  )

const limited = {
  rolname: 'hukum', rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false,
} // prettier-ignore

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

test('a server on a new embedded database connects as a role that is no superuser and owns everything', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'hukum-role-'))
  await withServer(fresh, async (url) => {
    expect(await connectedRoles(url)).toEqual([limited])
    expect(await ownedByOthers(url)).toEqual([])
  })
  rmSync(fresh, { recursive: true, force: true })
})

test('the embedded database of an earlier version is given to the role at the next start, and again changes nothing', async () => {
  for (const _start of ['first', 'second'])
    await withServer(folder, async (url) => {
      expect(await connectedRoles(url)).toEqual([limited])
      expect(await ownedByOthers(url)).toEqual([])
      expect(await query(url, 'select count(*)::integer as count from users')).toEqual([{ count: 7 }])
      await query(url, 'alter table users add column added text; alter table users drop column added')
      await query(url, `select graphile_worker.add_job('clean', '{}'::json)`)
    })
})

test('a library of an earlier version can be emptied by the role', async () => {
  const environment = await openEnvironment(readEnv({ DATA_DIR: folder }))
  const url = environment.env.DATABASE_URL
  await query(url, 'drop schema public cascade; create schema public')
  await migrate(url)
  expect(await query(url, 'select count(*)::integer as count from users')).toEqual([{ count: 0 }])
  expect(await ownedByOthers(url)).toEqual([])
  await environment.stop()
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
