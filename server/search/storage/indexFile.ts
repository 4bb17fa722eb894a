import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type IndexFile = { file: string; release: () => void }

/**
 * An index file of this process's own. Each file has a lock beside it that the operating system lets go of when the
 * process dies, however it dies; a process takes the first file that nobody holds.
 */
export function acquireIndexFile(folder: string): IndexFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let number = 0; ; number += 1) {
    const release = tryLock(join(folder, `search-${number}.lock`))
    if (release) return { file: join(folder, `search-${number}.sqlite`), release }
  }
}

function tryLock(file: string) {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) return undefined
    throw error
  }
}
