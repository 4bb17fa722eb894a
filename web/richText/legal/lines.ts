import type { Node, ResolvedPos } from '@tiptap/pm/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import { canSplit } from '@tiptap/pm/transform'
import { emptyLine } from '#shared/delta/prosemirror.ts'
import { limits } from '#shared/limits.ts'
import type { LineAttrs } from './attributes.ts'

/** A selected line and its position. */
type SelectedLine = { line: Node; position: number }

/** The lines that the selection touches, also in several cells. */
function selectedLines({ selection, doc }: EditorState): SelectedLine[] {
  const found = new Map<number, Node>()
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (node.type.name === 'line') found.set(position, node)
      return !node.isTextblock
    })
  return [...found].map(([position, line]) => ({ line, position }))
}

/** The attributes of a line, typed. The schema has exactly these. */
export const lineAttrs = (line: Node): LineAttrs => line.attrs as LineAttrs

/** Whether every selected line has the value. */
export function isLineAttr<Name extends keyof LineAttrs>(state: EditorState, name: Name, value: LineAttrs[Name]) {
  const lines = selectedLines(state)
  return lines.length > 0 && lines.every(({ line }) => lineAttrs(line)[name] === value)
}

export const isNumbered = (state: EditorState) => {
  const lines = selectedLines(state)
  return lines.length > 0 && lines.every(({ line }) => lineAttrs(line).paragraph !== null)
}

/** The heading level that all selected lines have. */
export const headerOf = (state: EditorState) =>
  ([1, 2] as const).find((header) => isLineAttr(state, 'header', header)) ?? 0

/** Changes the attributes of the selected lines. */
const changeLines =
  (change: (attrs: LineAttrs, index: number) => Partial<LineAttrs>): Command =>
  (state, dispatch) => {
    const { tr } = state
    selectedLines(state).forEach(({ line, position }, index) => {
      const attrs = lineAttrs(line)
      const changed = { ...attrs, ...change(attrs, index) }
      if (!line.hasMarkup(line.type, changed, line.marks)) tr.setNodeMarkup(position, null, changed)
    })
    if (!tr.docChanged) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const setLines = (attrs: Partial<LineAttrs>) => changeLines(() => attrs)

/** Sets a value, or removes it when every selected line has it. */
export const toggleLines =
  <Name extends keyof LineAttrs>(name: Name, value: LineAttrs[Name], others: Partial<LineAttrs> = {}): Command =>
  (state, dispatch) =>
    setLines(isLineAttr(state, name, value) ? { [name]: null } : { ...others, [name]: value })(state, dispatch)

/** A list item is no heading, and has no number of a paragraph. */
export const toggleList =
  (list: NonNullable<LineAttrs['list']>): Command =>
  (state, dispatch) =>
    isLineAttr(state, 'list', list)
      ? setLines({ list: null, indent: null })(state, dispatch)
      : setLines({ list, header: null, paragraph: null })(state, dispatch)

export const setHeader = (header: LineAttrs['header']) =>
  setLines(header === null ? { header } : { header, list: null, indent: null, paragraph: null })

/** Numbers the selected lines after the last number before them, or removes their numbers. */
export const toggleParagraphNumber: Command = (state, dispatch) => {
  const lines = selectedLines(state)
  if (isNumbered(state)) return setLines({ paragraph: null })(state, dispatch)
  const first = lastNumberBefore(state.doc, lines[0]?.position ?? 0) + 1
  return changeLines((_, index) => ({ paragraph: first + index, header: null, list: null, indent: null }))(
    state,
    dispatch,
  )
}

function lastNumberBefore(doc: Node, end: number): number {
  let last = 0
  doc.nodesBetween(0, end, (node, position) => {
    if (position < end && node.type.name === 'line') last = lineAttrs(node).paragraph ?? last
    return !node.isTextblock
  })
  return last
}

/** In a list; elsewhere Tab leaves the text. */
export const indentBy =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const lines = selectedLines(state)
    if (!lines.some(({ line }) => lineAttrs(line).list !== null)) return false
    return changeLines(({ list, indent }) => {
      if (list === null) return {}
      const level = Math.min(limits.document.indent, Math.max(0, (indent ?? 0) + by))
      return { indent: level === 0 ? null : level }
    })(state, dispatch)
  }

/** What Enter on an empty line and Backspace at its start remove, one after the other. */
function withoutOutermost({ indent, list, paragraph, blockquote }: LineAttrs): Partial<LineAttrs> | undefined {
  if (indent !== null) return { indent: indent === 1 ? null : indent - 1 }
  if (list !== null) return { list: null }
  if (paragraph !== null) return { paragraph: null }
  if (blockquote !== null) return { blockquote: null }
  return undefined
}

/** Continues a list, a quotation or a numbering; on an empty line of one it leaves it. */
export const splitLine: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (empty && $from.parent.type.name === 'line' && $from.parent.content.size === 0) {
    const attrs = withoutOutermost(lineAttrs($from.parent))
    if (attrs) return setLines(attrs)(state, dispatch)
  }
  return splitWith(({ paragraph, ...attrs }) => ({ ...attrs, paragraph: paragraph === null ? null : paragraph + 1 }))(
    state,
    dispatch,
  )
}

/** A new line of the same paragraph: without a number of its own. */
export const splitUnnumbered = splitWith((attrs) => ({ ...attrs, paragraph: null }))

function splitWith(next: (attrs: LineAttrs) => LineAttrs): Command {
  return (state, dispatch) => {
    const { selection } = state
    if (selection.$from.parent.type.name !== 'line') return false
    const { tr } = state
    if (selection instanceof NodeSelection) tr.setSelection(TextSelection.create(tr.doc, selection.to))
    else tr.deleteSelection()
    const { $from } = tr.selection
    const line = $from.parent
    const isAtEnd = $from.parentOffset === line.content.size
    const attrs = lineAttrs(line)
    const after = isAtEnd ? { ...next(attrs), header: null } : next(attrs)
    const types = [{ type: line.type, attrs: after }]
    if (!canSplit(tr.doc, $from.pos, 1, types)) return false
    tr.split($from.pos, 1, types)
    tr.ensureMarks(typedMarks(state))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** The marks that go on in a new line: a note, a marker and a link do not. */
const typedMarks = ({ storedMarks, selection }: EditorState) =>
  (storedMarks ?? selection.$from.marks()).filter(({ type }) => type.spec.inclusive !== false)

/** Backspace at the start of a line. */
export const joinBackward: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'line' || $from.parentOffset > 0) return false
  const attrs = withoutOutermost(lineAttrs($from.parent))
  if (attrs) return setLines(attrs)(state, dispatch)
  const before = siblingOf($from, -1)
  // The empty line goes, not the attributes of this one.
  return (
    before?.content.size === 0 && removeBetween(state.tr, $from.before() - before.nodeSize, $from.before(), dispatch)
  )
}

/** Delete at the end of an empty line: the next line keeps its attributes. */
export const joinForward: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'line' || $from.parent.content.size > 0) return false
  const after = siblingOf($from, 1)
  if (!after) return false
  const { tr } = state
  tr.delete($from.before(), $from.after())
  tr.setSelection(Selection.near(tr.doc.resolve($from.before()), 1))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** The line directly before or after, in the same cell or in the text. */
function siblingOf($position: ResolvedPos, direction: 1 | -1): Node | undefined {
  const around = $position.node(-1)
  const sibling = around.maybeChild($position.index(-1) + direction)
  return sibling?.type.name === 'line' ? sibling : undefined
}

function removeBetween(tr: Transaction, from: number, to: number, dispatch: ((tr: Transaction) => void) | undefined) {
  dispatch?.(tr.delete(from, to).scrollIntoView())
  return true
}

/** The formatting that *clear* removes; notes, markers, links and numbers are content. */
const clearedMarks = ['bold', 'italic', 'underline', 'strike', 'script', 'size', 'color', 'lang']

export const clearFormatting: Command = (state, dispatch) => {
  const { tr, schema, selection } = state
  const cleared = clearedMarks.flatMap((name) => schema.marks[name] ?? [])
  for (const { $from, $to } of selection.ranges) for (const type of cleared) tr.removeMark($from.pos, $to.pos, type)
  for (const { line, position } of selectedLines(state))
    tr.setNodeMarkup(position, null, { ...emptyLine.attrs, paragraph: lineAttrs(line).paragraph })
  if (selection.empty)
    tr.setStoredMarks((state.storedMarks ?? selection.$from.marks()).filter(({ type }) => !cleared.includes(type)))
  dispatch?.(tr)
  return true
}
