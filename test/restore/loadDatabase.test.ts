import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readSecrets } from '#server/config/secrets.ts'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { loadDatabase } from '#scripts/backup/loadDatabase.ts'
import { makeBackup } from '#scripts/backup/makeBackup.ts'
import type { Manifest } from '#scripts/backup/manifest.ts'
import { cloneDatabase } from '#test/database.ts'

/** Loads the backup of a library with one user, whose manifest is changed, into a new database, and queries that. */
async function load({ change, query }: { change: (manifest: Manifest) => Manifest; query: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-load-'))
  const [source, target] = [await cloneDatabase(), await cloneDatabase({ ...inject('cluster'), template: 'template0' })]
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    for (const { drop } of [source, target]) await drop()
  })
  readSecrets(folder)
  const report = () => undefined
  await withClient(source.url, (client) =>
    client.query(`insert into users (name, email) values ('Test', 'a@hukum.test')`),
  )
  const options = {
    folder,
    files: openDiskStore(join(folder, 'files')),
    repository: folder,
    passphrase: 'nine fishing boats',
    costLog2: 1,
    report,
  }
  const { name, manifest } = await makeBackup({ ...options, databaseUrl: source.url })
  await migrate(target.url)
  const loading = withClient(target.url, (client) =>
    loadDatabase({ client, backup: join(folder, name), manifest: change(manifest), report }),
  )
  const problem = await loading.then(() => undefined, String)
  const { rows } = await withClient(target.url, (client) => client.query<Record<string, unknown>>(query))
  return { problem, rows }
}

test('the jobs of a restored library are off as soon as its rows are committed', async () => {
  const query = 'select jobs_off_since is not null as are_off from library'
  const { problem, rows } = await load({ change: (manifest) => manifest, query })
  expect([problem, rows]).toEqual([undefined, [{ are_off: true }]])
})

test('rows that are not those of the manifest after they were loaded are not committed', async () => {
  const withOther = (table: Manifest['tables'][number]) =>
    table.name === 'users' ? { ...table, sha256: '0'.repeat(64) } : table
  const change = (manifest: Manifest) => ({ ...manifest, tables: manifest.tables.map(withOther) })
  const { problem, rows } = await load({ change, query: 'select from users' })
  expect(problem).toContain('The table users is not as it was after it was loaded')
  expect(rows).toEqual([])
})
