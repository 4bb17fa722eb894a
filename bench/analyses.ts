import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { demoPassword } from '#db/seed/access.ts'
import { readVocabulary } from '#db/seed/lists.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { openTestCluster } from '#test/globalSetup.ts'
import { cloneLibrary } from '#test/libraryTemplate.ts'
import { allPermissions } from '#test/signedInApi.ts'
import { folder as fixtureFolder, readFixtures } from '#bench/analysis/fixtures.ts'
import { repeatPages } from '#bench/analysis/repeatPages.ts'
import { startServer } from './startServer.ts'
import { percentile } from '#bench/report/percentile.ts'

/**
 * How long the API answers while the server analyzes files: lists and searches, ten calls a second, first without and then
 * with analyses. Ends with 1 when the 99th percentile is above its limit.
 */
const { values } = parseArgs({
  options: {
    /** Files that are analyzed, besides one of 300 pages; and how many of them at once. */
    files: { type: 'string', default: '20' },
    at_once: { type: 'string', default: '1' },
    idle_seconds: { type: 'string', default: '15' },
  },
})
const limit_ms = 300
const interval_ms = 100

const folder = mkdtempSync(join(tmpdir(), 'hukum-analyses-'))
const cluster = await openTestCluster()
const database = await cloneLibrary(join(folder, 'index'), cluster)
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder, ANALYSES_AT_ONCE: values.at_once })
try {
  const staff = await signedIn(server.address, await buildUser(database.url, { can: allPermissions }), password)
  const reader = await signedIn(server.address, 'subscriber@hukum.test', demoPassword)
  const calls = buildCalls(staff, reader, await courtOf())
  for (const call of calls) await call()
  const idle = await latenciesOf(calls, () => sleep(Number(values.idle_seconds) * 1000))
  report('without analyses', idle)
  const start = performance.now()
  const busy = await latenciesOf(calls, () => analyzeAll(staff))
  report(`during ${(await ended()).done} analyses in ${((performance.now() - start) / 1000).toFixed(1)} s`, busy)
  process.exitCode = percentile(busy, 0.99) <= limit_ms ? 0 : 1
} finally {
  await pool.end()
  await server.stop()
  await database.drop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What an open page asks: lists, and searches of a word and of two. */
function buildCalls(staff: ApiClient, reader: ApiClient, Court: number): (() => Promise<unknown>)[] {
  const words = readVocabulary().filter((word) => /^[ހ-ޱ]{8,}$/u.test(word))
  const search = (Query: string) => () => reader.done('g/search', { Type: 'CaseFile', Query, Page: 1, Facets: true })
  const lists: [path: string, body: object][] = [
    ['analysis/get', { Court }],
    ['caseFiles/get', { Court }],
    ['courts/get', { Page: 1 }],
    ['judges/get', { Page: 1 }],
  ]
  const list = (at: number) => () => staff.done(...(lists[at % lists.length] ?? ['courts/get', {}]))
  return words
    .slice(0, 20)
    .flatMap((word, at) => [list(at), search(at % 2 === 0 ? word : `${word} ${words[at + 20] ?? ''}`)])
}

/** A call begins every tenth of a second, whether the one before has ended or not. */
async function latenciesOf(calls: readonly (() => Promise<unknown>)[], run: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const open = new Set<Promise<void>>()
  let at = 0
  const begin = async () => {
    const start = performance.now()
    await calls[at++ % calls.length]?.()
    latencies.push(performance.now() - start)
  }
  const timer = setInterval(() => {
    const one = begin()
    open.add(one)
    void one.finally(() => open.delete(one))
  }, interval_ms)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  await Promise.all(open)
  return latencies
}

async function analyzeAll(staff: ApiClient) {
  const court = await courtOf()
  const long = repeatPages(readFileSync(join(fixtureFolder, 'libreoffice-debt-noto.pdf')), 300)
  const fixtures = readFixtures().slice(0, Number(values.files))
  const files = [...fixtures.map(({ bytes }) => bytes), long]
  for (const [index, bytes] of files.entries()) {
    const { body } = await staff.upload('analysis.pdf_file', Buffer.from(bytes), `${index}.pdf`)
    const pdf_file = idOf(body)
    const id = idOf(await staff.done('analysis/addFile', { court, pdf_file }))
    await staff.done('analysis/runAnalysis', { id })
  }
  while ((await ended()).done + (await ended()).failed < files.length) await sleep(250)
}

async function courtOf() {
  const { rows } = await pool.query<{ id: number }>('select id::integer from courts order by id limit 1')
  return rows[0]?.id ?? 0
}

async function ended() {
  const { rows } = await pool.query<{ done: number; failed: number }>(
    `select count(*) filter (where state = 'done')::integer as done,
            count(*) filter (where state = 'failed')::integer as failed
       from analysis_runs`,
  )
  return rows[0] ?? { done: 0, failed: 0 }
}

function idOf({ data }: Record<string, unknown>): number {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number') return data.id
  throw new Error(`no row in the answer: ${JSON.stringify(data)}`)
}

function report(what: string, latencies: readonly number[]) {
  const shown = [0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1))
  console.log(
    `${what}: ${latencies.length} calls, median ${shown[0]} ms, p95 ${shown[1]}, p99 ${shown[2]}, at most ${shown[3]} ` +
      `(load ${loadavg()[0]?.toFixed(1)})`,
  )
}
