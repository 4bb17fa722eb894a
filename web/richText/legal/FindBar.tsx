import type { Editor } from '@tiptap/core'

type Props = { editor: Editor; disabled: boolean; onClose: () => void }

/** Finds and replaces, under the toolbar. */
export function FindBar({ editor, disabled, onClose }: Props) {
  return <search data-disabled={disabled || editor.isDestroyed || undefined} onClick={onClose} />
}
