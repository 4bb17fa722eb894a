import type { DatabaseSync } from 'node:sqlite'
import type { Visibility } from '#server/search/types.ts'
import { exclude, term, type FtsQuery, toFtsSyntax } from './ftsQuery.ts'
import { unpublishedTerm } from './indexTerms.ts'
import { statement } from './connection.ts'

/** A query over the cases, in a range of document keys. */
export type RangedQuery = DocKeyRange & { ftsQuery: FtsQuery }

/** A range of document keys. */
export type DocKeyRange = { low: number; high: number }
export const fullRange: DocKeyRange = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The exact number of matching phrases. */
export function countPhrases(database: DatabaseSync, ftsQuery: FtsQuery): number {
  const sql = 'select count(*) as count from phrases where phrases match ?'
  return Number(statement(database, sql).get(toFtsSyntax(ftsQuery))?.['count'] ?? 0)
}

/** The query restricted to visible cases. Unpublished cases are a short posting list that is subtracted. */
export const restrictToVisible = (ftsQuery: FtsQuery, { unpublished }: Visibility) =>
  unpublished ? ftsQuery : exclude(ftsQuery, [term(unpublishedTerm)])
