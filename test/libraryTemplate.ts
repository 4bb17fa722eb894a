import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { indexFileName } from '#server/search/storage/connection.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { fillLibrary } from '#db/seed/library.ts'
import { cloneTemplate, type Cluster, type TestDatabase, urlOf } from './cluster.ts'

const template = 'template_library'

/**
 * A clone of the database with the demo library, and a copy of its search index in `folder`. Both originals are built
 * once in a run, by the first test file that needs them.
 */
export async function cloneLibrary(folder: string, cluster: Cluster): Promise<TestDatabase> {
  const original = join(cluster.folder, 'demoLibrary')
  await onceInARun(cluster, original)
  const database = await cloneTemplate({ ...cluster, template })
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(original, indexFileName), join(folder, indexFileName))
  await assignIndex(join(folder, indexFileName), cluster, database.url)
  return database
}

/** Builds both originals unless they are there. */
export const buildLibrary = (cluster: Cluster) => onceInARun(cluster, join(cluster.folder, 'demoLibrary'))

/** The advisory lock makes other workers wait for the first; the finished folder marks that everything is there. */
async function onceInARun(cluster: Cluster, folder: string) {
  if (existsSync(folder)) return
  await withClient(cluster.maintenance, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('demo library of the tests'))`)
    if (!existsSync(folder)) await build(client, cluster, folder)
  })
}

async function build(client: pg.Client, cluster: Cluster, folder: string) {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await client.query(`drop database if exists ${template} with (force)`)
  await client.query(`create database ${template} template ${cluster.template}`)
  const databaseUrl = urlOf(cluster.application, template)
  await fillLibrary(databaseUrl, { log: () => undefined })
  await clearChangeLog(databaseUrl)
  const index = await openIndex({ folder: unfinished, databaseUrl, threads: 1 })
  await index.waitForRefresh()
  await index.close()
  wholeFile(join(unfinished, indexFileName))
  renameSync(unfinished, folder)
}

/**
 * The index is built from the rows. Its cursor stands before the oldest transaction of the whole cluster: when that is one of
 * another test, the build and each clone would index every logged case once more, for ten seconds of the processor.
 */
const clearChangeLog = (databaseUrl: string) =>
  withClient(databaseUrl, (client) => client.query('delete from change_log'))

/** Only one file is copied: what stands in the write-ahead log goes into it. */
function wholeFile(file: string) {
  const index = new DatabaseSync(file)
  index.exec('pragma wal_checkpoint(truncate)')
  index.close()
}

/** The index names the database that it belongs to, by its oid too: without the new one it would be rebuilt. */
async function assignIndex(file: string, cluster: Cluster, databaseUrl: string) {
  const oidOf = async (name: string) => {
    const { rows } = await withClient(cluster.maintenance, (client) =>
      client.query<{ oid: string }>('select oid from pg_database where datname = $1', [name]),
    )
    return String(rows[0]?.oid)
  }
  const [from, to] = [await oidOf(template), await oidOf(new URL(databaseUrl).pathname.slice(1))]
  const index = new DatabaseSync(file)
  index.prepare(`update meta set value = replace(value, ?, ?) where key = 'library'`).run(` ${from} `, ` ${to} `)
  index.close()
}
