import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '#test/api.ts'
import { freePort, openProcesses, type ServerProcess } from '#test/processes.ts'
import { askRaw } from '#test/rawHttp.ts'
import { openProxy } from './proxy.ts'

type Options = Pick<Api, 'databaseUrl' | 'secrets'> & {
  /** Settings of every server. */
  env: Record<string, string>
  /** The number of servers of the web. */
  count: number
}

/** Servers of the web with data folders of their own, behind a proxy on 127.0.0.1, and a worker. */
export async function openMachines({ env, count, ...api }: Options) {
  const ports: number[] = []
  for (let at = 0; at < count; at += 1) ports.push(await freePort())
  const proxy = await openProxy(ports)
  const common = { LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1', ...env, PUBLIC_URL: proxy.address }
  const web = ['--role', 'web', '--role', 'indexer', '--wait-for-index']
  const machines = ports.map((port) => createMachine(api, { port, env: common, flags: web }))
  const worker = createMachine(api, { port: await freePort(), env: common, flags: ['--role', 'worker'] })
  // The first server of a library migrates its database.
  for (const machine of machines) await machine.start()
  await worker.start()
  return {
    address: proxy.address,
    machines,
    worker,
    close: async () => {
      await Promise.all([...machines, worker].map((machine) => machine.close()))
      await proxy.close()
    },
  }
}

type Server = { port: number; env: Record<string, string>; flags: readonly string[] }

function createMachine(api: Pick<Api, 'databaseUrl' | 'secrets'>, { port, env, flags }: Server) {
  const processes = openProcesses(api)
  const hasPort = flags.includes('web')
  let server: ServerProcess | undefined
  return {
    port,
    /** Resolves when the server is ready. */
    start: async () => {
      server = await (hasPort ? processes.start(port, env, flags) : processes.startWithoutPort(port, flags, env))
      if (hasPort) await untilReady(port)
    },
    kill: async () => {
      if (server) await processes.kill(server)
    },
    /** Ends the server as an operator does. */
    stop: async () => {
      if (!server) return
      const exit = once(server.process, 'exit')
      server.process.kill('SIGTERM')
      await exit
    },
    close: () => processes.close(),
  }
}

async function untilReady(port: number) {
  // On connections of its own: a server that stops waits for those that are open.
  while ((await askRaw(port, '/readyz')).status !== 200) await sleep(100)
}
