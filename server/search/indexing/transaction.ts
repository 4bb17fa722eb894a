import type { DatabaseSync } from 'node:sqlite'
import { discardWordCounts, flushWordCounts } from '#server/search/lexicon/vocabulary.ts'

/** Everything that `work` writes, or nothing. */
export function inTransaction(index: DatabaseSync, work: () => void) {
  index.exec('begin immediate')
  try {
    work()
    commit(index)
  } finally {
    abandon(index)
  }
}

export function commit(index: DatabaseSync) {
  flushWordCounts(index)
  index.exec('commit')
}

/** Rolls back a transaction that was not committed. */
export function abandon(index: DatabaseSync) {
  discardWordCounts()
  if (index.isTransaction) index.exec('rollback')
}
