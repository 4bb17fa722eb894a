import { codeOf, sqlState } from './errorCode.ts'
import { type Env, StartupError } from './env.ts'

/** What an operator can fix has one sentence, by the code or message of the error. */
const sentences: Record<string, (env: Env) => string> = {
  ENOSPC: () => 'The disk is full.',
  [sqlState.disk_full]: () => 'The disk of the database is full.',
  EACCES: (env) => `The data folder ${env.DATA_DIR} cannot be read or written by this user.`,
  EPERM: (env) => `The data folder ${env.DATA_DIR} cannot be read or written by this user.`,
  EROFS: (env) => `The data folder ${env.DATA_DIR} is on a disk that cannot be written.`,
  EEXIST: (env) => `The data folder ${env.DATA_DIR} is not a folder.`,
  ENOTDIR: (env) => `The data folder ${env.DATA_DIR} is not a folder.`,
  ECONNREFUSED: () => 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?',
  ETIMEDOUT: () => 'DATABASE_URL: nothing answers there in time.',
  // Of pg, without a code.
  'Connection terminated unexpectedly': () =>
    'DATABASE_URL: what answers there closes the connection. Is it PostgreSQL?',
  ENOTFOUND: () => 'DATABASE_URL: there is no such host.',
  EAI_AGAIN: () => 'DATABASE_URL: its host cannot be found.',
  [sqlState.invalid_password]: () => 'DATABASE_URL: the name or the password is wrong.',
  [sqlState.invalid_authorization_specification]: () => 'DATABASE_URL: this user may not connect.',
  [sqlState.invalid_catalog_name]: () => 'DATABASE_URL: there is no such database.',
  [sqlState.insufficient_privilege]: () => 'DATABASE_URL: this user may not create tables there.',
}

/** The `StartupError` for an error of a start; an error without a sentence keeps its stack. */
export function toStartupError(error: unknown, env: Env) {
  if (!(error instanceof Error)) return error
  const sentence = sentences[codeOf(error) ?? error.message]
  return sentence ? new StartupError(sentence(env)) : error
}
