import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { cloneDatabase } from '#test/database.ts'

const migration = new URL('../../../db/migrations/0009_search_traces.sql', import.meta.url)

async function migrateAgain(before: string) {
  const database = await cloneDatabase()
  const migrated = await withClient(database.url, async (client) => {
    await client.query('drop table search_traces')
    await client.query(before)
    await client.query(await readFile(migration, 'utf8'))
    const { rows } = await client.query<{ role: string }>(
      `select roles.name as role
       from role_permissions
       join roles on roles.id = role_id
       join permissions on permissions.id = permission_id
      where permissions.name = 'view-searches'
      order by 1`,
    )
    const { rows: named } = await client.query(`select from permissions where name = 'view-searches'`)
    return { roles: rows.map(({ role }) => role), permissions: named.length }
  })
  await database.drop()
  return migrated
}

test('the migration of a used library grants the new permission to administrators and registrars', async () => {
  const inUse = `
    insert into permissions (name) values ('read-courts');
    insert into roles (name) values ('Administrator'), ('Registrar'), ('Editor')`
  expect(await migrateAgain(inUse)).toEqual({ roles: ['Administrator', 'Registrar'], permissions: 1 })
})

test('the migration of an empty library leaves permissions to the seed', async () => {
  expect(await migrateAgain('')).toEqual({ roles: [], permissions: 0 })
})
