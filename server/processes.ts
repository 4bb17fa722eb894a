import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/config/env.ts'
import type { Flags } from '#server/config/flags.ts'
import { signalsOfPrimary } from './shutdown.ts'
import { announce, type Log } from '#server/telemetry/log.ts'
import { backoff } from '#shared/backoff.ts'

/** What a process of a cluster sends when it serves. */
export type ReadyMessage = { ready: string }

type Options = {
  flags: Pick<Flags, 'processes' | 'roles'>
  /** The module of each process, which sends a `ReadyMessage`. */
  module: string
  env: Record<string, string | undefined>
  log: Log
  /** Runs before the processes are replaced, such as migrations; when it fails they are not. */
  prepare?: () => Promise<unknown>
}

/** A process that ran longer than this has recovered. */
const stable_ms = 60_000

type RunOptions = Options & {
  onReady: (address: string) => void
  /** Resolves at a signal of `signalsOfPrimary`. */
  stopped: Promise<void>
  /** Rejects when what the processes need has ended for good. */
  failed?: Promise<never>
}

/** Runs processes that share a port until `stopped`; SIGHUP replaces them one after the other. */
export async function runProcesses({ onReady, stopped, failed, ...options }: RunOptions) {
  const processes = new Processes(options)
  const starting = processes.start()
  // At a terminal, it is the end of the terminal. During the start it waits: the processes may be of the former version.
  if (!signalsOfPrimary.includes('SIGHUP'))
    process.on(
      'SIGHUP',
      () =>
        void starting.then(
          () => processes.replaceAll(),
          () => undefined,
        ),
    )
  const address = await Promise.race([starting, stopped])
  // What a signal interrupts ends with this process.
  if (address === undefined) return void starting.catch(() => undefined)
  onReady(address)
  try {
    await Promise.race([stopped, ...(failed ? [failed] : [])])
    announce(options.log, 'Stopping…')
  } finally {
    await processes.close()
  }
}

/**
 * Processes that share a port: the primary accepts connections and gives them to the processes in turn. One that ends is
 * started again, with backoff.
 */
class Processes {
  readonly #options: Options
  readonly #current = new Map<number, Worker>()
  readonly #closing = new AbortController()
  #replacing: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** The first starts alone: it may have to migrate the database and build the index. Throws when one does not start. */
  async start(): Promise<string> {
    try {
      const address = await this.#start(0)
      const others = Array.from({ length: this.#options.flags.processes - 1 }, (_, index) => index + 1)
      await Promise.all(others.map((number) => this.#start(number)))
      return address
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Replaces one process after the other; each former one serves until the next one is ready. */
  replaceAll(): Promise<void> {
    return (this.#replacing ??= this.#replaceInTurn().finally(() => (this.#replacing = undefined)))
  }

  async close() {
    this.#closing.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map(end))
  }

  /** Starts the process with this number, in place of the former one of that number, which ends when it is ready. */
  async #start(number: number, waitsForIndex = false): Promise<string> {
    const worker = fork(this.#options, number, waitsForIndex)
    const startedAt = performance.now()
    const address = await readyAddress(worker)
    const former = this.#current.get(number)
    this.#current.set(number, worker)
    worker.once('exit', () => {
      if (this.#closing.signal.aborted || this.#current.get(number) !== worker) return
      this.#options.log.error({ process: number }, 'A process ended and is started again')
      void this.#startAgain(number, performance.now() - startedAt > stable_ms ? 0 : 1)
    })
    await end(this.#closing.signal.aborted ? worker : former)
    return address
  }

  async #startAgain(number: number, failures: number) {
    const { signal } = this.#closing
    for (let attempts = failures; !signal.aborted; attempts += 1)
      try {
        const pause_ms = attempts === 0 ? 0 : backoff(attempts, { first_ms: 200, longest_ms: 10_000 })
        await sleep(pause_ms, undefined, { signal })
        return void (await this.#start(number))
      } catch (error) {
        if (!this.#closing.signal.aborted)
          this.#options.log.error({ err: error, process: number }, 'A process does not start')
      }
  }

  async #replaceInTurn() {
    const { log, prepare } = this.#options
    try {
      await prepare?.()
      for (const number of [...this.#current.keys()]) if (!this.#closing.signal.aborted) await this.#start(number, true)
      announce(log, 'Every process was replaced')
    } catch (error) {
      log.error({ err: error }, 'The processes are not replaced further: those that run go on')
    }
  }
}

function fork({ flags, module, env }: Omit<Options, 'log'>, number: number, waitsForIndex: boolean): Worker {
  const chosen = [...flags.roles].flatMap((role) => ['--role', role])
  cluster.setupPrimary({ exec: module, args: [...chosen, ...(waitsForIndex ? ['--wait-for-index'] : [])] })
  const metricsPort = Number(env['METRICS_PORT']) > 0 && String(Number(env['METRICS_PORT']) + number)
  return cluster.fork({ ...env, ...(metricsPort && { METRICS_PORT: metricsPort }) })
}

/** The address that a process serves. Throws when it ends before. */
async function readyAddress(worker: Worker): Promise<string> {
  const ended = new AbortController()
  worker.once('exit', () => ended.abort())
  try {
    const [message] = (await once(worker, 'message', { signal: ended.signal })) as [ReadyMessage]
    return message.ready
  } catch {
    throw new StartupError('A process of the server did not start: the lines above say why.')
  }
}

/** Ends a process as a signal does: what is in flight is answered. */
async function end(worker: Worker | undefined) {
  if (!worker || worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await exit
}
