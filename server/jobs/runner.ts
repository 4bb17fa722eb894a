import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runOnce, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { startHeartbeat } from '#server/db/client.ts'
import { openPool } from '#server/db/database.ts'
import { backoff } from '#shared/backoff.ts'
import { formerTaskNames, type Tasks } from './queue.ts'

/**
 * In UTC, five hours behind the Maldives. An `id` is the name of an earlier version, by which the last run is known. By its key
 * a run replaces one that still waits: jobs do not pile up while they fail, or when the clock jumps forward.
 * @internal for tests
 */
export const crontab = `
* * * * * resume-emails ?id=resume-letters&jobKey=resume-emails&max=1
* * * * * renew-number-keys ?jobKey=renew-number-keys&max=1
* * * * * render-texts ?jobKey=render-texts&max=1
* * * * * resume-analyses ?jobKey=resume-analyses&max=1
* * * * * seal-audit ?jobKey=seal-audit&max=1
*/10 * * * * delete-old-events ?id=forget-changes&jobKey=delete-old-events&max=1
7 3 * * * notify-subscription-endings ?id=tell-of-endings&fill=1d&jobKey=notify-subscription-endings
17 22 * * * clean ?fill=1d&jobKey=clean`

type Options = {
  databaseUrl: string
  tasks: Tasks
  /** Analyses that are run at once; default 1. */
  analyses?: number
  onError?: (message: string) => void
}

/** How long `close` waits for running jobs, such as an e-mail that its server does not accept. */
const maxJob_ms = 6000

/**
 * Runs the jobs of the queue until it is closed: e-mails two at a time, the other short ones two at a time, and analyses. Each
 * kind has a runner of its own, because an analysis takes minutes and so may a mail server: the others do not wait for them.
 * `close` waits for the running jobs, and releases those that take too long for the next worker.
 */
export async function startWorker(options: Options): Promise<{ isRunning: () => boolean; close: () => Promise<void> }> {
  const { analyses = 1 } = options
  const pgPool = openPool(options.databaseUrl, { max: 6, application_name: 'hukum worker' })
  const { analyze, ...short } = runnerOptions(options).taskList
  const emails = filterTasks(short, isEmailTask)
  const others = filterTasks(short, (name) => !isEmailTask(name))
  const runners = [
    await superviseRunner(options, { pgPool, taskList: others, concurrency: 2, crontab }),
    await superviseRunner(options, { pgPool, taskList: emails, concurrency: 2 }),
  ]
  if (analyze && analyses > 0)
    runners.push(await superviseRunner(options, { pgPool, taskList: { analyze }, concurrency: analyses }))
  return {
    isRunning: () => runners.every((runner) => runner.isRunning()),
    close: async () => {
      await Promise.all(runners.map((runner) => runner.close()))
      await pgPool.end()
    },
  }
}

const isEmailTask = (name: string) => ['send-email', 'send-letter'].includes(name)

const filterTasks = (tasks: TaskList, isIn: (name: string) => boolean): TaskList =>
  Object.fromEntries(Object.entries(tasks).filter(([name]) => isIn(name)))

type OwnOptions = { pgPool: pg.Pool; taskList: TaskList; concurrency: number; crontab?: string }

/**
 * graphile-worker stops when the outcome of a job cannot be stored: it is started again, with backoff, and what it had
 * locked is run again.
 */
async function superviseRunner(options: Options, own: OwnOptions) {
  const { start, releaseJobs } = runnerStarter(options, own)
  const closing = new AbortController()
  let runner: Runner | undefined = await start()
  let isRunning = true
  const supervised = (async () => {
    while (runner) {
      await runner.promise
      isRunning = false
      runner = await startAgain(start, options, closing.signal)
      isRunning = runner !== undefined
    }
  })()
  const stopWatching =
    own.crontab === undefined ? undefined : onClockJump(() => void runner?.stop().catch(() => undefined))
  return {
    isRunning: () => isRunning,
    close: async () => {
      stopWatching?.()
      closing.abort()
      // Rejects when it has stopped by itself, which is what `close` wants.
      const stopped = Promise.all([runner?.stop().catch(() => undefined), supervised])
      await Promise.race([stopped, sleep(maxJob_ms, undefined, { ref: false })])
      await releaseJobs().catch(() => undefined)
    },
  }
}

/** The crontab runs nothing before its last run: what a clock noted that was ahead would stop it until then. */
const forgetFutureRuns = `
  update graphile_worker._private_known_crontabs
     set last_execution = now()
   where last_execution > now() + interval '2 minutes'`

const clockJump_ms = 120_000

/** Whether the clock of the machine was set since the last call, by more than runs of the crontab are apart. @internal for tests */
export function clockWatcher() {
  const difference = () => Date.now() - performance.now()
  let last = difference()
  return () => {
    const [former, current] = [last, difference()]
    last = current
    return Math.abs(current - former) > clockJump_ms
  }
}

/** graphile-worker waits for the next minute by the clock of before, or runs each that was skipped: a new runner begins now. */
function onClockJump(restart: () => void) {
  const hasJumped = clockWatcher()
  const timer = setInterval(() => hasJumped() && restart(), 60_000).unref()
  return () => clearInterval(timer)
}

/** Starts the runner as soon as the database lets it, unless the worker is closed. */
async function startAgain(start: () => Promise<Runner>, { onError = () => undefined }: Options, closing: AbortSignal) {
  for (let attempts = 0; ; attempts += 1) {
    const delay_ms = backoff(attempts, { first_ms: 200, longest_ms: 5000 })
    await sleep(delay_ms, undefined, { signal: closing }).catch(() => undefined)
    if (closing.aborted) return undefined
    try {
      return await start()
    } catch (error) {
      onError(`the worker does not start: ${String(error)}`)
    }
  }
}

/** Starts a runner, after releasing the jobs that an earlier one of this process has left locked. */
function runnerStarter(options: Options, own: OwnOptions) {
  const { pgPool } = own
  const lockIds = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => lockIds.add(workerPool.id))
  events.on('pool:listen:success', ({ client }) => startHeartbeat(client))

  async function releaseJobs() {
    if (lockIds.size > 0) await pgPool.query('select graphile_worker.force_unlock_workers($1)', [[...lockIds]])
    lockIds.clear()
  }
  return {
    releaseJobs,
    start: async () => {
      await releaseJobs()
      if (own.crontab !== undefined) await pgPool.query(forgetFutureRuns)
      return run({ ...runnerOptions(options), ...own, events })
    },
  }
}

/** Runs the jobs that are due, one after the other, and resolves when none is left. @internal for tests */
export async function runPendingJobs(options: Options) {
  const pgPool = openPool(options.databaseUrl, { max: 2 })
  try {
    await runOnce({ ...runnerOptions(options), pgPool })
  } finally {
    await pgPool.end()
  }
}

/** The pool is ours: graphile-worker's own loses its error handlers before its connections are closed. */
const runnerOptions = ({ tasks, onError = () => undefined }: Options) => ({
  noHandleSignals: true,
  taskList: withFormerNames(tasks),
  // Without a batch, an outcome that cannot be stored is an unhandled rejection, which ends the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  logger: new Logger(() => (level, message) => {
    if (level === 'error') onError(message)
  }),
})

/** The queue types payloads as unknown; only `addJob` writes them, and it is typed. */
const withFormerNames = (tasks: Tasks): TaskList => ({
  ...(tasks as TaskList),
  ...Object.fromEntries(
    Object.entries(formerTaskNames).map(([former, name]) => [former, tasks[name] as TaskList[string]]),
  ),
})
