import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWeb } from '#scripts/buildWeb.ts'
import { benchFolder, startBenchCluster } from './cluster.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { openListLibrary } from '#bench/lists/library.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { median } from '#bench/report/percentile.ts'
import { clock } from '#bench/search/timings.ts'
import { startCommand, startProgram } from './startProgram.ts'

/**
 * The seconds from `npm start` until `/readyz` says that the server answers everything, searches included: on fresh data with
 * nothing compiled, then again; next to a bare Fastify with one connection to a PostgreSQL that runs already. With `--cases`
 * the library is that of `bench/lists.ts` in a PostgreSQL that runs already, and its index is built before. `--clone` measures a fresh
 * clone as well, whose packages come from the cache of npm. Ends with 1 above a goal.
 */
const { values } = parseArgs({
  options: {
    /** Restarts, of which the median counts. */
    repeats: { type: 'string', default: '5' },
    cases: { type: 'string' },
    clone: { type: 'boolean', default: false },
    ...recordOption,
  },
})
const goals_s = { clone: 120, restart: values.cases === undefined ? 5 : 10 }
const demoCases = 300

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'hukum-start-'))
const cluster = await startBenchCluster()
const rows: Row[] = []
try {
  await buildWeb({ say: console.log })
  if (values.clone) await reportClone()
  const env = values.cases === undefined ? demoEnv() : await generatedEnv(Number(values.cases))
  const first = await measureStart(env)
  if (values.cases === undefined) report({ what: 'first start, packages and web there', ours: first })
  const [ours, other] = [await medianOf(() => measureStart(env)), await medianOf(measureFloor)]
  report({ what: 'restart', ours, other, other_name: 'bare Fastify and a connection', goal: goals_s.restart })
  if (values.record) record('start', rows, Number(values.cases ?? demoCases))
  process.exitCode = rows.every(({ goal = Infinity, ours: seconds }) => seconds <= goal) ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Recorded as a run of its own, because most runs do not repeat it. */
async function reportClone() {
  report({ what: 'fresh clone to first answer', ours: await measureClone(), goal: goals_s.clone })
  if (values.record) record('start', rows.splice(0))
}

function report(row: Omit<Row, 'unit' | 'other' | 'other_name'> & Partial<Row>) {
  const { what, ours, other, other_name } = row
  console.log(`${what}: ${ours.toFixed(2)} s${other ? `, ${other_name ?? ''} ${other.toFixed(2)} s` : ''}`)
  rows.push({ other: null, other_name: null, ...row, unit: 's' })
}

async function medianOf(measure: () => Promise<number>) {
  const seconds: number[] = []
  for (let time = 0; time < Number(values.repeats); time += 1) seconds.push(await measure())
  return median(seconds)
}

function demoEnv() {
  const { DATABASE_URL: _, ...env } = process.env
  return { ...env, ...settingsOf(join(folder, 'data')) }
}

async function generatedEnv(size: number) {
  const { url } = await openListLibrary(size)
  return { ...process.env, ...settingsOf(join(benchFolder, `start-${size}`)), DATABASE_URL: url, SEED: 'none' }
}

function settingsOf(data: string) {
  return { DATA_DIR: data, PORT: '0', LOG_LEVEL: 'error', NODE_COMPILE_CACHE: join(folder, 'compiled') }
}

function measureStart(env: NodeJS.ProcessEnv) {
  return measureCommand(startCommand(env))
}

async function measureCommand(command: Parameters<typeof startProgram>[0]): Promise<number> {
  const startedAt = performance.now()
  const { address, stop } = await startProgram(command)
  await untilReady(`${address}/readyz`)
  const seconds = (performance.now() - startedAt) / 1000
  await stop()
  return seconds
}

async function untilReady(url: string) {
  while (!(await fetch(url)).ok) await sleep(50)
}

/** The committed state of this repository, cloned, installed, built and filled. */
async function measureClone(): Promise<number> {
  const clone = join(folder, 'clone')
  const { DATABASE_URL: _, NODE_COMPILE_CACHE: __, ...env } = process.env
  const cloned_ms = await clock(async () => execFileSync('git', ['clone', '--quiet', root, clone]))
  const settings = { PORT: '0', LOG_LEVEL: 'error', npm_config_prefer_offline: 'true' }
  const started = await measureCommand({
    command: 'npm',
    parameters: ['start'],
    cwd: clone,
    env: { ...env, ...settings },
  })
  rmSync(clone, { recursive: true, force: true })
  return cloned_ms / 1000 + started
}

async function measureFloor(): Promise<number> {
  const startedAt = performance.now()
  const child = fork(join(import.meta.dirname, 'start/floor.ts'), [cluster.url('postgres')], { execArgv: serverFlags })
  const address = await new Promise<string>((resolve) => child.once('message', (message: string) => resolve(message)))
  await untilReady(address)
  child.kill('SIGKILL')
  return (performance.now() - startedAt) / 1000
}
