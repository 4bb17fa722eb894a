import type { DatabaseSync, StatementSync } from 'node:sqlite'

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** A prepared statement, cached while its database is open. Only for constant SQL: the cache is unbounded. */
export function statement(database: DatabaseSync, text: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>()
  prepared.set(database, known)
  const found = known.get(text) ?? database.prepare(text)
  known.set(text, found)
  return found
}
