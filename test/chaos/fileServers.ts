import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Api } from '#test/api.ts'
import { type ApiClient, apiClient } from '#test/apiClient.ts'
import type { CrashPoint, Order, Report } from './fileServer.ts'

export type FileServer = {
  process: ChildProcess
  client: ApiClient
  /** Runs a sweep in the process. */
  sweep: () => Promise<unknown>
  /** Counts steps from now on, and crashes at one. Returns the steps since the last call. */
  arm: (crashAt?: CrashPoint) => Promise<string[]>
}

type Options = {
  token: string
  env?: Record<string, string>
  /** A command that runs the process. */ within?: string[]
}

/** Starts `fileServer.ts` on the database and the folder of an application under test. */
export async function startFileServer(
  { databaseUrl, folder }: Pick<Api, 'databaseUrl' | 'folder'>,
  { token, env = {}, within = [] }: Options,
): Promise<FileServer> {
  const [command, ...parameters] = [...within, process.execPath, join(import.meta.dirname, 'fileServer.ts')]
  const child = spawn(command, parameters, {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = async () => {
    const [report] = (await once(child, 'message')) as [Report]
    return report
  }
  const ask = async (order: Order) => {
    const reported = next()
    child.send(order)
    return ((await reported) as { steps: string[] }).steps
  }
  const { port } = (await next()) as { port: number }
  return {
    process: child,
    client: apiClient(`http://127.0.0.1:${port}`, token),
    sweep: () => ask({ sweep: true }),
    arm: (crashAt) => ask(crashAt ? { crashAt } : {}),
  }
}

/** Runs an action until its process is killed or it ends. Returns whether it was killed. */
export async function runToCrash({ process: child }: FileServer, run: () => Promise<unknown>): Promise<boolean> {
  const exited = once(child, 'exit')
  const ended = run().then(
    () => 'done' as const,
    () => exited,
  )
  if ((await Promise.race([ended, exited])) !== 'done') {
    const [, signal] = (await exited) as [unknown, NodeJS.Signals | null]
    if (signal !== 'SIGKILL') throw new Error(`the process ended by ${signal}`)
    return true
  }
  return false
}
