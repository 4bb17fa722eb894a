import type { DatabaseSync } from 'node:sqlite'
import { forgetNotedWords, writeNotedWords } from './vocabulary.ts'

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
  writeNotedWords(index)
  index.exec('commit')
}

/** Nothing of a transaction that was not committed stays. */
export function abandon(index: DatabaseSync) {
  forgetNotedWords()
  if (index.isTransaction) index.exec('rollback')
}
