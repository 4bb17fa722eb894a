import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readSecrets, secretsFileOf } from '#server/config/secrets.ts'
import { batchesOf } from '#shared/batches.ts'
import { benchFolder, startBenchCluster } from './cluster.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { cpuOf } from '#bench/live/watch.ts'
import { prepareLibrary } from '#bench/search/libraries.ts'
import { startServer } from './startServer.ts'

/**
 * The processor time of what the index does in the background: after its first build, in an idle minute, and after
 * a burst of saves, next to what the stored lists of decision 0138 took; and the seconds of a stop in the
 * middle of it. Ends with 1 when a figure is above its limit.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '20000' }, saves: { type: 'string', default: '200' } },
})
const saves = Number(values.saves)

const minute_ms = 60_000
const window_ms = 5000
/** The processor share of an idle server; the background work of the index takes a tenth. */
const idleShare = 0.03

const table: { what: string; before: string; now: string; most: string; passed: boolean }[] = []
const add = (what: string, before: string, seconds: number, most: number) =>
  table.push({ what, before, now: `${seconds.toFixed(1)} s`, most: `${most} s`, passed: seconds <= most })

const cluster = await startBenchCluster()
const folder = mkdtempSync(join(tmpdir(), 'hukum-background-'))
// The library outlives the folder.
readSecrets(benchFolder)
copyFileSync(secretsFileOf(benchFolder), secretsFileOf(folder))
try {
  const url = await prepareLibrary(cluster, Number(values.cases))
  const email = await buildUser(url, { can: ['read-caseFiles', 'update-caseFiles'] })
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder })
  try {
    await measure(server.pid, await signedIn(server.address, email, password))
    add('stop during the work after a burst', '75 s', await secondsOfStop(server.pid), 10)
  } finally {
    await server.stop()
  }
  console.table(table)
  process.exitCode = table.every(({ passed }) => passed) ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(pid: number, client: ApiClient) {
  const built = await untilSearched(client)
  const indexed = cpuOf(pid)
  console.log(`${values.cases} cases searched ${built.toFixed(0)} s after the start, processor ${indexed.toFixed(1)} s`)
  add('processor after the first build, until idle', '900 s', (await untilIdle(pid)) - indexed, 60)

  const idle = cpuOf(pid)
  await sleep(minute_ms)
  add('processor of an idle minute', '60 s', cpuOf(pid) - idle, 1)

  await burst(client)
  const saved = cpuOf(pid)
  add(`processor after ${saves} saves, until idle`, '75 s', (await untilIdle(pid)) - saved, 15)
  await burst(client)
}

/** Returns the seconds until a search is answered. */
async function untilSearched(client: ApiClient) {
  const start = performance.now()
  for (;;) {
    const { status, body } = await client.call('g/search', { Type: 'CaseFile', Query: 'މައްސަލަ' })
    if (status === 200) return (performance.now() - start) / 1000
    if (status !== 503) throw new Error(`The search was answered with ${status}: ${JSON.stringify(body)}`)
    await sleep(500)
  }
}

/** Returns the processor time of the process when it has been idle for three windows. */
async function untilIdle(pid: number) {
  let before = cpuOf(pid)
  let last = before
  for (let quiet = 0; quiet < 3;) {
    await sleep(window_ms)
    const now = cpuOf(pid)
    const isQuiet = now - before < (idleShare * window_ms) / 1000
    quiet = isQuiet ? quiet + 1 : 0
    if (!isQuiet) last = now
    before = now
  }
  return last
}

/** Saves `saves` cases, eight at a time. */
async function burst(client: ApiClient) {
  const rows: { id: number; version: number; title: string }[] = []
  for (let court = 1; rows.length < saves; court += 1) {
    const { data } = await client.done('caseFiles/get', { Court: court, PageSize: 100 })
    rows.push(...(data as typeof rows))
  }
  for (const batch of batchesOf(rows.slice(0, saves), 8))
    await Promise.all(
      batch.map(({ id, version, title }) => client.done('caseFiles/update', { id, version, title: toggled(title) })),
    )
}

/** Adds a frequent word at the end, or removes it. */
function toggled(title: string) {
  const end = ' ކޯޓު'
  return title.endsWith(end) ? title.slice(0, -end.length) : title + end
}

async function secondsOfStop(pid: number) {
  const start = performance.now()
  process.kill(pid, 'SIGTERM')
  while (isAlive(pid)) await sleep(50)
  return (performance.now() - start) / 1000
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
