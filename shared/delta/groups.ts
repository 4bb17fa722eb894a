import { thaanaNumber } from '#shared/text/format/thaanaNumber.ts'
import type { CellAttributes, Line } from './delta.ts'

/** Lines that are drawn together: a table, a quotation, a list, or one line alone. */
export type Group =
  | { kind: 'line'; line: Line }
  | { kind: 'list'; lines: Line[] }
  | { kind: 'blockquote'; lines: Line[] }
  | { kind: 'table'; rows: TableRow[] }

export type TableRow = { key: string; cells: TableCell[] }
export type TableCell = Pick<CellAttributes, 'cell' | 'header_cell' | 'colspan' | 'rowspan'> & { lines: Line[] }

/** Groups adjacent lines. The lines of a quotation and of a cell can be grouped again by `innerLines`. */
export function groupLines(lines: readonly Line[]): Group[] {
  const groups: Group[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = groups.at(-1)
    if (last?.kind === 'table' && kind === 'table' && !line.attributes.table_start) addToTable(last.rows, line)
    else if (kind === 'table') groups.push({ kind, rows: addToTable([], line) })
    else if (kind === 'line') groups.push({ kind, line })
    else if (last?.kind === kind) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
  }
  return groups
}

const kindOf = ({ attributes: { table, blockquote, list } }: Line): Group['kind'] =>
  table !== undefined ? 'table' : blockquote ? 'blockquote' : list ? 'list' : 'line'

function addToTable(rows: TableRow[], line: Line): TableRow[] {
  const { table: key = '', cell, header_cell, colspan, rowspan } = line.attributes
  const row = rows.at(-1)?.key === key ? rows.at(-1) : undefined
  const lastCell = row?.cells.at(-1)
  if (lastCell && cell !== undefined && lastCell.cell === cell) {
    lastCell.lines.push(line)
    return rows
  }
  const added: TableCell = {
    lines: [line],
    ...(cell !== undefined && { cell }),
    ...(header_cell && { header_cell }),
    ...(colspan !== undefined && { colspan }),
    ...(rowspan !== undefined && { rowspan }),
  }
  if (row) row.cells.push(added)
  else rows.push({ key, cells: [added] })
  return rows
}

/** The lines of a quotation or a cell, without the attribute that made them one. */
export const innerLines = (lines: readonly Line[]): Line[] =>
  lines.map(({ segments, attributes }) => {
    const { table: _, blockquote: quoted, ...rest } = attributes
    return { segments, attributes: attributes.table === undefined || !quoted ? rest : { ...rest, blockquote: quoted } }
  })

/**
 * The label of each line of a list, null for a bullet: a level counts on until a line of a higher level, or of another
 * numbering, ends it.
 */
export function listLabels(lines: readonly Line[]): (string | null)[] {
  const levels: { list: string; count: number }[] = []
  return lines.map(({ attributes: { list = 'bullet', indent = 0 } }) => {
    levels.length = Math.min(levels.length, indent + 1)
    const level = levels[indent]?.list === list ? levels[indent] : { list, count: 0 }
    levels[indent] = level
    level.count += 1
    if (list === 'bullet') return null
    return list === 'letters' ? thaanaNumber(level.count) : String(level.count)
  })
}
