import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { timed } from './timings.ts'

/**
 * A server as it is an hour after its start: the files of its library and of its index were read once, and are in the
 * memory of the machine as far as that goes; what the search does ahead while nobody asks is done. No query was asked.
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
 * By a process of its own: a process that closes a file gives up all its locks on it, those of SQLite too, and who opens
 * the index next would take it for one that nobody has open.
 */
const readThrough = (file: string) => promisify(execFile)('sh', ['-c', 'cat "$0" > /dev/null', file])

const look_ms = 500
const looks = 6
/** An hour. Something else keeps the machine busy then. */
const mostLooks = 7200
/** Of the processor, by all threads together. */
const idle_share = 0.05

async function untilIdle() {
  for (let idle = 0, looked = 0; idle < looks && looked < mostLooks; looked += 1) {
    const before = process.resourceUsage()
    await sleep(look_ms)
    idle = isIdle(before, process.resourceUsage()) ? idle + 1 : 0
    if (looked === mostLooks - 1 && idle < looks) console.warn('still busy: what is measured now is slower than it is')
  }
}

/** Whoever waits for the disk works too. */
function isIdle(before: NodeJS.ResourceUsage, now: NodeJS.ResourceUsage): boolean {
  const worked_us = now.userCPUTime - before.userCPUTime + now.systemCPUTime - before.systemCPUTime
  const waited = now.majorPageFault - before.majorPageFault + now.fsRead - before.fsRead
  return worked_us / 1000 < idle_share * look_ms && waited === 0
}
