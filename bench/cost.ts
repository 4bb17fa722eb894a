import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoPassword } from '#db/seed/access.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { useTestCluster } from '#test/globalSetup.ts'
import { cloneLibrary } from '#test/libraryTemplate.ts'
import { type Call, type Kind, kindsOf } from '#bench/cost/kinds.ts'
import { parts, type ProcessorTime, processorTime } from '#bench/cost/processorTime.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { isMet } from '#bench/report/rows.ts'
import { startServer } from './startServer.ts'

/**
 * The processor time of a request by its kind, in the server with the demo library and in PostgreSQL, next to that of a bare
 * Fastify in a process of its own that answers with as many bytes. Linux only. The limits hold without PostgreSQL; the
 * benchmark ends with 1 above one of them.
 */
const { values } = parseArgs({
  options: {
    /** Measured requests of a kind, and those of them that are under way at once. */
    requests: { type: 'string', default: '300' },
    parallel: { type: 'string', default: '4' },
    /** Requests of a kind before the measured ones: a server that has answered few still runs code that is not optimized. */
    warm: { type: 'string', default: '2000' },
    /** Only the kinds whose names match. */
    only: { type: 'string', default: '' },
    ...recordOption,
  },
})
const [requests, parallel, warm] = [Number(values.requests), Number(values.parallel), Number(values.warm)]
const wanted = new RegExp(values.only)

/** What follows an answer, such as the index and the live channels, counts as well. */
const after_ms = 1000

const folder = mkdtempSync(join(tmpdir(), 'hukum-cost-'))
const cluster = await useTestCluster()
const database = await cloneLibrary(join(folder, 'index'), cluster)
const postmaster = Number(readFileSync(join(cluster.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
const floor = await startFloor()
try {
  const [subscriber, editor] = await Promise.all(
    ['subscriber', 'editor'].map((name) => signedIn(server.address, `${name}@hukum.test`, demoPassword)),
  )
  if (!subscriber || !editor) throw new Error('the users of the demo library did not sign in')
  process.exitCode = (await measureAll(kindsOf(server.address, database.url, { subscriber, editor }))) ? 0 : 1
} finally {
  await Promise.all([server.stop(), floor.stop()])
  await database.drop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startFloor() {
  const child = fork(join(import.meta.dirname, 'cost/floor.ts'), { execArgv: serverFlags })
  const address = await new Promise<string>((resolve) => child.once('message', (message: string) => resolve(message)))
  return { address, pid: child.pid ?? 0, stop: async () => void child.kill('SIGKILL') }
}

async function measureAll(kinds: Record<string, Kind>): Promise<boolean> {
  const idle = await idleTime()
  print('ms of the processor', [...parts, 'server', 'floor', 'ratio', 'KB'])
  const rows: Row[] = []
  for (const [name, kind] of Object.entries(kinds).filter(([one]) => wanted.test(one))) {
    const { spent, bytes } = await measure(kind, idle)
    const bare = await floorOf(bytes)
    const sum = spent.main + spent.search + spent.engine
    rows.push({ what: name, unit: 'ms', ours: sum, other: bare, other_name: 'bare Fastify', goal: kind.limit_ms })
    const figures = [...parts.map((part) => spent[part]), sum, bare].map((ms) => ms.toFixed(2))
    const note = sum <= kind.limit_ms ? '' : `  above ${kind.limit_ms}`
    print(name, [...figures, (sum / bare).toFixed(0), (bytes / 1024).toFixed(1)], note)
  }
  if (values.record) record('cost', rows)
  return rows.every((row) => isMet(row))
}

function print(name: string, columns: readonly string[], note = '') {
  console.log(`${name.padEnd(22)}${columns.map((text) => text.padStart(9)).join('')}${note}`)
}

/** What the server and PostgreSQL take in a millisecond without a request, when the caches of a start are filled. */
async function idleTime(): Promise<ProcessorTime> {
  for (;;) {
    const { main, search, engine, database: other } = dividedBy(await timeOf(server.pid, () => sleep(3000)), 3000)
    if (main + search + engine < 0.03) return { main, search, engine, database: other }
  }
}

async function measure({ calls, largestWarm = warm }: Kind, idle: ProcessorTime) {
  await sendAll(await calls(Math.min(warm, largestWarm)))
  const prepared = await calls(requests)
  await sleep(after_ms)
  const startedAt = performance.now()
  let bytes = 0
  const spent = await timeOf(server.pid, async () => {
    bytes = await sendAll(prepared)
    await sleep(after_ms)
  })
  const elapsed_ms = performance.now() - startedAt
  const own = parts.map((part) => [part, spent[part] - idle[part] * elapsed_ms])
  return { spent: dividedBy(Object.fromEntries(own) as ProcessorTime, requests), bytes: bytes / requests }
}

/** The processor time of a bare answer with this number of bytes. */
async function floorOf(bytes: number): Promise<number> {
  const client = { token: '' } as ApiClient
  const calls = Array.from({ length: requests }, () => ({ path: '', body: {}, client }))
  const send = () => sendAll(calls, (call) => exchange(floor.address, call, { 'x-answer-bytes': bytes.toFixed(0) }))
  await send()
  const { main, search, engine } = dividedBy(await timeOf(floor.pid, send), requests)
  return main + search + engine
}

async function timeOf(pid: number, work: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = processorTime(pid, postmaster)
  await work()
  const after = processorTime(pid, postmaster)
  return Object.fromEntries(parts.map((part) => [part, after[part] - before[part]])) as ProcessorTime
}

function dividedBy(time: ProcessorTime, divisor: number) {
  return Object.fromEntries(parts.map((part) => [part, time[part] / divisor])) as ProcessorTime
}

/** Sends the calls, some at a time; returns the bytes of all answers. */
async function sendAll(calls: readonly Call[], send = (call: Call) => exchange(server.address, call)): Promise<number> {
  const left = [...calls]
  let bytes = 0
  const sendLeft = async () => {
    for (let call = left.pop(); call; call = left.pop()) {
      const sent = await send(call)
      bytes += sent
    }
  }
  await Promise.all(Array.from({ length: parallel }, sendLeft))
  return bytes
}

/** Sends a call as the web does, and returns the bytes of the answer. */
async function exchange(address: string, { path, body, client }: Call, more: Record<string, string> = {}) {
  const response = await fetch(`${address}/api/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'accept-language': 'dv',
      ...(body && { 'content-type': 'application/json' }),
      ...(path.endsWith('partialUpdate') && { 'idempotency-key': crypto.randomUUID() }),
      authorization: `Bearer ${client.token}`,
      ...more,
    },
  })
  const bytes = (await response.arrayBuffer()).byteLength
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return bytes
}
