import type { Node } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state'
import { numbersIn } from '#shared/text/format/isolate.ts'
import { limits } from '#shared/limits.ts'

type Range = { from: number; to: number }

/** The text of a line, with one character for each atom, so that offsets are positions. */
export const textWithAtoms = (line: Node) => line.textBetween(0, line.content.size, null, '\ufffc')

/** The marker at the caret, or the first one that the selection touches. */
export function caseNumberAt({ doc, selection }: EditorState): Range | undefined {
  const { from, to, empty } = selection
  let found: Range | undefined
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
    if (!node.isInline || !node.marks.some(({ type }) => type.name === 'case_number')) return
    const end = position + node.nodeSize
    const isTouched = empty ? position <= from && from <= end : position < to && from < end
    if (!isTouched) return
    if (found?.to === position) found.to = end
    else found ??= { from: position, to: end }
  })
  return found
}

/** What would be marked: the selection, or the number at the caret. The whole text is selected around its lines. */
function numberAt({ selection }: EditorState): Range | undefined {
  const { $from, from, to, empty } = TextSelection.between(selection.$from, selection.$to)
  const line = $from.parent
  if (line.type.name !== 'line') return undefined
  if (!empty) return to <= $from.end() ? { from, to } : undefined
  const number = numbersIn(textWithAtoms(line)).find(
    ({ found, index }) => index <= $from.parentOffset && $from.parentOffset <= index + found.length,
  )
  return number && { from: $from.start() + number.index, to: $from.start() + number.index + number.found.length }
}

/** Marks the selected words or the number at the caret as a case number, or removes the marker there. */
export const toggleCaseNumber: Command = (state, dispatch) => {
  const type = state.schema.marks['case_number']
  const marked = caseNumberAt(state)
  if (!type) return false
  if (marked) {
    dispatch?.(state.tr.removeMark(marked.from, marked.to, type))
    return true
  }
  const range = numberAt(state)
  const number = range && state.doc.textBetween(range.from, range.to).trim()
  if (!range || number === undefined || number === '' || number.length > limits.document.key_letters) return false
  dispatch?.(state.tr.addMark(range.from, range.to, type.create({ number })))
  return true
}
