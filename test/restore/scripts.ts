import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts what `npm run` starts, without npm. */
export const startScript = (name: string, parameters: string[], env: Record<string, string | undefined>) =>
  spawn(process.execPath, [join(import.meta.dirname, '../../scripts', name), ...parameters], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** What it has printed when it ends. */
export async function outcomeOf(child: ChildProcess) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output: output.trim() }
}

export const runScript = (...parameters: Parameters<typeof startScript>) => outcomeOf(startScript(...parameters))
