import { paragraphEnd } from './ownWords.ts'

/**
 * The words of one paragraph, name or title, in order, three times: folded, in their best form, and as they are written.
 * Each kind has a sign of its own, so that none stands beside another.
 */
export type Row = { folded: string[]; stems: string[]; written: string[] }

export const beginRow = (): Row => ({ folded: [], stems: [], written: [] })

export const writeRow = ({ folded, stems, written }: Row) => [...folded, ...stems, ...written].join(' ')

/**
 * A row has a column of its own, and FTS5 finds words side by side or near each other in one column only: so whatever is
 * near is in one paragraph, however long that is.
 */
export const rowColumns: readonly string[] = Array.from({ length: 512 }, (_, at) => `row_${at}`)

/** What stands in each column. Of a case with more rows than columns, rows that stand far from each other share one. */
export function spreadRows(rows: readonly string[]): (string | null)[] {
  const columns: (string | null)[] = rowColumns.map((_, at) => rows[at] ?? null)
  for (let next = rowColumns.length; next < rows.length; next += 1) {
    const at = next % rowColumns.length
    columns[at] = `${columns[at]} ${paragraphEnd} ${rows[next]}`
  }
  return columns
}
