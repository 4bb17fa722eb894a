import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { startCluster } from '../scripts/cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { maintenance: string; template: string }
  }
}

/** A real PostgreSQL for the tests, and a migrated database that each test file clones. */
export default async function (project: TestProject) {
  const { stop, maintenance, template } = await openTestCluster()
  project.provide('cluster', { maintenance, template })
  return stop
}

export async function openTestCluster() {
  const folder = join(import.meta.dirname, '../node_modules/.cache/hukum')
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster(join(folder, 'postgres'), 'tests')
  const migrations = await readMigrations()
  const template = `template_${createHash('sha256')
    .update(migrations.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 12)}`

  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await dropOld(client, template)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await client.query(`create database ${template}_new`)
    await migrate(cluster.url(`${template}_new`))
    // Renamed when it is whole, so that a run that is stopped midway leaves no half-made template.
    await client.query(`alter database ${template}_new rename to ${template}`)
  }
  await client.end()
  return { stop: cluster.stop, maintenance: cluster.url('postgres'), template }
}

/** Databases of earlier runs and of older migrations. */
async function dropOld(client: pg.Client, template: string) {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'template\\_%' or datname like 'test\\_%'`,
  )
  for (const { datname } of rows)
    if (datname !== template) await client.query(`drop database if exists ${datname} with (force)`)
}
