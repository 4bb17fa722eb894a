import type { Editor } from '@tiptap/core'

/** Scrolls the text to a position, within the editor's own frame. */
export function revealIn({ view }: Editor, position: number) {
  const { node } = view.domAtPos(position)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}
