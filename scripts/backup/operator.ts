import { readFileSync } from 'node:fs'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { ForeignStore } from '#server/files/owner.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { minPassphraseLetters } from './encryptedFile.ts'

const howTo = 'set BACKUP_PASSPHRASE_FILE to a file with it, or BACKUP_PASSPHRASE, or say --passphrase-file FILE'

/** The passphrase of the secrets, from a file or the environment. The line end of a file is no part of it. */
export function readPassphrase(file: string | undefined, options: { isOptional: true }): string | undefined
export function readPassphrase(file: string | undefined): string
export function readPassphrase(file: string | undefined, { isOptional = false } = {}): string | undefined {
  const path = file ?? process.env['BACKUP_PASSPHRASE_FILE']
  const passphrase = path ? readFile(path).replace(/\r?\n$/, '') : (process.env['BACKUP_PASSPHRASE'] ?? '')
  if (passphrase === '' && isOptional) return undefined
  if (passphrase === '') throw new StartupError(`The secrets are encrypted with a passphrase: ${howTo}.`)
  if (passphrase.length < minPassphraseLetters)
    throw new StartupError(`The passphrase is too short: at least ${minPassphraseLetters} letters.`)
  return passphrase
}

function readFile(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`The file of the passphrase, ${path}, cannot be read.`)
  }
}

/** Errors of a folder or of the database, in one sentence. */
const sentences: Record<string, (folder: string) => string> = {
  ENOSPC: (folder) => `The disk of ${folder} is full.`,
  EDQUOT: (folder) => `The quota of ${folder} is used up.`,
  EACCES: (folder) => `${folder}, or the data folder, cannot be read or written by this user.`,
  EPERM: (folder) => `${folder}, or the data folder, cannot be read or written by this user.`,
  EROFS: (folder) => `${folder} is on a disk that cannot be written.`,
  ENOTDIR: (folder) => `${folder} is not a folder.`,
  EEXIST: (folder) => `${folder} is not a folder.`,
  EIO: (folder) => `The disk of ${folder}, or of the data folder, has an error.`,
  'disk-full': (folder) => `The disk of ${folder}, or of the data folder, is full.`,
  'files-unavailable': () => 'S3_BUCKET: the bucket of the files does not do what it is asked, as the line above says.',
  [sqlState.disk_full]: () => 'The disk of the database is full.',
}

export async function withSentences({ folder, env }: { folder: string; env: Env }, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    if (error instanceof ForeignStore) throw new StartupError(error.message)
    const sentence = sentences[codeOf(error) ?? '']
    if (sentence) throw new StartupError(sentence(folder))
    if (isUnavailable(error)) throw new StartupError('The database cannot be reached, or ended meanwhile.')
    throw toStartupError(error, env)
  }
}
