import type { Editor as Rich } from '@tiptap/core'
import { EditorContent } from '@tiptap/react'
import { useId, useState } from 'react'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import prose from '#web/richText/CleanHtml.module.css'
import { AskRow } from './AskRow.tsx'
import { normalizeAddress } from './address.ts'
import { AltRow, UploadStatus, usePictures } from './usePictures.tsx'
import { type EditorProps, useRichText } from './useRichText.ts'
import { Toolbar } from './Toolbar.tsx'
import { groupsOf } from './tools.ts'
import styles from './Editor.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

type Prompt = 'address' | 'alt' | undefined

export function Editor(props: EditorProps) {
  const { tools, height, disabled = false, pictures: uploadField, invalid = false } = props
  const id = useId()
  const pictureUploads = usePictures(uploadField)
  const editor = useRichText(props, id)
  const [prompt, setPrompt] = useState<Prompt>()

  const close = () => {
    setPrompt(undefined)
    editor.commands.focus()
  }
  return (
    <div className={classes(styles.frame, invalid && styles.invalid, disabled && styles.disabled)}>
      <Toolbar
        editor={editor}
        groups={groupsOf(tools, uploadField)}
        disabled={disabled}
        controls={id}
        onPrompt={(what) => {
          if (what === 'address') setPrompt('address')
          else pictureUploads.choose(editor, () => setPrompt('alt'))
        }}
      />
      {prompt === 'address' && <AddressRow editor={editor} onClose={close} />}
      {prompt === 'alt' && <AltRow editor={editor} onClose={close} />}
      <UploadStatus progress={pictureUploads.progress} problem={pictureUploads.problem} />
      <EditorContent
        editor={editor}
        className={classes(styles.text, prose.rich)}
        style={{ minBlockSize: height }}
        {...pictureUploads.filesInto(editor)}
      />
    </div>
  )
}

type RowProps = { editor: Rich; onClose: () => void }

function AddressRow({ editor, onClose }: RowProps) {
  const strings = editorStrings[useLanguage()]
  const { href } = editor.getAttributes('link')
  const currentHref = typeof href === 'string' ? href : ''
  const apply = (typed: string) => {
    const address = normalizeAddress(typed)
    if (address === undefined) return strings.addressWrong
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without a selection the address itself becomes the link text.
    if (editor.state.selection.empty && currentHref === '')
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
      label={strings.address}
      value={currentHref}
      dir="ltr"
      onApply={apply}
      onClose={onClose}
      {...(currentHref !== '' && { onRemove: remove })}
    />
  )
}
