import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Api, openApi } from '#test/api.ts'
import { nightlyTest } from '#test/nightly.ts'
import { openProcesses, portOf } from '#test/processes.ts'
import { findLostSaves, type Outcome, rounds, saveContinuously, saveUntilSuccess, signInWriter } from './writes.ts'

/** A server that is stopped by signals, or killed, while ten clients save. `npm run chaos:shutdown` does it many times. */

/** A hundred servers take minutes. */
const timeout_ms = 3_600_000

let api: Api
let processes: ReturnType<typeof openProcesses>
let token: string

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  token = await signInWriter(api)
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

const startServer = () => processes.start(undefined, { LOG_LEVEL: 'silent' })

test(
  'a server that is stopped while ten clients save ends within ten seconds and loses no acknowledged save',
  { timeout: timeout_ms },
  async () => {
    const times: number[] = []
    const outcomes: Outcome[] = []
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const server = await startServer()
      const stop = saveContinuously({ port: () => server.port, token }, 10)
      await sleep(300 + 700 * Math.random())
      const startedAt = performance.now()
      const exit = once(server.process, 'exit')
      server.process.kill('SIGTERM')
      // A server that is not closed within ten seconds ends with 1.
      expect(await exit).toEqual([0, null])
      times.push(Math.round(performance.now() - startedAt))
      outcomes.push(...(await stop()))
    }
    const lost = await findLostSaves(api, outcomes)
    const acknowledged = outcomes.filter(({ status }) => status === 200).length
    console.log(
      `stopped: ${times.length} times, at most ${Math.max(...times)} ms; ${acknowledged} saves acknowledged, ${lost.length} lost`,
    )
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThan(times.length)
    // A call that was sent is answered, or its connection was refused.
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 'none']))
  },
)

nightlyTest(
  'a server that is killed while ten clients save loses no acknowledged save',
  { timeout: timeout_ms },
  async () => {
    const outcomes: Outcome[] = []
    const kills = rounds(1, 20)
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer()
      const caller = { port: () => server.port, token }
      const stop = saveContinuously(caller, 10)
      outcomes.push(...(await saveUntilSuccess(caller)))
      await sleep(700 * Math.random())
      await processes.kill(server)
      outcomes.push(...(await stop()))
    }
    const lost = await findLostSaves(api, outcomes)
    const acknowledged = outcomes.filter(({ status }) => status === 200).length
    console.log(`killed: ${kills} times; ${acknowledged} saves acknowledged, ${lost.length} lost`)
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThanOrEqual(kills)
  },
)

nightlyTest('a stopped server closes its sockets with a code', async () => {
  const server = await startServer()
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/app/${server.keys.key}?protocol=7`)
  await once(socket, 'open')
  const closed = once(socket, 'close') as Promise<[number]>
  server.process.kill('SIGTERM')
  const [code] = await closed
  expect(code).toBe(4200)
  await once(server.process, 'exit')
})

nightlyTest('npm start passes a signal on: its server and every process that it has started end', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: processes.folder, PORT: '0', SEED: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(npm)
  const exit = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exit
  await expect(fetch(`http://127.0.0.1:${port}/api/docs`)).rejects.toThrow('fetch failed')
})

nightlyTest('a second signal ends a server at once that waits for a call', async () => {
  const server = await startServer()
  // A body that never ends.
  const call = fetch(`http://127.0.0.1:${server.port}/api/courts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) }),
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  await sleep(300)
  const exit = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await sleep(1000)
  const startedAt = performance.now()
  server.process.kill('SIGTERM')
  expect(await exit).toEqual([1, null])
  expect(performance.now() - startedAt).toBeLessThan(2000)
  await call
})
