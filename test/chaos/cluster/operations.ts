import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { connect } from '#web/platform/api/client.ts'

/** What a user does, with the status of each request for it; `none`: the connection ended without an answer. */
export type Operation = { kind: string; statuses: (number | 'none')[]; failure?: string }

const current = new AsyncLocalStorage<Operation>()

/** Sends what the web sends to a server, with this token, and counts it to the operation that sends it. */
export function connectWeb(address: string, token: string) {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string | URL | Request, init?: RequestInit) => {
    if (typeof path !== 'string' || !path.startsWith('/')) return fetch(path, init)
    const statuses = current.getStore()?.statuses
    try {
      const response = await fetch(address + path, init)
      statuses?.push(response.status)
      return response
    } catch (error) {
      statuses?.push('none')
      throw error
    }
  })
  connect({
    token: () => token,
    language: () => 'en',
    renewToken: async () => undefined,
    socketId: () => undefined,
    sessionEnded: () => undefined,
    permissionMissing: () => undefined,
  })
}

export type Recorder = ReturnType<typeof createRecorder>

/** Records operations, and runs some of them again and again until `stop`. */
export function createRecorder() {
  const operations: Operation[] = []
  const loops: Promise<void>[] = []
  const state = { isStopped: false }

  /** Runs one operation; undefined when it has failed for good. */
  async function record<Result>(kind: string, run: () => Promise<Result>): Promise<Result | undefined> {
    const operation: Operation = { kind, statuses: [] }
    operations.push(operation)
    try {
      return await current.run(operation, run)
    } catch (error) {
      operation.failure = String(error)
      return undefined
    }
  }

  return {
    record,
    repeat: (run: () => Promise<unknown>, pause_ms: number) => {
      const loop = async () => {
        while (!state.isStopped) {
          await run()
          await sleep(pause_ms)
        }
      }
      loops.push(loop())
    },
    /** The operations since the last call. */
    take: () => operations.splice(0),
    stop: async () => {
      state.isStopped = true
      await Promise.all(loops)
    },
  }
}

/** How many requests of an operation were not answered as they should be. */
const failedRequests = ({ statuses }: Operation) => statuses.filter((status) => status !== 200).length

/** The operations that failed for good, or more of whose requests did than allowed. */
export const findFailed = (operations: readonly Operation[], allowed: number) =>
  operations.filter((operation) => operation.failure !== undefined || failedRequests(operation) > allowed)

/** How many operations of each kind there were, and how many had a request that failed. */
export function describeOperations(operations: readonly Operation[]) {
  const kinds = [...new Set(operations.map(({ kind }) => kind))]
  const counts = kinds.map((kind) => {
    const own = operations.filter((operation) => operation.kind === kind)
    return `${own.length} × ${kind} (${own.filter((operation) => failedRequests(operation) > 0).length} again)`
  })
  return counts.join(', ')
}
