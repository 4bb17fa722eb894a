import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { liveKeysOf } from '#server/security/signing.ts'
import type { Api } from './api.ts'

export type ServerProcess = { port: number; process: ChildProcess; keys: ReturnType<typeof liveKeysOf> }

/** Servers in processes of their own, on the database and with the secrets of an application under test; of this house, or of a copy. */
export function openProcesses(
  { databaseUrl, secrets }: Pick<Api, 'databaseUrl' | 'secrets'>,
  root = join(import.meta.dirname, '..'),
) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-servers-'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets))
  const running = new Set<ChildProcess>()

  return {
    /** Where they keep their secrets, files and indexes. */
    folder,
    async start(given?: number, more: Record<string, string> = {}): Promise<ServerProcess> {
      const child = spawn(process.execPath, [join(root, 'server/main.mjs')], {
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          DATA_DIR: folder,
          // Of its own choice where none is given: one that is free now may be another's in a moment.
          PORT: String(given ?? 0),
          SEARCH_THREADS: '1',
          ...more,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.add(child)
      return { port: await portOf(child), process: child, keys: liveKeysOf(secrets.token_key) }
    },

    /** Ends a process at once: it finishes nothing. */
    async kill({ process: child }: ServerProcess) {
      const ended = endOf(child)
      child.kill('SIGKILL')
      await ended
      running.delete(child)
    },

    async close() {
      const ended = [...running].map(endOf)
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(ended)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The port that a server says it is ready on. */
function portOf(child: ChildProcess & { stdout: Readable }) {
  return new Promise<number>((settle, fail) => {
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      const address = /is ready: (\S+)\n/.exec(said)?.[1]
      if (address) settle(Number(new URL(address).port))
    })
    child.once('exit', () => fail(new Error('the server ended before it was ready')))
  })
}

/** One that has ended by itself says so no more. */
const endOf = (child: ChildProcess) =>
  new Promise<void>((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) settle()
    else child.once('exit', () => settle())
  })

/** One that nobody listens on now. */
export async function freePort() {
  const server = createServer()
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  await new Promise<void>((settle) => server.close(() => settle()))
  return typeof address === 'object' && address ? address.port : 0
}
