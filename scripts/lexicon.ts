import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTable } from '#server/analysis/lexicon.ts'

/** Writes the table from which the analysis knows the words of db/seed/data/lexicon.txt: after a change of the list or of folding. */
const folder = join(import.meta.dirname, '../db/seed/data')
writeFileSync(join(folder, 'lexicon.table'), buildTable(readFileSync(join(folder, 'lexicon.txt'), 'utf8')))
