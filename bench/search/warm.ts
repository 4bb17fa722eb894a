import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { timed } from './timings.ts'

/**
 * Warms up as after an hour of uptime: the files of the library and of the index are in the page cache as far as memory
 * allows, and the background work of the search is done. No query is run.
 */
export async function warm(folders: readonly string[]) {
  await timed('files read once', async () => {
    for (const folder of folders) for (const file of filesIn(folder)) await readThrough(file)
  })
  await timed('idle', untilIdle)
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

/**
 * Reads a file in a separate process: a process that closes a file releases all its POSIX locks on it, including those of
 * SQLite, and another process could then open the index as if it were unused. PostgreSQL deletes some meanwhile.
 */
const readThrough = (file: string) => promisify(execFile)('sh', ['-c', 'cat "$0" > /dev/null || ! test -e "$0"', file])

const check_ms = 500
const idleChecks = 6
/** An hour; then another process keeps the machine busy. */
const maxChecks = 7200
/** The processor share of all threads together. */
const idle_share = 0.05

async function untilIdle() {
  for (let idle = 0, looked = 0; idle < idleChecks && looked < maxChecks; looked += 1) {
    const before = process.resourceUsage()
    await sleep(check_ms)
    idle = isIdle(before, process.resourceUsage()) ? idle + 1 : 0
    if (looked === maxChecks - 1 && idle < idleChecks)
      console.warn('still busy: what is measured now is slower than it is')
  }
}

/** Idle by processor time and by disk reads. */
function isIdle(before: NodeJS.ResourceUsage, now: NodeJS.ResourceUsage): boolean {
  const worked_us = now.userCPUTime - before.userCPUTime + now.systemCPUTime - before.systemCPUTime
  const waited = now.majorPageFault - before.majorPageFault + now.fsRead - before.fsRead
  return worked_us / 1000 < idle_share * check_ms && waited === 0
}
