import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoPassword } from '#db/seed/access.ts'
import { loadEnv, openEnvironment } from '#scripts/environment.ts'
import { fillDemo } from '#scripts/demoAnalyses.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { signedIn } from '#test/apiClient.ts'
import { portOf } from '#test/processes.ts'

/**
 * Answers of a list for each second of processor time, of 1, 2 and 3 processes that share a port, and how long they take to
 * start, with the demo library in DATA_DIR. Runs on Linux.
 */
const { values } = parseArgs({ options: { calls: { type: 'string', default: '300' } } })
const calls = Number(values.calls)
const ticksPerSecond = 100

/** Processor time of a process and those that it has started, in seconds; PostgreSQL is no child of the server. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  return own + children.reduce((sum, child) => sum + processorTime(Number(child)), 0)
}

const environment = await openEnvironment(loadEnv())
await fillDemo(environment.env, { log: console.log })

async function measure(count: number) {
  const startedAt = performance.now()
  const main = join(import.meta.dirname, '../server/main.mjs')
  const child = spawn(process.execPath, [...serverFlags, main, '--processes', String(count)], {
    env: { ...process.env, DATABASE_URL: environment.env.DATABASE_URL, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = `http://127.0.0.1:${await portOf(child)}`
  const start_s = (performance.now() - startedAt) / 1000
  const clients = await Promise.all([1, 2, 3].map(() => signedIn(address, 'admin@hukum.test', demoPassword)))
  const run = (each: number) =>
    Promise.all(
      clients.map(async ({ call }) => {
        for (let n = 0; n < each; n += 1) {
          const { status } = await call('courts/get')
          if (status !== 200) throw new Error(`courts/get: ${status}`)
        }
      }),
    )
  await run(40)
  const before = processorTime(child.pid ?? 0)
  await run(calls / clients.length)
  const spent_s = processorTime(child.pid ?? 0) - before
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { processes: count, start_s: start_s.toFixed(1), answers_per_processor_second: (calls / spent_s).toFixed(0) }
}

for (const count of [1, 2, 3, 1, 2, 3]) console.log(await measure(count))
await environment.stop()
process.exit()
