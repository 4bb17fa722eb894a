import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { until } from '#test/live.ts'
import { openMachines } from '#test/machines/openMachines.ts'
import { hasCaddy } from '#test/machines/proxy.ts'
import { nightlyTestIf, runs } from '#test/nightly.ts'
import { openProcesses, type ServerProcess } from '#test/processes.ts'
import { findLostSaves, saveContinuously, signInWriter } from './writes.ts'

/** Processes that share a port, or servers behind a proxy, of which one is killed, or all are replaced, while clients save. */

let api: Api
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let token: string

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  server = await processes.start(undefined, { LOG_LEVEL: 'silent' }, ['--processes', String(runs(2, 3))])
  token = await signInWriter(api)
})
afterAll(async () => {
  // The others end with their primary.
  await processes.close()
  await api.close()
})

/** The processes that the primary has started. Their ids stand in `/proc`, so that these tests run on Linux. */
function childrenOf({ process: { pid = 0 } }: ServerProcess) {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

const onLinux = test.runIf(process.platform === 'linux')

onLinux('a rolling restart while ten clients save has no failed request', async () => {
  const former = childrenOf(server)
  for (let round = 0; round < runs(1, 5); round += 1) {
    const before = childrenOf(server)
    const stop = saveContinuously({ port: () => server.port, token }, 10)
    await sleep(300)
    server.process.kill('SIGHUP')
    await until(
      () => childrenOf(server).length === before.length && !childrenOf(server).some((pid) => before.includes(pid)),
      120_000,
    )
    await sleep(300)
    const outcomes = await stop()
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(10)
    expect(await findLostSaves(api, outcomes)).toEqual([])
  }
  expect(childrenOf(server)).toHaveLength(former.length)
})

onLinux(
  'a process that is killed while ten clients save loses no acknowledged save, and is started again',
  async () => {
    const before = childrenOf(server)
    const stop = saveContinuously({ port: () => server.port, token }, 10)
    await sleep(300)
    process.kill(before[0] ?? 0, 'SIGKILL')
    await until(
      () => childrenOf(server).length === before.length && !childrenOf(server).includes(before[0] ?? 0),
      120_000,
    )
    await sleep(300)
    const outcomes = await stop()
    expect(await findLostSaves(api, outcomes)).toEqual([])
    // What the killed process had in hand, once for each client.
    expect(outcomes.filter(({ status }) => status === 'none').length).toBeLessThanOrEqual(10)
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(
      new Set(outcomes.some(({ status }) => status === 'none') ? [200, 'none'] : [200]),
    )
  },
)

const proxyName = hasCaddy ? 'a proxy' : 'a proxy (skipped: there is no Caddy)'

nightlyTestIf(hasCaddy)(
  `a rolling restart of two servers behind ${proxyName} while three clients save has no failed request`,
  { timeout: 900_000 },
  async () => {
    const { address, machines, close } = await openMachines({ ...api, env: { SEARCH_THREADS: '1' }, count: 2 })
    // So few that there are moments at which the server that stops has no connection.
    const stop = saveContinuously({ port: () => Number(new URL(address).port), token }, 3, 200)
    for (let round = 0; round < 5; round += 1)
      for (const machine of machines) {
        await machine.stop()
        await machine.start()
        // The proxy sees each second whether a server is ready.
        await sleep(2000)
      }
    const outcomes = await stop()
    await close()
    console.log(`${outcomes.length} saves during ten restarts behind a proxy`)
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
    expect(await findLostSaves(api, outcomes)).toEqual([])
  },
)

onLinux('a signal ends the primary and every process that it has started', async () => {
  const children = childrenOf(server)
  const exit = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(children.filter(isRunning)).toEqual([])
  await expect(fetch(`http://127.0.0.1:${server.port}/healthz`)).rejects.toThrow('fetch failed')
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
