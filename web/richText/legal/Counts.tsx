import type { Editor } from '@tiptap/core'

type Props = { editor: Editor; disabled: boolean }

/** The line of counts under the text. */
export function Counts({ editor, disabled }: Props) {
  return <footer data-disabled={disabled || editor.isDestroyed || undefined} />
}
