import { codeOf, sqlState } from '#server/config/errorCode.ts'

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const classes = ['08', '53', '57']

/** SQLSTATE codes of other classes, and errors of sockets. */
const codes: ReadonlySet<string> = new Set([
  sqlState.lock_not_available, sqlState.read_only_sql_transaction, sqlState.idle_in_transaction_session_timeout,
  sqlState.serialization_failure, sqlState.deadlock_detected,
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT',
  'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN',
]) // prettier-ignore

/** How the messages of `pg` begin that have no code. */
const messages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
]

/** Whether the database could not be reached or refuses work for now, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  if (codes.has(code) || (code.length === 5 && classes.includes(code.slice(0, 2)))) return true
  return messages.some((message) => error.message.startsWith(message))
}
