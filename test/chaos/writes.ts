import type { Api } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'

/** The status of a call; `none` when the connection ended without an answer. */
export type Outcome = { name: string; status: number | 'none'; retryAfter: string | null; ms: number }

type Caller = { port: () => number; token: string }

/** How often a failure is made; `npm run chaos:kill -- 150` says it for the long version. */
export const rounds = (short: number, long: number) => Number(process.env['CHAOS_ROUNDS'] ?? runs(short, long))

let lastName = 0

/** Signs in a user who may save courts. */
export async function signInWriter(api: Pick<Api, 'call' | 'databaseUrl'>) {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts', 'create-courts'] })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

/** Saves a court with a new name. */
export async function save({ port, token }: Caller): Promise<Outcome> {
  lastName += 1
  const name = `Chaos ${process.pid} ${lastName}`
  const startedAt = performance.now()
  const outcome = (status: Outcome['status'], retryAfter: string | null) => ({
    name,
    status,
    retryAfter,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await fetch(`http://127.0.0.1:${port()}/api/courts/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name }),
    })
    await response.arrayBuffer()
    return outcome(response.status, response.headers.get('retry-after'))
  } catch {
    return outcome('none', null)
  }
}

/** Saves until one succeeds, and returns the outcomes, the successful one last. */
export async function saveUntilSuccess(caller: Caller, longest_ms = 60_000): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const end = performance.now() + longest_ms; performance.now() < end;) {
    const outcome = await save(caller)
    outcomes.push(outcome)
    if (outcome.status === 200) return outcomes
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing could be saved: ${JSON.stringify(outcomes.slice(-5))}`)
}

/** Between two saves of a client: without a pause they take the processors from the server that starts or ends meanwhile. */
const shortPause_ms = runs(150, 0)

/** Saves in some loops at once until `stop`, which returns every outcome. */
export function saveContinuously(caller: Caller, loops: number, pause_ms = shortPause_ms) {
  let isStopped = false
  const outcomes: Outcome[] = []
  const run = async () => {
    while (!isStopped) {
      const outcome = await save(caller)
      outcomes.push(outcome)
      await new Promise((resolve) => setTimeout(resolve, outcome.status === 200 ? pause_ms : 50))
    }
  }
  const running = Promise.all(Array.from({ length: loops }, run))
  return async () => {
    isStopped = true
    await running
    return outcomes
  }
}

/** The saves that were acknowledged and are not in the database. */
export async function findLostSaves({ pool }: Pick<Api, 'pool'>, outcomes: readonly Outcome[]) {
  const acknowledged = outcomes.filter(({ status }) => status === 200).map(({ name }) => name)
  const { rows } = await pool.query<{ name: string }>('select name from courts where name = any($1)', [acknowledged])
  const stored = new Set(rows.map(({ name }) => name))
  return acknowledged.filter((name) => !stored.has(name))
}
