import type { Editor } from '@tiptap/core'
import { useStrings } from '#web/platform/strings/strings.ts'
import { normalizeAddress } from '#web/richText/editor/address.ts'
import { AskRow } from '#web/richText/editor/AskRow.tsx'
import { linkAt, setLink } from './links.ts'

/** Asks for the address of a link. */
export function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useStrings().editor
  const current = linkAt(editor.state)?.href ?? ''
  const run = (href: string | null) => {
    setLink(href)(editor.state, editor.view.dispatch)
    onClose()
  }
  const apply = (typed: string) => {
    const address = normalizeAddress(typed)
    if (address === undefined) return t.addressWrong
    run(address)
    return undefined
  }
  return (
    <AskRow
      label={t.address}
      value={current}
      dir="ltr"
      onApply={apply}
      onClose={onClose}
      {...(current !== '' && { onRemove: () => run(null) })}
    />
  )
}
