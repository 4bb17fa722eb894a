import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/** Scrolls the text to a position, within the editor's own frame. */
export function revealIn({ view }: Editor, position: number) {
  const { node } = view.domAtPos(position)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}

/** Puts the caret at a position, and shows it. */
export function goTo(editor: Editor, position: number | undefined, end = position) {
  if (position === undefined || end === undefined) return
  const { state, view } = editor
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position, end)))
  view.focus()
  revealIn(editor, position)
}
