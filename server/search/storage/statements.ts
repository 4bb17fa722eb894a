import type { DatabaseSync, StatementSync } from 'node:sqlite'

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * A statement of the index, prepared once for as long as its database is open. Only for texts that are written in the
 * code: each is kept.
 */
export function statement(database: DatabaseSync, text: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>()
  prepared.set(database, known)
  const found = known.get(text) ?? database.prepare(text)
  known.set(text, found)
  return found
}
