import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { median } from '#bench/report/percentile.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightlyTest, runs } from '#test/nightly.ts'
import { portOf } from '#test/processes.ts'
import { findLostSaves, type Outcome, rounds, saveContinuously, saveUntilSuccess } from './writes.ts'

/** A server whose embedded PostgreSQL is killed. `npm run chaos:kill` does it many times, and judges how long it takes. */

/** Hundreds of kills take minutes. */
const timeout_ms = 3_600_000

const folder = mkdtempSync(join(tmpdir(), 'hukum-embedded-'))
let server: { process: ChildProcess; port: number }
let token: string

beforeAll(async () => {
  server = await start()
  const email = await buildUser(databaseUrl(), { can: ['read-courts', 'create-courts'] })
  const response = await fetch(`http://127.0.0.1:${server.port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  token = ((await response.json()) as { encodedToken: string }).encodedToken
})
afterAll(async () => {
  if (server.process.exitCode === null && server.process.signalCode === null) {
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embeddedServer.ts')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: '',
      PORT: '0',
      SEED: 'none',
      LOGIN_OTP: 'never',
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  return { process: child, port: await portOf(child) }
}

const postmaster = () => readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')

function databaseUrl() {
  const { database_password } = readSecrets(folder)
  return `postgres://postgres:${encodeURIComponent(database_password)}@127.0.0.1:${postmaster()[3] ?? ''}/hukum`
}

const caller = () => ({ port: () => server.port, token })

/** Kills PostgreSQL while clients save; returns the outcomes, and after how many milliseconds a save succeeded. */
async function killDatabase() {
  const stop = saveContinuously(caller(), 2)
  await saveUntilSuccess(caller())
  const [killed = ''] = postmaster()
  process.kill(Number(killed), 'SIGKILL')
  const startedAt = performance.now()
  // Its connections live on for a moment: a save that they confirm is no recovery.
  await vi.waitFor(() => expect(postmaster()[0]).not.toBe(killed), { timeout: 60_000, interval: 20 })
  const outcomes = await saveUntilSuccess(caller())
  return { elapsed_ms: Math.round(performance.now() - startedAt), outcomes: [...outcomes, ...(await stop())] }
}

async function expectRecovery(count: number, name: string) {
  const kills = []
  for (let number = 0; number < count; number += 1) kills.push(await killDatabase())
  const outcomes: Outcome[] = kills.flatMap((kill) => kill.outcomes)
  const pool = new pg.Pool({ connectionString: databaseUrl(), max: 1 })
  const lost = await findLostSaves({ pool }, outcomes)
  await pool.end()
  const times = kills.map(({ elapsed_ms }) => elapsed_ms)
  const [usual, longest] = [median(times), Math.max(...times)]
  const acknowledged = outcomes.filter(({ status }) => status === 200).length
  console.log(
    `${name}: ${count} times, saved again after ${usual} ms (median), at most ${longest} ms; ${acknowledged} saves acknowledged, ${lost.length} lost`,
  )
  expect(lost).toEqual([])
  expect(outcomes.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(usual).toBeLessThan(runs(60_000, 4000))
  expect(longest).toBeLessThan(runs(60_000, 10_000))
}

test(
  'an embedded database that is killed is started again and has every acknowledged save',
  { timeout: timeout_ms },
  () => expectRecovery(rounds(2, 25), 'database killed'),
)

nightlyTest(
  'an embedded database that was adopted from a killed start is started again too',
  { timeout: timeout_ms },
  async () => {
    const exit = once(server.process, 'exit')
    server.process.kill('SIGKILL')
    await exit
    server = await start()
    await expectRecovery(rounds(1, 5), 'adopted database killed')
  },
)

// The last one: it leaves no database to connect to.
nightlyTest('a server ends with one sentence when its embedded database does not start again', async () => {
  const exit = once(server.process, 'exit')
  let errors = ''
  server.process.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const settings = join(folder, 'postgres/postgresql.conf')
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}\nno_such_setting = 1\n`)
  process.kill(Number(postmaster()[0]), 'SIGKILL')
  expect(await exit).toEqual([1, null])
  expect(errors).toMatch(/^The embedded database ended and could not be started again in 5 attempts\. .+$/m)
})
