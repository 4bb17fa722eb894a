import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './env.ts'

/** In DATA_DIR from the first to the last step of a restore: the name of its database. */
const fileOf = (folder: string) => join(folder, 'restore.incomplete')

export const markRestore = (folder: string, database: string) =>
  writeFileSync(fileOf(folder), database, { mode: 0o600, flush: true })

export const unmarkRestore = (folder: string) => rmSync(fileOf(folder))

/** The database of a restore that did not end, if there is one. */
export const unfinishedRestoreOf = (folder: string) =>
  existsSync(fileOf(folder)) ? readFileSync(fileOf(folder), 'utf8') : undefined

/** Throws a `StartupError` when the data folder is half restored. */
export function refuseUnfinishedRestore(folder: string) {
  if (unfinishedRestoreOf(folder) === undefined) return
  throw new StartupError(`The restore into ${folder} did not end: run npm run restore again, with the same backup.`)
}
