import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { permission } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'
import { serverFlags } from '#scripts/serverFlags.ts'
import { buildUser, password } from '#test/factories.ts'
import { freePort } from '#test/processes.ts'
import type { ClientOptions } from './clientProcess.ts'
import { killProcess } from './clientProcesses.ts'
import { makeLists, save } from './lists.ts'

/** A measured target. */
export type BenchTarget = {
  name: string
  process: ChildProcess
  work: Pick<ClientOptions, 'url' | 'protocol' | 'keys' | 'sessions' | 'channels'>
  /** Emits rows with these names on each list, at once. */
  emit: (names: string[][]) => Promise<unknown>
  /** A small API call that the same process answers meanwhile. */
  ask: () => Promise<unknown>
  close: () => Promise<void>
}

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

type Size = {
  sessions: number
  /** Rows of a list, and of the first list, which all sockets subscribe to. */
  each: number
  most: number
  /** Calls a second. */
  asks: number
}

/** Lists are limited to ten a second for each user. */
const asksOfUser = 10

/** The complete server of this repository on a fresh database; emitted rows are committed there. */
export async function openOurs(url: string, { sessions: sessionCount, each, most, asks }: Size): Promise<BenchTarget> {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const lists = await makeLists(client, each, most)
  const email = await buildUser(url, { can: lists.map(({ resource }) => permission('read', resource)) })
  const sessions = await makeSessions(client, email, sessionCount)
  const { process, port, folder } = await startServer(url)
  const call = callerOf(port)
  const tokens = await Promise.all(Array.from({ length: Math.ceil(asks / asksOfUser) }, () => signIn(url, call)))
  let asked = 0
  const keys = liveKeysOf(secrets.token_key)
  return {
    name: 'ours',
    process,
    work: {
      url: `ws://127.0.0.1:${port}/app/${keys.key}?protocol=7`,
      protocol: 'pusher',
      keys,
      sessions,
      channels: lists.map(({ channel }) => channel),
    },
    emit: (names) => save(client, lists, names),
    ask: async () => {
      asked += 1
      const answer = await call('g/getMeta', {}, tokens[asked % tokens.length])
      if (answer.status !== 200) throw new Error(`g/getMeta answered ${answer.status}`)
      await answer.text()
    },
    close: async () => {
      await killProcess(process)
      await client.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The token of a user of its own: a sign-in ends the oldest sessions of a user who has more than allowed. */
async function signIn(url: string, call: ReturnType<typeof callerOf>) {
  const answer = await call('auth/login', { email: await buildUser(url), password })
  return ((await answer.json()) as { encodedToken: string }).encodedToken
}

/** Inserts sessions of one user; returns their ids. */
async function makeSessions(client: pg.Client, email: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into sessions (user_id, token_id, remember, token_ends_at, ends_at)
     select users.id, gen_random_uuid(), true, now() + interval '1 day', now() + interval '1 day'
       from users, generate_series(1, $2::bigint)
      where email = $1
     returning id`,
    [email, count],
  )
  return rows.map(({ id }) => id)
}

async function startServer(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-bench-live-'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets))
  const port = await freePort()
  const child = spawn(process.execPath, [...serverFlags, join(import.meta.dirname, '../../server/main.mjs')], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, PORT: String(port), SEARCH_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => bytes.toString().includes('is ready') && resolve())
    child.once('exit', () => reject(new Error('the server exited before it was ready')))
  })
  return { process: child, port, folder }
}

function callerOf(port: number) {
  return (path: string, body: object, token = '') =>
    fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
}

/** socket.io with one channel for each list; emitted rows are not stored. */
export async function openPeer(): Promise<BenchTarget> {
  const child = fork(join(import.meta.dirname, 'socketio.ts'))
  const { port } = await new Promise<{ port: number }>((resolve) => child.once('message', resolve))
  return {
    name: 'socket.io',
    process: child,
    work: {
      url: `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`,
      protocol: 'socket.io',
      keys: { key: '', secret: '' },
      sessions: [''],
      channels: resources.map(({ name }) => name),
    },
    emit: async (names) => child.send({ names: resources.map(({ name }, index) => [name, names[index] ?? []]) }),
    ask: async () => (await fetch(`http://127.0.0.1:${port}/`)).text(),
    close: () => killProcess(child),
  }
}
