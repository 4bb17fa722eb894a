import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { indexFileName } from '#server/search/storage/connection.ts'
import { apiClient } from '#test/apiClient.ts'
import { cloneTemplate } from '#test/cluster.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightlyTestIf } from '#test/nightly.ts'
import { openProcesses } from '#test/processes.ts'
import { findLostSaves, saveContinuously } from './writes.ts'

/** An earlier version serves while this one starts on its database and data folder. */

/** The last version without the keys of saves: one migration, and another layout of the index, before this one. */
const earlier = '2f4e955505b63c5ffc06556687fee1e1f8a12b34'
const root = join(import.meta.dirname, '../..')
const isThere = spawnSync('git', ['cat-file', '-e', `${earlier}^{commit}`], { cwd: root }).status === 0
const title = `while this version starts, an earlier one saves and searches without a failed request, and this one goes on${isThere ? '' : ' (this clone has no earlier version)'}`

/** A folder with the files of an earlier version, and the packages of this one. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-earlier-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

async function openEmptyDatabase() {
  const database = await cloneTemplate({ ...inject('cluster'), template: 'template0' })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return { databaseUrl: database.url, pool }
}

/** Searches until `stop`, which returns the statuses. */
function searchContinuously(address: string, token: string) {
  let isStopped = false
  const statuses: number[] = []
  const run = async () => {
    while (!isStopped) {
      statuses.push((await apiClient(address, token).call('g/search', { Type: 'CaseFile', Query: 'ކުލީގެ' })).status)
      // A session may search sixty times a minute.
      await new Promise((resolve) => setTimeout(resolve, 1200))
    }
  }
  const running = run()
  return async () => {
    isStopped = true
    await running
    return statuses
  }
}

async function upgrade() {
  const { databaseUrl, pool } = await openEmptyDatabase()
  const former = openProcesses({ databaseUrl, secrets }, checkOut(earlier))
  const old = await former.start(undefined, { LOG_LEVEL: 'error' })
  const next = openProcesses({ databaseUrl, secrets })
  onTestFinished(async () => {
    await next.close()
    await former.close()
  })
  const migrations = async () => (await pool.query('select from migrations')).rowCount ?? 0
  const before = await migrations()

  const email = await buildUser(databaseUrl, { can: ['read-courts', 'create-courts'] })
  const { encodedToken } = await apiClient(`http://127.0.0.1:${old.port}`).done('auth/login', { email, password })
  const token = String(encodedToken)
  await expect
    .poll(
      async () =>
        (await apiClient(`http://127.0.0.1:${old.port}`, token).call('g/search', { Type: 'CaseFile', Query: 'ކުލީގެ' }))
          .status,
      { timeout: 60_000, interval: 1200 },
    )
    .toBe(200)
  let { port } = old
  const stopSaves = saveContinuously({ port: () => port, token }, 5)
  const stopSearches = searchContinuously(`http://127.0.0.1:${old.port}`, token)

  const started = await next.start(undefined, { DATA_DIR: former.folder, LOG_LEVEL: 'error' }, ['--wait-for-index'])
  const { status } = await apiClient(`http://127.0.0.1:${started.port}`, token).call('g/search', {
    Type: 'CaseFile',
    Query: 'ކުލީގެ',
  })
  const searches = await stopSearches()
  // As a proxy does, which sends no more requests to a process before it stops it.
  port = started.port
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const exit = once(old.process, 'exit')
  old.process.kill('SIGTERM')
  await exit
  return {
    outcomes: await stopSaves(),
    searches,
    status,
    pool,
    applied: (await migrations()) - before,
    folder: former.folder,
  }
}

nightlyTestIf(isThere)(title, async () => {
  const { outcomes, searches, status, pool, applied, folder } = await upgrade()
  expect([...new Set(outcomes.map((one) => one.status)), ...new Set(searches), status]).toEqual([200, 200, 200])
  expect(await findLostSaves({ pool }, outcomes)).toEqual([])
  expect(applied).toBeGreaterThan(0)
  // The index of the earlier version stays next to the new one.
  expect(readdirSync(join(folder, 'index'))).toEqual(expect.arrayContaining([indexFileName, 'search-0.sqlite']))
  expect(existsSync(join(folder, 'secrets.json'))).toBe(true)
  console.log(`${outcomes.length} saves and ${searches.length} searches during the upgrade, none failed`)
})
