import { fork } from 'node:child_process'
import { join } from 'node:path'
import { nodeFlags } from '#test/nodeFlags.ts'
import { webFolder } from './webFolder.ts'

/** Starts a server, with every role unless `flags` name some. */
export async function startProcess(settings: Record<string, string>, flags: readonly string[] = []) {
  const child = fork(join(import.meta.dirname, 'serverProcess.ts'), [JSON.stringify(settings), webFolder, ...flags], {
    // The loader of Playwright is not for the server.
    execArgv: nodeFlags,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: string) => resolve(message))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code ?? 'none'} before it was ready`)))
  })
  return {
    address,
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
