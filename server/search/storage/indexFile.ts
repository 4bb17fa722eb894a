import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type IndexFile = { file: string; release: () => void }

/**
 * Acquires an index file for this process. Each file has a lock file that the operating system releases when the process
 * ends in any way; a process takes the first file that is not locked.
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
