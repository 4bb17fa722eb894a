import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { liveKeysOf } from '#server/security/signing.ts'
import type { Api } from './api.ts'

export type ServerProcess = { port: number; process: ChildProcess; keys: ReturnType<typeof liveKeysOf> }

/**
 * Starts servers as child processes, with the database and secrets of an application under test; `root` may be a copy
 * of the project.
 */
export function openProcesses(
  { databaseUrl, secrets }: Pick<Api, 'databaseUrl' | 'secrets'>,
  root = join(import.meta.dirname, '..'),
) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-servers-'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets))
  const running = new Set<ChildProcess>()

  function start(requestedPort?: number, extraEnv: Record<string, string> = {}, flags: readonly string[] = []) {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ...extraEnv }
    const child = spawnServer(root, { requestedPort, env, flags })
    running.add(child)
    return child
  }

  return {
    /** The folder of their secrets, files, and indexes. */
    folder,
    async start(...parameters: Parameters<typeof start>): Promise<ServerProcess> {
      const child = start(...parameters)
      return { port: await portOf(child), process: child, keys: liveKeysOf(secrets.token_key) }
    },
    /** Starts a process that listens on no port, and resolves when it is ready. */
    async startWithoutPort(port: number, flags: readonly string[], extraEnv: Record<string, string> = {}) {
      const child = start(port, extraEnv, flags)
      await untilReady(child)
      return { port, process: child, keys: liveKeysOf(secrets.token_key) }
    },

    /** Kills a process at once, without a shutdown. */
    async kill({ process: child }: ServerProcess) {
      const exits = exitOf(child)
      child.kill('SIGKILL')
      await exits
      running.delete(child)
    },

    async close() {
      const exits = [...running].map(exitOf)
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(exits)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Spawned = { requestedPort: number | undefined; env: Record<string, string>; flags: readonly string[] }

function spawnServer(root: string, { requestedPort, env, flags }: Spawned) {
  return spawn(process.execPath, [join(root, 'server/main.mjs'), ...flags], {
    env: {
      ...process.env,
      // 0 lets the server choose: another process may take a port that is free now.
      PORT: String(requestedPort ?? 0),
      SEARCH_THREADS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The port in the ready line of a server. */
export const portOf = async (child: RunningProcess) => Number(new URL(await untilReady(child)).port)

type RunningProcess = ChildProcess & { stdout: Readable }

/** Resolves with the address or the roles in the ready line of a server. */
function untilReady(child: RunningProcess) {
  return new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      const [, ready] = /is ready:? ([^"\n]+)["\n]/.exec(output) ?? []
      if (ready !== undefined) resolve(ready)
    })
    child.once('exit', () => reject(new Error('the server exited before it was ready')))
  })
}

/** A process that has exited emits no further event. */
const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** A port that no process listens on now. */
export async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return typeof address === 'object' && address ? address.port : 0
}
