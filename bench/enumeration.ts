import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { hashPassword } from '#server/security/passwords.ts'
import { connect } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { benchFolder, recreateDatabase, startBenchCluster } from './cluster.ts'
import { median } from '#bench/report/percentile.ts'

/**
 * Account enumeration: can a client distinguish an e-mail address with an account from one without, by the response or its
 * latency? Measures pairs of both in random order over real connections. An area under the ROC curve of 0.5 means a random
 * guess, 1 means certainty.
 */
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '500' } } })
const pairs = Number(values.pairs)
const warmUp = 20

const cluster = await startBenchCluster()
const url = await recreateDatabase(cluster, 'bench_enumeration')
await addUsers()
const server = await serve(
  readEnv({
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: join(benchFolder, 'data'),
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    SEED: 'none',
  }),
  { limitsScale: 1_000_000 },
)

const calls: Record<string, (email: string) => { path: string; body: object }> = {
  'auth/login': (email) => ({ path: 'auth/login', body: { email, password: 'a wrong one 1' } }),
  'auth/password/resetInit': (Email) => ({ path: 'auth/password/resetInit', body: { Email } }),
  'guest/initEmail': (Email) => ({ path: 'guest/initEmail', body: { Email } }),
}

const verdicts: boolean[] = []
console.log(`${pairs} pairs each; median ms known / unknown, area under the curve (0.45–0.55 reveals nothing), bodies`)
for (const [name, call] of Object.entries(calls)) verdicts.push(report(name, await measure(call)))

await server.close()
await cluster.stop()
process.exitCode = verdicts.every(Boolean) ? 0 : 1

type Timed = { ms: number; body: string }
type Both = { known: Timed[]; unknown: Timed[] }

async function addUsers() {
  const { db, close } = connect(url, { connections: 1 })
  const hashed = await hashPassword('correct horse 12')
  await sql`
    insert into users (name, email, password_hash, must_change_password, is_locked)
    select 'Bench', 'known-' || number || '@hukum.test', ${hashed}, false, false
      from generate_series(0, ${pairs + warmUp}) as number`.execute(db)
  await close()
}

async function measure(call: (email: string) => { path: string; body: object }): Promise<Both> {
  const both: Both = { known: [], unknown: [] }
  for (let number = 0; number < pairs + warmUp; number += 1) {
    // The order is random, so that no periodic work of the server favors either.
    const order = randomInt(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const timed = await callApi(call(`${kind}-${number}@hukum.test`))
      if (number >= warmUp) both[kind].push(timed)
    }
  }
  return both
}

async function callApi({ path, body }: { path: string; body: object }): Promise<Timed> {
  const startedAt = performance.now()
  const response = await fetch(`${server.address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const ms = performance.now() - startedAt
  return { ms, body: `${response.status} ${text.replace(/"Reference":"[\w-]{43}"/, '"Reference":"…"')}` }
}

/** Prints a line; returns whether the call reveals nothing. */
function report(name: string, { known, unknown }: Both) {
  const area = areaUnderCurve(
    known.map(({ ms }) => ms),
    unknown.map(({ ms }) => ms),
  )
  const bodies = new Set([...known, ...unknown].map(({ body }) => body)).size
  const middle = [known, unknown].map((one) => median(one.map(({ ms }) => ms)).toFixed(2)).join(' / ')
  console.log(
    `${name.padEnd(24)} ${middle.padEnd(16)} ${area.toFixed(3)}  ${bodies === 1 ? 'equal' : `${bodies} different`}`,
  )
  return bodies === 1 && area > 0.45 && area < 0.55
}

/** The share of all pairs in which the known address takes longer: the area under the ROC curve. */
function areaUnderCurve(known: number[], unknown: number[]) {
  const longer = known.reduce(
    (sum, one) => sum + unknown.reduce((more, other) => more + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  )
  return longer / (known.length * unknown.length)
}
