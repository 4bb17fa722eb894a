import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/config/env.ts'

const check_ms = 100
const maxFailures = 5
/** Before the second attempt, three times as long for each further one: a last query of the ended process may still run. */
const firstPause_ms = 200

type Supervised = {
  /** Rejects when the process has ended and did not start again. */
  failed: Promise<never>
  /** Ends the supervision and returns the id of the process that runs now. */
  stop: () => Promise<number>
}

/**
 * Starts a process again when it has ended, also one that another process had started: its id is checked instead of
 * its exit, which only its parent is notified of.
 */
export function superviseProcess(pid: number, startAgain: () => Promise<number>): Supervised {
  const failure = Promise.withResolvers<never>()
  // Not every caller waits for it.
  failure.promise.catch(() => undefined)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let current = pid

  async function supervise() {
    while (!isStopping()) {
      await pause(check_ms)
      if (!isStopping() && !isAlive(current)) current = await startWithRetries()
    }
  }

  async function startWithRetries() {
    for (let failures = 1; !isStopping(); failures += 1) {
      try {
        return await startAgain()
      } catch (error) {
        if (failures === maxFailures) throw toSentence(error)
      }
      await pause(firstPause_ms * 3 ** (failures - 1))
    }
    return current
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)

  const supervision = supervise().catch(failure.reject)
  return {
    failed: failure.promise,
    stop: async () => {
      stopping.abort()
      await supervision
      return current
    },
  }
}

const toSentence = (error: unknown) =>
  new StartupError(
    `The embedded database ended and could not be started again in ${maxFailures} attempts. ${error instanceof Error ? error.message : String(error)}`,
  )

/** Whether the process runs. An ended one that its parent does not reap is not alive. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return pid > 0 && !isZombie(pid)
  } catch {
    return false
  }
}

function isZombie(pid: number) {
  const status = `/proc/${pid}/stat`
  return existsSync(status) && /^\d+ \(.*\) Z/s.test(readFileSync(status, 'utf8'))
}
