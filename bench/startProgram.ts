import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { serverFlags } from '#scripts/serverFlags.ts'

export type Program = { address: string; pid: number; stop: () => Promise<void> }

type Command = { command: string; parameters: readonly string[]; cwd?: string; env: NodeJS.ProcessEnv }

/** The command that `npm start` runs when the packages are installed. */
export const startCommand = (env: NodeJS.ProcessEnv): Command => ({
  command: process.execPath,
  parameters: [...serverFlags, join(import.meta.dirname, '../scripts/start.mjs')],
  env,
})

/** Runs a command that starts the server, until it prints its address. It runs in a process group of its own. */
export async function startProgram({ command, parameters, ...options }: Command): Promise<Program> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const pid = child.pid ?? 0
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM')
    return closed
  }
  try {
    return { address: await addressOf(child.stdout), pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function addressOf(output: Readable) {
  let said = ''
  // What it says later is read too, and thrown away.
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    said += String(part)
    const address = /is ready: ([^\s"]+)["\n]/.exec(said)?.[1]
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error(`the server did not start: ${said}`)
}
