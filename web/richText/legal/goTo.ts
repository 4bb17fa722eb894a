import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { revealIn } from './reveal.ts'

/** Puts the caret at a position, and shows it. */
export function goTo(editor: Editor, position: number | undefined, end = position) {
  if (position === undefined || end === undefined) return
  const { state, view } = editor
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position, end)))
  view.focus()
  revealIn(editor, position)
}
