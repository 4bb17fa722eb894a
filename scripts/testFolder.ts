import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './superviseProcess.ts'

const memory = '/dev/shm'
const needed_bytes = 4 * 2 ** 30

/**
 * Where the tests write what is deleted after a run: in memory where there is space, because a disk takes three times as
 * long to create the hundreds of files of a cloned database.
 */
export const testFolder = hasSpace()
  ? join(memory, `hukum-tests-${process.getuid?.() ?? 0}`)
  : join(import.meta.dirname, '../.cache/tests')

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= needed_bytes
  } catch {
    return false
  }
}

/** Creates the folder for the temporary files of this process, which is deleted at its end, and deletes those of killed runs. */
export function openTemporaryFolder(): string {
  const prefix = 'temporary-'
  mkdirSync(testFolder, { recursive: true })
  const stale = readdirSync(testFolder).filter(
    (name) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))),
  )
  const folder = join(testFolder, `${prefix}${process.pid}`)
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  for (const name of stale) remove(join(testFolder, name))
  mkdirSync(folder)
  process.once('exit', () => remove(folder))
  return folder
}
