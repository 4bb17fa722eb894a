import { type Editor, getSchema } from '@tiptap/core'
import { DOMParser, type Node } from '@tiptap/pm/model'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Language } from '#shared/messages.ts'
import { IsolatedNumbers } from '#web/richText/isolatedNumbers.ts'
import { sanitizeRichText } from '#web/richText/sanitizer.ts'
import { otherScriptOf, scriptOf, scripts } from '#web/richText/scriptOf.ts'
import { reportTyping, usePendingEdits } from '#web/richText/pendingEdits.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { cleanPastedRichText } from './cleanPastedRichText.ts'
import { schema } from './schema.ts'
import type { ToolSet } from './tools.ts'

/** Changes of a long text are reported when the typing pauses. */
const pause_ms = 150

/** An editor of HTML that the parent component holds. */
export function useRichText(props: EditorProps, id: string): Editor {
  const { value, language, disabled = false } = props
  const [initialHtml] = useState(value ?? '')
  const [content] = useState(() => documentOf(initialHtml))
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    // The language of a page changes with its route, which must not cost the history of the text.
    editorProps: {
      attributes: attributesOf(props, id, initialHtml),
      decorations: ({ doc }) => language && blockDirections(doc, language),
      transformPastedHTML: cleanPastedRichText,
    },
  })
  useSyncedValue(editor, props, initialHtml)
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  return editor
}

const extensions = [...schema, IsolatedNumbers]

/** The blocks of a page have the direction that its readers see. */
function blockDirections(doc: Node, language: Language): DecorationSet {
  const blocks: Decoration[] = []
  doc.forEach((block, from) => {
    const script = block.attrs['dir'] ? undefined : otherScriptOf(block.textContent, language)
    if (script) blocks.push(Decoration.node(from, from + block.nodeSize, script))
  })
  return DecorationSet.create(doc, blocks)
}

const documentSchema = getSchema(schema)

/** Trusted Types: given a string, the editor would parse it by a call that the browser refuses. */
const documentOf = (html: string): object =>
  DOMParser.fromSchema(documentSchema).parse(sanitizeRichText(html)).toJSON() as object

function attributesOf(props: EditorProps, id: string, html: string): Record<string, string> {
  const { label, labelledBy, describedBy, language, required = false, invalid = false, disabled = false } = props
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
    ...(language === undefined ? scriptOf(sanitizeRichText(html).textContent) : scripts[language]),
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
  /** The language of the page that the text is of; default: that of the text when it is opened. */
  language?: Language | undefined
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
