import type { Editor } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { thaanaField } from '#web/typing/followTyping.ts'
import { cleanPasted } from './pasted.ts'
import type { RichTextProps } from './RichText.tsx'
import { schema } from './schema.ts'

/** A long text is written down when the typing pauses, not at every letter. */
const pause_ms = 150

/** The editor of a text that is kept elsewhere as HTML. */
export function useRichText(props: RichTextProps, id: string): Editor {
  const { value, disabled = false } = props
  const [first] = useState(value ?? '')
  const editor = useEditor({
    extensions: schema,
    content: first,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: attributesOf(props, id), transformPastedHTML: cleanPasted },
  })
  useWriting(editor, props, first)
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  return editor
}

function attributesOf(props: RichTextProps, id: string): Record<string, string> {
  const { label, labelledBy, describedBy, required = false, invalid = false, disabled = false } = props
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': String(required),
    'aria-invalid': String(invalid),
    'aria-disabled': String(disabled),
    ...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    lang: 'dv',
    ...thaanaField,
    dir: 'rtl',
  }
}

/** Tells what is written, and takes up what was put in from outside: a draft, a record that was read anew. */
function useWriting(editor: Editor, { value, onChange, onBlur }: RichTextProps, first: string) {
  const written = useRef(first)
  /** The value that the outside knows. */
  const told = useRef(first)
  const tell = useEffectEvent(() => {
    const html = textOf(editor)
    if (html === written.current) return
    written.current = html
    told.current = html
    onChange(html)
  })
  const leave = useEffectEvent(() => onBlur?.())

  useEffect(() => {
    // On a busy machine the library has thrown this one away before it was used, and brings another at once.
    if (editor.isDestroyed) return undefined
    let timer = 0
    const later = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => tell(), pause_ms)
    }
    const now = () => {
      window.clearTimeout(timer)
      tell()
      leave()
    }
    // What the schema makes of the text as it came is no change that somebody made.
    written.current = textOf(editor)
    editor.on('update', later).on('blur', now)
    return () => {
      editor.off('update', later).off('blur', now)
      window.clearTimeout(timer)
      if (!editor.isDestroyed) tell()
    }
  }, [editor])

  const outside = value ?? ''
  useEffect(() => {
    if (editor.isDestroyed || outside === told.current || outside === written.current) return
    told.current = outside
    editor.commands.setContent(outside, { emitUpdate: false })
    written.current = textOf(editor)
  }, [editor, outside])
}

const textOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())
