/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const classes = ['08', '53', '57']

/** SQLSTATE codes of other classes, and errors of sockets. */
const codes = new Set([
  // lock_not_available, read_only_sql_transaction (after a fail-over), idle_in_transaction_session_timeout
  '55P03', '25006', '25P03',
  // serialization_failure, deadlock_detected
  '40001', '40P01',
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
  const code = 'code' in error ? String(error.code) : ''
  if (codes.has(code) || (code.length === 5 && classes.includes(code.slice(0, 2)))) return true
  return messages.some((message) => error.message.startsWith(message))
}
