import pg from 'pg'
import { DatabaseClient } from '#server/db/client.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FileStore, ReceivedFile } from '#server/files/fileStore.ts'

/** What is called: the database, the file store, or the mail server. */
export const dependencies = ['database', 'files', 'mail'] as const
type Dependency = (typeof dependencies)[number]

/**
 * How a call fails. `cut`: its connection is closed before it is sent. `refuse`: it is answered with an error and has no
 * effect. `lose`: it has its effect, and its answer is lost.
 */
type FaultKind = 'cut' | 'refuse' | 'lose'

export const faultKinds: Record<Dependency, readonly FaultKind[]> = {
  database: ['cut', 'refuse', 'lose'],
  files: ['refuse', 'lose'],
  mail: ['refuse'],
}

export type Fault = { dependency: Dependency; kind: FaultKind; call: number }

export type FaultInjection = ReturnType<typeof openFaultInjection>

/** Counts the calls of this process to its dependencies, and fails one of them. Opened before the pools of the database. */
export function openFaultInjection() {
  let fault: Fault | undefined
  let hasFailed = false
  let counts: Record<Dependency, number> = { database: 0, files: 0, mail: 0 }
  const next = (dependency: Dependency): FaultKind | undefined => {
    counts[dependency] += 1
    if (fault?.dependency !== dependency || counts[dependency] !== fault.call) return undefined
    hasFailed = true
    return fault.kind
  }
  const restore = interceptQueries(() => next('database'))
  return {
    /** Runs a function while a fault is set. Returns its result, how many calls it has made, and whether one failed. */
    async during<Result>(set: Fault | undefined, run: () => Promise<Result>) {
      counts = { database: 0, files: 0, mail: 0 }
      fault = set
      hasFailed = false
      try {
        return { result: await run(), counts: { ...counts }, hasFailed }
      } finally {
        fault = undefined
      }
    },
    watchFiles: (store: FileStore) => watchFiles(store, () => next('files')),
    /** The error of a mail server that refuses for now. */
    mailError: () =>
      next('mail') && Object.assign(new Error('the mailbox is busy: try again later'), { responseCode: 451 }),
    close: restore,
  }
}

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown

/** A real answer of the server: serialization_failure, after which a transaction can only be rolled back. */
const failingStatement = `do $$ begin raise sqlstate '40001'; end $$`

/** Passes the statements of the product through `next`; those of tests come from other clients. */
function interceptQueries(next: () => FaultKind | undefined) {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (...parameters) {
    const kind = this instanceof DatabaseClient ? next() : undefined
    if (kind === 'cut') this.connection.stream.destroy()
    if (kind === 'lose') loseAnswer(this)
    if (kind !== 'refuse') return query.apply(this, parameters)
    const callback = parameters.find((parameter) => typeof parameter === 'function')
    return query.apply(this, callback ? [failingStatement, callback] : [failingStatement])
  }
  return () => void (prototype.query = query)
}

/** The connection ends when the first bytes of the answer arrive, before the client reads them. */
function loseAnswer({ connection: { stream } }: pg.Client) {
  stream.removeAllListeners('data')
  stream.once('data', () => stream.destroy())
}

type Method = (...parameters: unknown[]) => unknown

const receivedFileMethods = ['check', 'scan', 'commit', 'commitAsPart', 'discard'] as const

const filesUnavailable = () => new ApiError('files-unavailable', { retryAfterSeconds: 1 })

/** Replaces the methods of a file store by those that fail as the port says: `files-unavailable`. */
function watchFiles(store: FileStore, next: () => FaultKind | undefined) {
  const watched =
    (method: Method): Method =>
    async (...parameters) => {
      const kind = next()
      if (kind === 'refuse') throw filesUnavailable()
      const result = await method(...parameters)
      if (kind === 'lose') throw filesUnavailable()
      return result
    }
  const watch = <Target extends object>(target: Target, names: readonly (keyof Target)[]) => {
    for (const name of names) target[name] = watched(target[name] as Method) as Target[typeof name]
    return target
  }
  const { receive } = store
  store.receive = async (...parameters) => {
    const received = await receive(...parameters)
    return received === 'too-large' ? received : watch<ReceivedFile>(received, receivedFileMethods)
  }
  watch(store, ['add', 'receive', 'scan', 'sizeOf', 'removeUpload'])
}
