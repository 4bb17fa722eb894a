import { Fragment } from '@tiptap/pm/model'
import { type Command, Selection } from '@tiptap/pm/state'
import { addRowAfter, goToNextCell, isInTable } from '@tiptap/pm/tables'

/** Inserts a table after the line of the caret, or in place of it when it is empty. */
export const insertTable =
  (rows = 3, columns = 3): Command =>
  (state, dispatch) => {
    const { line: lineType, table, table_row: row, table_cell: cell } = state.schema.nodes
    const { $head } = state.selection
    if (!lineType || !table || !row || !cell || isInTable(state) || $head.depth !== 1) return false
    const content = Array.from({ length: rows }, () => {
      return row.create(
        null,
        Fragment.from(Array.from({ length: columns }, () => cell.createAndFill() ?? cell.create())),
      )
    })
    const { tr } = state
    const line = $head.parent
    const after = $head.after()
    // A line stays before it, for the caret, only when it has text.
    const start = line.content.size === 0 ? $head.before() : after
    // The text goes on after a table.
    const isLast = after === state.doc.content.size
    tr.replaceWith(start, after, [table.create(null, content), ...(isLast ? [lineType.create()] : [])])
    tr.setSelection(Selection.near(tr.doc.resolve(start + 1)))
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Tab in the last cell adds a row. */
export const tabInLastCell: Command = (state, dispatch, view) => {
  if (!isInTable(state) || !addRowAfter(state, dispatch)) return false
  if (view) goToNextCell(1)(view.state, view.dispatch)
  return true
}
