import type { Row } from '#shared/calls/crud.ts'
import type { Language } from '#shared/messages.ts'
import { cellText } from '#web/fields/cells/cellText.ts'
import type { ListColumn } from './listColumns.ts'
import { prepareRows } from './localList.ts'

/** Rows with what their columns show of them, ready to be narrowed and sorted as the descriptions of the columns say. */
export function prepareList(rows: readonly Row[], columns: readonly ListColumn[], language: Language) {
  const fields = new Map(columns.map(({ name, field }) => [name, field]))
  const shown = (row: Row, name: string) => {
    const field = fields.get(name)
    return field ? cellText(field, row[name], language) : ''
  }
  const order = new Map(columns.flatMap(({ name, field: { sortedBy } }) => (sortedBy ? [[name, sortedBy]] : [])))
  return prepareRows(rows, [...fields.keys()], shown, order)
}
