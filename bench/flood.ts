import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withClient } from '#server/db/client.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { recreateDatabase, startBenchCluster } from './cluster.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { buildUser, password } from '#test/factories.ts'
import { freePort } from '#test/processes.ts'
import { median } from '#bench/report/percentile.ts'

/**
 * A flood of sign-ins with wrong passwords, half of them for existing accounts. Meanwhile browsers that have signed in
 * before (with their device cookie) and as many new ones (without) sign in with the correct password. The flood comes
 * from ever new addresses, then from the one address that all browsers share.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '15' },
    browsers: { type: 'string', default: '44' },
  },
})
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const browsers = Number(values.browsers)

/** The goal: this share of the returning browsers is signed in within this time. */
const goal = { share: 40 / 44, ms: 2000 }

/** Measured with the same flood before device cookies existed: every browser shared one queue and one limit. */
const before: Record<Scenario, string> = { 'many addresses': '0 of 44', 'their own address': '0 of 44' }

type Scenario = 'many addresses' | 'their own address'
type Browser = { email: string; address: string; cookie?: string | undefined }
type SignIn = { status: number; ms: number }

const cluster = await startBenchCluster()
try {
  const met: boolean[] = []
  for (const scenario of ['many addresses', 'their own address'] as const) met.push(await measure(scenario))
  process.exitCode = met.every(Boolean) ? 0 : 1
} finally {
  await cluster.stop()
}

async function measure(scenario: Scenario): Promise<boolean> {
  const url = await recreateDatabase(cluster, 'flood')
  const emails = await buildUsers(url, browsers * 2)
  const server = await startServer(url)
  try {
    const returning = await Promise.all(emails.slice(0, browsers).map((email, index) => visit(server, email, index)))
    const unknown = emails.slice(browsers).map((email, index) => ({ email, address: addressOf(index) }))
    const office = '203.0.113.7'
    const place = (one: Browser) => (scenario === 'many addresses' ? one : { ...one, address: office })
    const flooding = flood(server, emails, scenario === 'many addresses' ? randomAddress : () => office)
    await sleep(1000)
    const attempts = await Promise.all(
      returning.flatMap((one, index) => {
        const other = unknown[index]
        const at = (index * (seconds - 3) * 1000) / browsers
        return [
          signInAt(server, place(one), { at, returning: true }),
          ...(other ? [signInAt(server, place(other), { at, returning: false })] : []),
        ]
      }),
    )
    const { sent, answered } = await flooding
    return print(scenario, { sent, answered, attempts })
  } finally {
    await server.stop()
  }
}

/** The first visit of a browser: it is given its device cookie. */
async function visit(server: Server, email: string, index: number): Promise<Browser> {
  const address = addressOf(index)
  await sleep(index * 30)
  const { status, cookie } = await signIn(server, { email, address })
  if (status !== 200) throw new Error(`the first sign-in of ${email} was answered with ${status}`)
  return { email, address, cookie }
}

async function signInAt(server: Server, browser: Browser, { at, returning }: { at: number; returning: boolean }) {
  await sleep(at)
  return { ...(await signIn(server, browser)), returning }
}

/** Sends `rate` sign-ins a second for `seconds`, whether or not they are answered. */
async function flood(server: Server, emails: string[], addressFor: () => string) {
  const result = { sent: 0, answered: new Map<number, number>() }
  const pending = new Set<Promise<unknown>>()
  const startedAt = performance.now()
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1000) {
    for (; result.sent < elapsed * rate; result.sent += 1) {
      const known = result.sent % 2 === 0 ? emails[Math.floor(Math.random() * emails.length)] : undefined
      const email = known ?? `${crypto.randomUUID()}@hukum.test`
      const attempt = signIn(server, { email, address: addressFor(), typed: 'not the password' })
        .then(({ status }) => result.answered.set(status, (result.answered.get(status) ?? 0) + 1))
        .finally(() => pending.delete(attempt))
      pending.add(attempt)
    }
    await sleep(5)
  }
  await Promise.all(pending)
  return result
}

type Attempts = { sent: number; answered: Map<number, number>; attempts: (SignIn & { returning: boolean })[] }

function print(scenario: Scenario, { sent, answered, attempts }: Attempts): boolean {
  const isIn = ({ status, ms }: SignIn) => status === 200 && ms <= goal.ms
  const returning = attempts.filter((one) => one.returning)
  const fresh = attempts.filter((one) => !one.returning)
  const times = returning.map(({ ms }) => ms)
  const statuses = [...answered].map(([status, count]) => `${count} × ${status}`).join(', ')
  const count = returning.filter(isIn).length
  process.stdout.write(
    [
      `\nFlood from ${scenario}: ${Math.round(sent / seconds)} sign-ins a second for ${seconds} s (${statuses})`,
      `  returning browsers in within ${goal.ms / 1000} s: ${count} of ${returning.length} (before: ${before[scenario]})`,
      `  their time: p50 ${median(times).toFixed(0)} ms, max ${Math.max(0, ...times).toFixed(0)} ms`,
      `  new browsers in the same flood: ${fresh.filter(isIn).length} of ${fresh.length}\n`,
    ].join('\n'),
  )
  return count >= goal.share * returning.length
}

function addressOf(index: number) {
  return `198.51.100.${index + 1}`
}

function randomAddress() {
  return `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`
}

/** Users whose password costs as much to verify as in production. */
async function buildUsers(url: string, count: number): Promise<string[]> {
  const emails = []
  for (let number = 0; number < count; number += 1) emails.push(await buildUser(url))
  const hash = await hashPassword(password)
  await withClient(url, (client) => client.query('update users set password_hash = $1', [hash]))
  return emails
}

type Server = { port: number; agent: Agent; stop: () => Promise<void> }

/** The complete server behind one trusted proxy, so that each sign-in can have an address of its own. */
async function startServer(url: string): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'hukum-bench-flood-'))
  const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
  writeFileSync(join(data, 'secrets.json'), JSON.stringify(secrets))
  const port = await freePort()
  const env = { DATABASE_URL: url, DATA_DIR: data, PORT: String(port), SEARCH_THREADS: '1', TRUSTED_PROXIES: '1' }
  const child = spawn(process.execPath, [...serverFlags, join(import.meta.dirname, '../server/main.mjs')], {
    env: { ...process.env, ...env, LOGIN_OTP: 'never' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await untilReady(child)
  const agent = new Agent({ keepAlive: true })
  return {
    port,
    agent,
    stop: async () => {
      agent.destroy()
      const exits = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exits
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function untilReady(child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (bytes: Buffer) => bytes.toString().includes('is ready') && resolve())
    child.once('exit', () => reject(new Error('the server exited before it was ready')))
  })
}

type Attempt = Browser & { typed?: string }

function signIn({ port, agent }: Server, { email, address, cookie, typed = password }: Attempt) {
  const startedAt = performance.now()
  const body = JSON.stringify({ email, password: typed })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
    ...(cookie !== undefined && { cookie }),
  }
  return new Promise<SignIn & { cookie: string | undefined }>((resolve) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/api/auth/login', method: 'POST', headers, agent },
      (response) => {
        response.resume()
        response.on('end', () => {
          const cookie = response.headers['set-cookie']?.[0]?.split(';')[0]
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt, cookie })
        })
      },
    )
    // A connection that the server has reset is no answer.
    call.on('error', () => resolve({ status: 0, ms: performance.now() - startedAt, cookie: undefined }))
    call.end(body)
  })
}
