import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInPermissions } from '#shared/resources/index.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { openTestCluster } from '#test/globalSetup.ts'
import { cloneLibrary } from '#test/libraryTemplate.ts'
import { type MeasuredRequest, requests } from '#bench/eventloop/requests.ts'
import type { Hold } from '#bench/eventloop/serverProcess.ts'
import { median } from '#bench/report/percentile.ts'

/**
 * For how long each large or hostile request holds the event loop of the server, next to a bare HTTP server on the same loop
 * that reads the same bytes and answers with as many. Ends with 1 when a request of up to 2 MB holds it for more than 50 ms,
 * or any for more than 100.
 */
const wanted = new RegExp(process.argv[2] ?? '')
const rounds = 3
/** What follows the answer, such as the news for others, counts as well. */
const after_ms = 30

type Server = {
  ask: (message: 'reset' | 'read') => Promise<Hold>
  address: string
  floor: string
  stop: () => Promise<void>
}

async function startServer(settings: Record<string, string>): Promise<Server> {
  const module = join(import.meta.dirname, 'eventloop/serverProcess.ts')
  const all = { PORT: '0', LOG_LEVEL: 'error', SEARCH_THREADS: '1', ...settings }
  const child = fork(module, [JSON.stringify(all)], { execArgv: serverFlags, stdio: 'inherit' })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const answer = <Answer>() =>
    new Promise<Answer>((resolve) => child.once('message', (message: Answer) => resolve(message)))
  const addresses = await answer<Pick<Server, 'address' | 'floor'>>()
  return {
    ...addresses,
    ask: (message) => {
      child.send(message)
      return answer<Hold>()
    },
    stop: () => {
      child.kill('SIGKILL')
      return closed
    },
  }
}

type Row = { name: string; path: string; status: number; kb: number; answer_kb: number; hold: Hold; floor: Hold }

/** A request of up to 2 MB, and a larger one, hold the loop for at most this long. */
const limitOf = ({ kb }: Row) => (kb <= 2100 ? 50 : 100)

const heading = 'hold ms   (wall)  floor  ratio    KB sent  answered  status'

const folder = mkdtempSync(join(tmpdir(), 'hukum-loop-'))
const cluster = await openTestCluster()
const database = await cloneLibrary(join(folder, 'index'), cluster)
const can = [...builtInPermissions]
const email = await buildUser(database.url, { can, copy_access: true })
const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
try {
  let client = await signedIn(server.address, email, password)
  const rows: Row[] = []
  for await (const request of requests(client)) {
    if (!wanted.test(`${request.path} ${request.name}`)) continue
    rows.push(await measure(client, request))
    if (rows.at(-1)?.status === 401) client = await signedIn(server.address, email, password)
  }
  process.exitCode = print(rows) ? 0 : 1
} finally {
  await server.stop()
  await database.drop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(client: ApiClient, { name, path, method = 'POST', body }: MeasuredRequest): Promise<Row> {
  const [holds, floors]: Hold[][] = [[], []]
  const sizes = { status: 0, kb: 0, answer_kb: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const text = await body()
    await sleep(after_ms)
    const { hold, status, bytes } = await holdOf(`${server.address}/api/${path}`, {
      method,
      body: text,
      token: client.token,
    })
    holds?.push(hold)
    floors?.push((await holdOf(server.floor, { method, body: text, answerBytes: bytes })).hold)
    Object.assign(sizes, { status, kb: text.length / 1024, answer_kb: bytes / 1024 })
    // What is far from the limit, on either side, is sent once.
    if (round === 0 && (hold.cpu_ms < 20 || hold.cpu_ms > 200)) break
  }
  const row = { name, path, ...sizes, hold: medianOf(holds ?? []), floor: medianOf(floors ?? []) }
  console.log(lineOf(row))
  return row
}

type Sent = { method: 'GET' | 'POST'; body: string; token?: string; answerBytes?: number }

async function holdOf(address: string, { method, body, token = '', answerBytes = 0 }: Sent) {
  await server.ask('reset')
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'x-answer-bytes': String(answerBytes),
  }
  const response = await fetch(address, { method, headers, ...(method === 'POST' && { body }) })
  const bytes = (await response.arrayBuffer()).byteLength
  await sleep(after_ms)
  return { hold: await server.ask('read'), status: response.status, bytes }
}

function medianOf(holds: readonly Hold[]): Hold {
  return {
    wall_ms: median(holds.map(({ wall_ms }) => wall_ms)),
    cpu_ms: median(holds.map(({ cpu_ms }) => cpu_ms)),
  }
}

/** Prints the requests that hold the loop longest. Returns whether all are within their limits. */
function print(rows: readonly Row[]): boolean {
  console.log(`\nThe longest of ${rows.length} requests\n${heading}`)
  for (const row of rows.toSorted((one, other) => other.hold.cpu_ms - one.hold.cpu_ms).slice(0, 40))
    console.log(`${lineOf(row)}${row.hold.cpu_ms > limitOf(row) ? '  above the limit' : ''}`)
  return rows.every((row) => row.hold.cpu_ms <= limitOf(row))
}

function lineOf({ name, path, status, kb, answer_kb, hold, floor }: Row) {
  const figures = [
    hold.cpu_ms.toFixed(1).padStart(7),
    `(${hold.wall_ms.toFixed(0)})`.padStart(9),
    floor.cpu_ms.toFixed(1).padStart(7),
    (hold.cpu_ms / floor.cpu_ms).toFixed(0).padStart(7),
    kb.toFixed(0).padStart(11),
    answer_kb.toFixed(0).padStart(10),
    String(status).padStart(8),
  ]
  return `${figures.join('')}  ${path}: ${name}`
}
