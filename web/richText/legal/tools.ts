import { toggleMark } from '@tiptap/pm/commands'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { Command, EditorState } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeaderCell,
} from '@tiptap/pm/tables'
import type { LineAttrs } from './attributes.ts'
import { caseNumberAt, toggleCaseNumber } from './caseNumbers.ts'
import {
  clearFormatting,
  indentBy,
  isLineAttr,
  isNumbered,
  setLines,
  toggleLines,
  toggleList,
  toggleParagraphNumber,
} from './lines.ts'
import { insertTable } from './tables.ts'

export type Tool = {
  run: Command
  /** For toggles. */
  isOn?: (state: EditorState) => boolean
  /** For tools that are not always available. */
  canRun?: (state: EditorState) => boolean
}

/** The value of a mark at the caret, or in the whole selection; undefined when there is none. */
export function markValue({ storedMarks, selection, doc, schema }: EditorState, name: string): unknown {
  const type = schema.marks[name]
  if (!type) return undefined
  const { $from, from, to, empty } = selection
  if (empty) return valueOf(type.isInSet(storedMarks ?? $from.marks()))
  const values: unknown[] = []
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) values.push(valueOf(type.isInSet(node.marks)))
  })
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

const valueOf = (mark: { attrs: Record<string, unknown> } | undefined) =>
  mark ? (mark.attrs['value'] ?? true) : undefined

/** Sets the value of a mark on the selection, or for what is typed next; null removes it. */
export const setMark =
  (name: string, value: string | null): Command =>
  (state, dispatch) => {
    const type = state.schema.marks[name]
    if (!type) return false
    const { tr, selection } = state
    if (selection.empty) {
      if (value === null) tr.removeStoredMark(type)
      else tr.addStoredMark(type.create({ value }))
    }
    for (const { $from, $to } of selection.ranges) {
      if (value === null) tr.removeMark($from.pos, $to.pos, type)
      else tr.addMark($from.pos, $to.pos, type.create({ value }))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

const markTool = (name: string): Tool => ({
  run: (state, dispatch) => {
    const type = state.schema.marks[name]
    return type !== undefined && toggleMark(type)(state, dispatch)
  },
  isOn: (state) => markValue(state, name) !== undefined,
})

const valueTool = (name: string, value: string): Tool => ({
  run: (state, dispatch) => setMark(name, markValue(state, name) === value ? null : value)(state, dispatch),
  isOn: (state) => markValue(state, name) === value,
})

const alignTool = (align: LineAttrs['align']): Tool => ({
  run: setLines({ align }),
  isOn: (state) => isLineAttr(state, 'align', align),
})

const listTool = (list: NonNullable<LineAttrs['list']>): Tool => ({
  run: toggleList(list),
  isOn: (state) => isLineAttr(state, 'list', list),
})

const tableTool = (run: Command): Tool => ({ run, canRun: (state) => isInTable(state) && run(state) })

/** The tools that change the text at once. */
export const tools = {
  undo: { run: undo, canRun: (state) => undoDepth(state) > 0 },
  redo: { run: redo, canRun: (state) => redoDepth(state) > 0 },
  number: {
    run: toggleParagraphNumber,
    isOn: isNumbered,
  },
  bold: markTool('bold'),
  caseNumber: { run: toggleCaseNumber, isOn: (state) => caseNumberAt(state) !== undefined },
  quote: { run: toggleLines('blockquote', true), isOn: (state) => isLineAttr(state, 'blockquote', true) },
  underline: markTool('underline'),
  italic: markTool('italic'),
  start: alignTool(null),
  center: alignTool('center'),
  end: alignTool('end'),
  justify: alignTool('justify'),
  direction: { run: toggleLines('direction', 'ltr'), isOn: (state) => isLineAttr(state, 'direction', 'ltr') },
  clear: { run: clearFormatting },
  strike: markTool('strike'),
  sub: valueTool('script', 'sub'),
  sup: valueTool('script', 'super'),
  english: valueTool('lang', 'en'),
  arabic: valueTool('lang', 'ar'),
} satisfies Record<string, Tool>

export const listTools = {
  bullet: listTool('bullet'),
  ordered: listTool('ordered'),
  letters: listTool('letters'),
  indent: { run: indentBy(1), canRun: indentBy(1) },
  outdent: { run: indentBy(-1), canRun: indentBy(-1) },
} satisfies Record<string, Tool>

export const tableTools = {
  insert: { run: insertTable(), canRun: insertTable() },
  rowBefore: tableTool(addRowBefore),
  rowAfter: tableTool(addRowAfter),
  removeRow: tableTool(deleteRow),
  columnBefore: tableTool(addColumnBefore),
  columnAfter: tableTool(addColumnAfter),
  removeColumn: tableTool(deleteColumn),
  merge: tableTool(mergeCells),
  split: tableTool(splitCell),
  header: tableTool(toggleHeaderCell),
  remove: tableTool(deleteTable),
} satisfies Record<string, Tool>

/** The state of tools as a string, so that the toolbar renders again only when it changes. */
export const stateOfTools = (state: EditorState, all: readonly Tool[]): string =>
  all
    .map(({ isOn, canRun }) => {
      if (canRun && !canRun(state)) return '-'
      return isOn?.(state) ? '1' : '0'
    })
    .join('')
