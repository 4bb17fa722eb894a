import { Logger, run, runOnce, type TaskList } from 'graphile-worker'
import { openPool } from '#server/db/database.ts'
import { formerTaskNames, type Tasks } from './queue.ts'

/** In UTC, five hours behind the Maldives. An `id` is the name of an earlier version, by which the last run is known. @internal for tests */
export const crontab = `
* * * * * resume-emails ?id=resume-letters
* * * * * renew-number-keys
*/10 * * * * delete-old-events ?id=forget-changes
7 3 * * * notify-subscription-endings ?id=tell-of-endings&fill=1d
17 22 * * * clean ?fill=1d`

type Options = { databaseUrl: string; tasks: Tasks; onError?: (message: string) => void }

/** Runs the jobs of the queue, two at a time, until it is closed; `close` waits for the running jobs. */
export async function startWorker(options: Options): Promise<{ close: () => Promise<void> }> {
  const pgPool = openPool(options.databaseUrl, { max: 4, application_name: 'hukum worker' })
  const runner = await run({ ...runnerOptions(options), pgPool, concurrency: 2, crontab })
  return {
    close: async () => {
      await runner.stop()
      await pgPool.end()
    },
  }
}

/** Runs the jobs that are due, one after the other, and resolves when none is left. @internal for tests */
export async function runPendingJobs(options: Options) {
  const pgPool = openPool(options.databaseUrl, { max: 2 })
  await runOnce({ ...runnerOptions(options), pgPool }).finally(() => pgPool.end())
}

/** The pool is ours: graphile-worker's own loses its error handlers before its connections are closed. */
const runnerOptions = ({ tasks, onError = () => undefined }: Options) => ({
  noHandleSignals: true,
  taskList: withFormerNames(tasks),
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
