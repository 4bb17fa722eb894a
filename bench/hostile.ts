import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newPassword } from '#server/auth/newPassword.ts'
import { apiClient, type ApiClient, signedIn } from '#test/apiClient.ts'
import { cloneTemplate } from '#test/cluster.ts'
import { buildUser, password } from '#test/factories.ts'
import { openTestCluster } from '#test/globalSetup.ts'
import { watchMemory } from '#bench/live/watch.ts'
import { type BenchServer, startServer } from './startServer.ts'
import { median } from '#bench/report/percentile.ts'

/**
 * What hostile requests cost, next to what they cost before bodies were limited and calls were checked before them: long
 * passwords, held bodies, unknown keys, and large uploads. Ends with 1 when a figure is above its limit.
 */
const mb = 1024 ** 2
const table: { what: string; before: string; now: string; most: string; passed: boolean }[] = []
const add = (what: string, before: string, now: number, [most, unit]: [number, string]) =>
  table.push({ what, before, now: `${now.toFixed(1)} ${unit}`, most: `${most} ${unit}`, passed: now <= most })

type Scenario = (server: BenchServer, users: readonly ApiClient[]) => Promise<void>

const scenarios: Scenario[] = [
  measurePasswords,
  ({ pid, address }) => measureHeldBodies({ pid, address }, [''], '200 bodies of 8 MB held without a session'),
  ({ pid, address }, users) =>
    measureHeldBodies(
      { pid, address },
      users.map(({ token }) => token),
      '200 bodies of 8 MB held by four users',
    ),
  measureUnknownKeys,
  measureUploads,
]

const folder = mkdtempSync(join(tmpdir(), 'hukum-hostile-'))
const cluster = await openTestCluster()
const database = await cloneTemplate({ ...cluster, template: 'template_hukum' })
const can = ['read-courts', 'create-caseFiles', 'update-caseFiles', 'create-phrases']
const emails = await Promise.all(Array.from({ length: 4 }, () => buildUser(database.url, { can })))
try {
  // Each on a server of its own: memory that one scenario used is not free for the next.
  for (const scenario of scenarios) {
    const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
    try {
      await scenario(server, await Promise.all(emails.map((email) => signedIn(server.address, email, password))))
    } finally {
      await server.stop()
    }
  }
  console.table(table)
  process.exitCode = table.every(({ passed }) => passed) ? 0 : 1
} finally {
  await database.drop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measurePasswords({ address }: BenchServer) {
  const guest = apiClient(address)
  const reset = (Password: string) =>
    guest.call('auth/password/resetComplete', { ref: 'A'.repeat(43), Password, Password_confirmation: 'x' })
  await reset('warm')
  // What any call takes on this machine.
  const short_ms = await medianOf(50, () => reset('short'))
  for (const [what, text] of [
    ['that repeats nothing', Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 25)))],
    ['that repeats two letters', Array.from({ length: 60_000 }, (_, at) => 'ab'.charAt(at % 2))],
  ] as const)
    add(
      `a password of 60 KB ${what}, over HTTP, takes longer than a short one by`,
      '14 s',
      (await medianOf(50, () => reset(text.join('')))) - short_ms,
      [5, 'ms'],
    )
  const long = `${'ab'.repeat(mb / 2 - 1)}!`
  add(
    'a password of 1 MB, checked',
    '71 min, by extrapolation',
    await medianOf(20, () => newPassword.safeParse(long)),
    [5, 'ms'],
  )
}

async function medianOf(count: number, run: () => unknown, pause_ms = 0) {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
    if (pause_ms > 0) await sleep(pause_ms)
  }
  return median(times)
}

/** Two hundred calls that send all of a body of 8 MB but its last byte, and wait. */
async function measureHeldBodies({ pid, address }: Omit<BenchServer, 'stop'>, tokens: readonly string[], what: string) {
  const body = Buffer.alloc(8 * mb, ' ')
  const grown = await memoryOf(pid, async () => {
    const calls = Array.from({ length: 200 }, (_, at) => hold(address, tokens[at % tokens.length] ?? '', body))
    await sleep(8000)
    for (const call of calls) call.destroy()
  })
  add(what, '1,012 MB', grown, [50, 'MB'])
}

function hold(address: string, token: string, body: Buffer): ClientRequest {
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const call = request(`${address}/api/caseFiles/update`, { method: 'POST', headers, agent: false })
  call.on('error', () => undefined).on('response', (response) => response.resume())
  call.write(body.subarray(0, -1))
  return call
}

/** 34 calls in 30 seconds, as they were found, while others read a list. */
async function measureUnknownKeys({ address }: BenchServer, users: readonly ApiClient[]) {
  const [attacker = apiClient(address), reader = attacker] = users
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key ${at}`, 1]))
  const raw = Buffer.from(
    JSON.stringify(keys)
      .slice(0, 876_000)
      .replace(/,[^,]*$/, '}'),
  )
  const read = () => reader.done('courts/get', { Page: 1 })
  for (const path of ['auth/login', 'phrases/create']) {
    let answered = 0
    const attack = (async () => {
      for (let at = 0; at < 34; at += 1) {
        const [answer] = await Promise.all([attacker.call(path, undefined, { raw }), sleep(30_000 / 34)])
        answered = Math.max(answered, JSON.stringify(answer.body).length)
      }
    })()
    add(`median of others while 876 KB of unknown keys arrive at ${path}`, '5.9 s', await medianOf(250, read, 100), [
      20,
      'ms',
    ])
    await attack
    add(`the answer to 876 KB of unknown keys at ${path}`, '3,500 KB', answered / 1024, [8, 'KB'])
  }
}

async function measureUploads({ pid, address }: BenchServer, [client = apiClient(address)]: readonly ApiClient[]) {
  const bytes = Buffer.alloc(50 * mb, 'x')
  bytes.write('%PDF-1.7\n')
  bytes.write('startxref', bytes.length - 20)
  const grown = await memoryOf(pid, async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const own = Buffer.from(bytes)
        own.write(String(at), 100)
        return client.upload('caseFiles.pdf_file', own, 'a.pdf')
      }),
    )
    const failed = answers.find(({ status }) => status !== 200)
    if (failed) throw new Error(`an upload was rejected: ${JSON.stringify(failed.body)}`)
  })
  add('20 uploads of 50 MB at once', '1,155 MB', grown, [150, 'MB'])
}

/** The megabytes by which the server grows at most while something runs. */
async function memoryOf(pid: number, run: () => Promise<void>) {
  await sleep(2000)
  const memory = watchMemory(pid)
  const before = memory.now()
  await run()
  memory.now()
  return memory.stop() - before
}
