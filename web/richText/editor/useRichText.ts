import { type Editor, getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IsolatedNumbers } from '#web/richText/isolatedNumbers.ts'
import { sanitizeRichText } from '#web/richText/sanitizer.ts'
import { scriptOf } from '#web/richText/scriptOf.ts'
import { reportTyping, usePendingEdits } from '#web/richText/pendingEdits.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { cleanPastedRichText } from './cleanPastedRichText.ts'
import { schema } from './schema.ts'
import type { ToolSet } from './tools.ts'

/** Changes of a long text are reported when the typing pauses. */
const pause_ms = 150

/** An editor of HTML that the parent component holds. */
export function useRichText(props: EditorProps, id: string): Editor {
  const { value, disabled = false } = props
  const [initialHtml] = useState(value ?? '')
  const [content] = useState(() => documentOf(initialHtml))
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: attributesOf(props, id, initialHtml), transformPastedHTML: cleanPastedRichText },
  })
  useSyncedValue(editor, props, initialHtml)
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  return editor
}

const extensions = [...schema, IsolatedNumbers]

const documentSchema = getSchema(schema)

/** Trusted Types: given a string, the editor would parse it by a call that the browser refuses. */
const documentOf = (html: string): object =>
  DOMParser.fromSchema(documentSchema).parse(sanitizeRichText(html)).toJSON() as object

function attributesOf(props: EditorProps, id: string, html: string): Record<string, string> {
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
    ...thaanaField,
    ...scriptOf(sanitizeRichText(html).textContent),
  }
}

/** Reports changes of the text, and takes over changes from outside: a draft, a record that was fetched again. */
function useSyncedValue(editor: Editor, { value, onChange, onBlur }: EditorProps, initialHtml: string) {
  const currentHtml = useRef(initialHtml)
  /** The last value exchanged with the parent. */
  const reportedHtml = useRef(initialHtml)
  const report = useEffectEvent(() => {
    const html = textOf(editor)
    if (html === currentHtml.current) return
    currentHtml.current = html
    reportedHtml.current = html
    onChange(html)
  })
  const blur = useEffectEvent(() => onBlur?.())
  const pendingEdits = usePendingEdits()

  useEffect(() => {
    // On a busy machine the library may destroy an editor before its first use, and create another at once.
    if (editor.isDestroyed) return undefined
    // Normalization of the initial HTML by the schema is not a change by the user.
    currentHtml.current = textOf(editor)
    return reportTyping(editor, { pendingEdits, pause_ms, report: () => report(), blur: () => blur() })
  }, [editor, pendingEdits])

  const externalHtml = value ?? ''
  useEffect(() => {
    if (editor.isDestroyed || externalHtml === reportedHtml.current || externalHtml === currentHtml.current) return
    reportedHtml.current = externalHtml
    editor.commands.setContent(documentOf(externalHtml), { emitUpdate: false })
    currentHtml.current = textOf(editor)
  }, [editor, externalHtml])
}

const textOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())

export type EditorProps = {
  /** HTML as stored by the server; null and '' mean no text. */
  value: string | null
  /** Called with the HTML, debounced while typing and on blur; '' when empty. */
  onChange: (html: string) => void
  onBlur?: () => void
  tools: ToolSet
  /** The minimum height, as in `300px`. */
  height?: string | undefined
  label: string
  /** The id of an external label. */
  labelledBy?: string
  describedBy?: string
  required?: boolean
  invalid?: boolean
  disabled?: boolean
  /** The field to upload pictures for, `dynamicPages.page_content`; without one there are no pictures. */
  pictures?: string
}
