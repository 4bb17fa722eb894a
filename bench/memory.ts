import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { emptyDatabase, startBenchCluster } from './cluster.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { cpuOf } from '#bench/live/watch.ts'
import { sendRequests } from '#bench/memory/requests.ts'
import { record, recordOption } from '#bench/report/figures.ts'
import { startCommand, startProgram } from './startProgram.ts'

/**
 * The resident memory of a server with the demo library, at its first start, which fills the library, builds the web and
 * the index and compiles everything, and at its second; then what each of its threads costs. Ends with 1 above the limit.
 */
const most_mb = 300
const { values } = parseArgs({ options: { ...recordOption } })

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'hukum-memory-'))
const cluster = await startBenchCluster()
try {
  const databaseUrl = await emptyDatabase(cluster, 'memory')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  // The stamp of the last build: without it the web is built again.
  rmSync(join(root, 'dist/web/.built'), { force: true })
  const starts = [await measureStart('first', env), await measureStart('second', env)]
  console.log('MB              idle   after requests   most')
  for (const { name, idle, warm, most } of starts)
    console.log(
      `${name.padEnd(12)}${[idle, warm, most].map((mb, at) => mb.toFixed(0).padStart([8, 17, 7][at] ?? 0)).join('')}`,
    )
  console.log('\nMB by which a server grows with each part, at a second start')
  const parts = await measureParts(databaseUrl, env)
  for (const [name, mb] of parts) console.log(`${mb.toFixed(0).padStart(6)}  ${name}`)
  // The first part is Node itself.
  const bare = { unit: 'MB', goal: most_mb, other: parts[0]?.[1] ?? null, other_name: 'bare Node' } as const
  if (values.record)
    record(
      'memory',
      starts.map(({ name, warm }) => ({ ...bare, what: `${name} start, after requests`, ours: warm })),
    )
  process.exitCode = starts.every(({ warm }) => warm <= most_mb) ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the server as `npm start` does, asks it some two hundred things, and stops it. */
async function measureStart(name: string, env: NodeJS.ProcessEnv) {
  const { address, pid, stop } = await startProgram(startCommand(env))
  try {
    const idle = await idleMemory(pid)
    const count = await sendRequests(address)
    const warm = await idleMemory(pid)
    const most = memoryOf(pid, 'VmHWM')
    console.log(`${name} start: ${count} requests`)
    return { name, idle, warm, most }
  } finally {
    await stop()
  }
}

/** When it computes nothing for two seconds. */
async function idleMemory(pid: number) {
  for (let idle = 0; idle < 4;) {
    const before = cpuOf(pid)
    await sleep(500)
    idle = cpuOf(pid) - before < 0.03 ? idle + 1 : 0
  }
  return memoryOf(pid, 'VmRSS')
}

function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM') {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The first run builds an index of its own, and compiles what it loads. */
async function measureParts(databaseUrl: string, env: NodeJS.ProcessEnv) {
  const parameters = [join(root, 'bench/memory/parts.ts'), '--database', databaseUrl, '--index', folder]
  let parts = '[]'
  for (const _ of ['builds', 'is measured'])
    parts = (await promisify(execFile)(process.execPath, [...serverFlags, ...parameters], { env })).stdout
  return JSON.parse(parts) as [name: string, megabytes: number][]
}
