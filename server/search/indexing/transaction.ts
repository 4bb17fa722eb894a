import type { DatabaseSync } from 'node:sqlite'
import { discardWordCounts, flushWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { discardPostings, flushPostings } from './postings.ts'

/** Everything that `work` writes, or nothing. */
export function inTransaction(index: DatabaseSync, work: () => void) {
  index.exec('begin immediate')
  try {
    work()
    commit(index)
  } catch (error) {
    abandon(index)
    throw error
  }
}

export function commit(index: DatabaseSync) {
  flushWordCounts(index)
  flushPostings(index)
  index.exec('commit')
}

/** Rolls back a transaction that was not committed. */
export function abandon(index: DatabaseSync) {
  discardWordCounts()
  discardPostings(index)
  if (index.isTransaction) index.exec('rollback')
}
