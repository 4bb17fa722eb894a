import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as others } from 'node:timers/promises'
import { statement } from './statements.ts'

/** A step is some tenths of a second. */
const step_pages = 2000

/**
 * Brings what was written in many pieces into one, step by step: in a dozen pieces, each with cases of every year, a word
 * takes twice as long to find. `goesOn` is asked between two steps.
 */
export async function mergePieces(index: DatabaseSync, goesOn: () => boolean) {
  // So FTS5 has it: a negative number gathers all pieces, and what has changed less than two rows had nothing to do.
  merge(index, -step_pages)
  while (goesOn() && merge(index, step_pages) >= 2) await others()
}

function merge(index: DatabaseSync, pages: number): number {
  const before = changesOf(index)
  statement(index, `insert into cases (cases, rank) values ('merge', cast(? as integer))`).run(pages)
  return changesOf(index) - before
}

const changesOf = (index: DatabaseSync) =>
  Number(statement(index, 'select total_changes() as changes').get()?.['changes'])
