import type { Editor as Rich } from '@tiptap/core'
import { EditorContent } from '@tiptap/react'
import { type SyntheticEvent, useId, useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import prose from '#web/viewer/CleanHtml.module.css'
import { AskRow } from './AskRow.tsx'
import { readAddress } from './address.ts'
import type { RichTextProps } from './RichText.tsx'
import { Toolbar } from './Toolbar.tsx'
import { groupsOf } from './tools.ts'
import { usePictures } from './usePictures.ts'
import { useRichText } from './useRichText.ts'
import styles from './Editor.module.css'

type Asking = 'address' | 'alt' | undefined

export function Editor(props: RichTextProps) {
  const { tools, height, disabled = false, pictures: use, invalid = false } = props
  const id = useId()
  const sending = usePictures(use)
  const editor = useRichText(props, id)
  const [asking, setAsking] = useState<Asking>()

  const close = () => {
    setAsking(undefined)
    editor.commands.focus()
  }
  const takeFiles = (event: SyntheticEvent, from: DataTransfer | null) => {
    if (disabled || !sending.send(editor, [...(from?.files ?? [])])) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes(styles.frame, invalid && styles.invalid, disabled && styles.disabled)}>
      <Toolbar
        editor={editor}
        groups={groupsOf(tools, use)}
        disabled={disabled}
        controls={id}
        onAsk={(what) => {
          if (what === 'address') setAsking('address')
          else sending.choose(editor, () => setAsking('alt'))
        }}
      />
      {asking === 'address' && <AddressRow editor={editor} onClose={close} />}
      {asking === 'alt' && <AltRow editor={editor} onClose={close} />}
      <SendingLines part={sending.part} problem={sending.problem} />
      <EditorContent
        editor={editor}
        className={classes(styles.text, prose.rich)}
        style={{ minBlockSize: height }}
        onPasteCapture={(event) => takeFiles(event, event.clipboardData)}
        onDropCapture={(event) => takeFiles(event, event.dataTransfer)}
      />
    </div>
  )
}

type SendingProps = Pick<ReturnType<typeof usePictures>, 'part' | 'problem'>

/** How far a picture is on its way, and why one did not arrive. */
function SendingLines({ part, problem }: SendingProps) {
  const t = useStrings().editor
  return (
    <>
      {part !== undefined && (
        <p role="status" className={styles.status}>
          {t.uploading(Math.floor(part * 100))}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

type RowProps = { editor: Rich; onClose: () => void }

function AddressRow({ editor, onClose }: RowProps) {
  const t = useStrings().editor
  const { href } = editor.getAttributes('link')
  const now = typeof href === 'string' ? href : ''
  const apply = (typed: string) => {
    const address = readAddress(typed)
    if (address === undefined) return t.addressWrong
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without chosen words the address itself is what is read.
    if (editor.state.selection.empty && now === '')
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
    else chain.setLink({ href: address }).run()
    onClose()
    return undefined
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <AskRow
      label={t.address}
      value={now}
      dir="ltr"
      onApply={apply}
      onClose={onClose}
      {...(now !== '' && { onRemove: remove })}
    />
  )
}

function AltRow({ editor, onClose }: RowProps) {
  const t = useStrings().editor
  const { alt } = editor.getAttributes('picture')
  const apply = (typed: string) => {
    editor.commands.updateAttributes('picture', { alt: typed.trim() })
    onClose()
    return undefined
  }
  return <AskRow label={t.alt} value={typeof alt === 'string' ? alt : ''} dir="rtl" onApply={apply} onClose={onClose} />
}
