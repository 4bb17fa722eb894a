import { Logger, run, runOnce, type TaskList } from 'graphile-worker'
import type { Tasks } from './queue.ts'

/** By the clock, in UTC: five hours behind the Maldives. */
export const timetable = `
* * * * * resume-letters
* * * * * renew-number-keys
*/10 * * * * forget-changes
7 3 * * * tell-of-endings ?fill=1d
17 22 * * * clean ?fill=1d`

type Options = { databaseUrl: string; tasks: Tasks; onTrouble?: (sentence: string) => void }

/** Begins to work off the queue, two jobs at a time, until it is closed; a closed worker finishes what it has begun. */
export async function startWork(options: Options): Promise<{ close: () => Promise<void> }> {
  const runner = await run({
    ...settingsOf(options),
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    crontab: timetable,
  })
  return { close: () => runner.stop() }
}

/** Runs the jobs that are due, one after the other, and resolves when none is left. @internal for tests */
export const workOnce = (options: Options) => runOnce({ ...settingsOf(options), maxPoolSize: 2, noHandleSignals: true })

const settingsOf = ({ databaseUrl, tasks, onTrouble = () => undefined }: Options) => ({
  connectionString: databaseUrl,
  // The queue knows payloads as unknown; they are written by `addJob` alone, which has checked them.
  taskList: tasks as TaskList,
  logger: new Logger(() => (level, sentence) => {
    if (level === 'error') onTrouble(sentence)
  }),
})
