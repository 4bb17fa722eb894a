import type { Editor } from '@tiptap/core'

type Props = { editor: Editor; disabled: boolean }

/** The headings of the text, and the warnings above them. */
export function Outline({ editor, disabled }: Props) {
  return <nav data-disabled={disabled || editor.isDestroyed || undefined} />
}
