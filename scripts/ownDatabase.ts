import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { readMigrations } from '#server/db/migrate.ts'
import type { Cluster } from './cluster.ts'

/** The role that owns the application's database: no superuser, and it creates neither databases nor roles. */
const appRole = 'hukum'

/** The role that owns the audit log, and cannot log in: the application only reads it and adds to it. */
const auditRole = 'hukum_audit'

/**
 * Opens a database of the embedded cluster for the application, and returns its URL with a role of its own. The role and the
 * database are created when they are missing; what earlier versions created as superuser is given to the role.
 */
export async function openOwnDatabase({ url }: Pick<Cluster, 'url'>, database: string): Promise<string> {
  const own = new URL(url(database))
  own.username = appRole
  // Derived, so that the application does not know the password of the superuser.
  own.password = createHmac('sha256', decodeURIComponent(own.password)).update('hukum/database/v1').digest('base64url')

  await withRoleLock(url('postgres'), async (client) => {
    await createRole(client, own.password)
    await createDatabase(client, database)
  })
  await withRoleLock(url(database), transferOwnership)
  return own.href
}

/** Gives the audit log to the role of the application while migrations are to be applied: they may change it. */
export const releaseAudit = ({ url }: Pick<Cluster, 'url'>, database: string) =>
  withRoleLock(url(database), async (client) => {
    if (await lacksMigrations(client)) await client.query(`reassign owned by ${auditRole} to ${appRole}`)
  })

/**
 * Takes the audit log, its seals and their trigger functions from the role of the application, and the schema, whose owner
 * may drop every table in it. The role of the application reads and adds rows.
 */
export const protectAudit = ({ url }: Pick<Cluster, 'url'>, database: string) =>
  withRoleLock(url(database), async (client) => {
    if (await isProtected(client)) return
    await client.query(protectionOf(auditRole, appRole))
  })

/** Deletes a database of the embedded cluster, with the connections to it. */
export const dropDatabase = ({ url }: Pick<Cluster, 'url'>, database: string) =>
  withRoleLock(url('postgres'), (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`),
  )

/** Empties a database whose schemas belong to the role of the URL. */
export const dropSchemas = (url: string) =>
  withRoleLock(url, (client) =>
    client.query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public'),
  )

/** The statements that a superuser runs. The documentation has them for a PostgreSQL of one's own. */
export const protectionOf = (owner: string, application: string) => `
  alter schema public owner to ${owner};
  grant usage, create on schema public to ${application};
  alter table audit owner to ${owner};
  alter table audit_seals owner to ${owner};
  alter function refuse_change() owner to ${owner};
  alter function assign_transaction() owner to ${owner};
  grant select, insert on audit, audit_seals to ${application};
  grant select on sequence audit_id_seq to ${application};`

async function isProtected(client: pg.Client) {
  const { rowCount } = await client.query(
    `select from pg_class where oid = 'public.audit_seals'::regclass and relowner = '${auditRole}'::regrole`,
  )
  return rowCount === 1
}

async function lacksMigrations(client: pg.Client) {
  const names = (await readMigrations()).map(({ name }) => name)
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return true
  const { rowCount } = await client.query('select from migrations where name = any($1)', [names])
  return rowCount !== names.length
}

const withRoleLock = (url: string, run: (client: pg.Client) => Promise<unknown>) =>
  withClient(url, async (client) => {
    // Concurrent starts of one data folder wait here.
    await client.query(`select pg_advisory_lock(hashtext('hukum role'))`)
    await run(client)
  })

async function createRole(client: pg.Client, password: string) {
  for (const role of [appRole, auditRole]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await client.query(`create role ${role}`)
  }
  await client.query(
    `alter role ${appRole} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
  )
}

async function createDatabase(client: pg.Client, name: string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  const quoted = client.escapeIdentifier(name)
  await client.query(
    rowCount === 0 ? `create database ${quoted} owner ${appRole}` : `alter database ${quoted} owner to ${appRole}`,
  )
}

/**
 * `reassign owned` refuses the first superuser of a cluster, so each object is altered. Sequences follow their columns, and
 * the objects of an extension stay with it.
 */
const ownedByOthers = `
  with schemas as (
         select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'graphile_worker')),
       roles as (
         select oid from pg_roles where rolname in ('${appRole}', '${auditRole}')),
       attached as (
         select classid, objid
           from pg_depend
          where deptype = 'e' or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass))
  select format('schema %I', nspname) as object
    from schemas
   where nspowner not in (select oid from roles)
   union all
  select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' when 'c' then 'type' else 'table' end,
                pg_class.oid::regclass)
    from pg_class
    join schemas on schemas.oid = relnamespace
   where relkind in ('r', 'p', 'v', 'm', 'S', 'c')
     and relowner not in (select oid from roles)
     and ('pg_class'::regclass, pg_class.oid) not in (select classid, objid from attached)
   union all
  select format('routine %s', pg_proc.oid::regprocedure)
    from pg_proc
    join schemas on schemas.oid = pronamespace
   where proowner not in (select oid from roles)
     and ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from attached)
   union all
  select format('type %s', pg_type.oid::regtype)
    from pg_type
    join schemas on schemas.oid = typnamespace
   where typtype in ('d', 'e')
     and typowner not in (select oid from roles)
     and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from attached)`

async function transferOwnership(client: pg.Client) {
  const { rows } = await client.query<{ object: string }>(ownedByOthers)
  const statements = rows.map(({ object }) => `alter ${object} owner to ${appRole};`)
  // Statements that are sent together are one transaction.
  await client.query(statements.join('\n'))
}
