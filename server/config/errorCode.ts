/** The code of an error of Node (`ENOENT`) or of PostgreSQL (`sqlState`); undefined without one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The codes of PostgreSQL that are handled one by one, by their names in its documentation (Appendix A). */
export const sqlState = {
  numeric_value_out_of_range: '22003',
  restrict_violation: '23001',
  not_null_violation: '23502',
  foreign_key_violation: '23503',
  unique_violation: '23505',
  check_violation: '23514',
  exclusion_violation: '23P01',
  /** Also after a fail-over, of the former primary. */
  read_only_sql_transaction: '25006',
  idle_in_transaction_session_timeout: '25P03',
  invalid_authorization_specification: '28000',
  invalid_password: '28P01',
  invalid_catalog_name: '3D000',
  serialization_failure: '40001',
  deadlock_detected: '40P01',
  insufficient_privilege: '42501',
  undefined_table: '42P01',
  disk_full: '53100',
  lock_not_available: '55P03',
  /** By a time-out of the statement, for example. */
  query_canceled: '57014',
  /** The database starts or stops. */
  cannot_connect_now: '57P03',
} as const
