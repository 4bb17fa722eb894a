import { fork } from 'node:child_process'
import { join } from 'node:path'
import { serverFlags } from '#scripts/serverFlags.ts'

export type BenchServer = { address: string; pid: number; stop: () => Promise<void> }

/** Starts the server with the flags of `npm start` in a process of its own, on a free port. */
export async function startServer(settings: Record<string, string>): Promise<BenchServer> {
  const module = join(import.meta.dirname, '../test/e2e/serverProcess.ts')
  const all = { PORT: '0', LOG_LEVEL: 'error', SEARCH_THREADS: '1', ...settings }
  const child = fork(module, [JSON.stringify(all), ''], { execArgv: serverFlags, stdio: 'inherit' })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve) => child.once('message', (message: string) => resolve(message)))
  const stop = () => {
    child.kill('SIGKILL')
    return closed
  }
  return { address, pid: child.pid ?? 0, stop }
}
