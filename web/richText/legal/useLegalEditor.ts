import { type Editor, getSchema } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Node } from '@tiptap/pm/model'
import { useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Delta } from '#shared/delta/delta.ts'
import { mergeTexts, resolveMerge } from '#shared/delta/merge.ts'
import { toProseMirror } from '#shared/delta/prosemirror.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { reportTyping, usePendingEdits } from '#web/richText/pendingEdits.ts'
import prose from '#web/richText/Prose.module.css'
import { IsolatedNumbers } from '#web/richText/isolatedNumbers.ts'
import { classes } from '#web/ui/classes.ts'
import { changeInto, deltaOf, isSameText } from './deltaOf.ts'
import { behavior } from './extension.ts'
import { clipboardOf } from './cleanPastedJudgment.ts'
import type { PicturedRecord } from './pictureLinks.ts'
import { schema } from './schema.ts'
import type { Dismissals } from './WarningList.tsx'
import styles from './LegalText.module.css'

export type LegalEditorProps = {
  /** The stored text; null means none. */
  value: Delta | null
  /** Called with the text, debounced while typing and on blur. */
  onChange: (text: Delta) => void
  onBlur?: () => void
  label: string
  labelledBy?: string
  required?: boolean
  invalid?: boolean
  disabled?: boolean
  height?: string | undefined
  /** The field to upload pictures for, `caseFiles.case_content`. */
  pictures: string
  /** The record of the text, by which its pictures are loaded; undefined while it is new. */
  record?: PicturedRecord | undefined
  /** Other people who are in the text, at a line counted from 0. */
  others?: readonly { name: string; line?: number }[]
  /** Without them, warnings cannot be dismissed. */
  dismissals?: Dismissals | undefined
  /** Called with the line of the caret, counted from 0; null when the text loses the focus. */
  onLine?: (line: number | null) => void
  /** Ctrl+S saves the text alone. */
  onSave?: (text: Delta) => void
}

/** A long text is encoded when the typing pauses. */
const pause_ms = 400

/** How many reports can be on their way to the parent and back. */
const maxReports = 5

const noText: Delta = { content: [], footnotes: [], annotations: [] }

/** An editor of a Delta that the parent component holds. */
export function useLegalEditor(props: LegalEditorProps, id: string): Editor {
  const { value, disabled = false } = props
  const [initial] = useState(() => toProseMirror(value ?? noText))
  const [clipboard] = useState(() => clipboardOf(documentSchema, props.record))
  const editor = useEditor({
    element: null,
    extensions,
    content: initial,
    editable: !disabled,
    injectCSS: false,
    // Nothing listens to what was deleted, which would be derived from each key.
    enableCoreExtensions: { delete: false },
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: attributesOf(props, id), ...clipboard },
  })
  mountOnce(editor)
  useSyncedText(editor, props)
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  return editor
}

const drawn = new WeakSet<Editor>()

/**
 * Draws the text. The library adds the plugins to a view that is drawn already, whose decorations are drawn into it again:
 * here they are part of the state that is drawn first.
 */
function mountOnce(editor: Editor) {
  if (drawn.has(editor)) return
  drawn.add(editor)
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
  editor.mount(document.createElement('div'))
}

const extensions = [...schema, behavior, IsolatedNumbers]

const documentSchema = getSchema(extensions)

function attributesOf(props: LegalEditorProps, id: string): Record<string, string> {
  const { label, labelledBy, required = false, invalid = false, disabled = false } = props
  return {
    id,
    class: classes(prose.prose, styles.text),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': String(required),
    'aria-invalid': String(invalid),
    'aria-disabled': String(disabled),
    ...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy }),
    lang: 'dv',
    ...thaanaField,
    dir: 'rtl',
  }
}

/** The text of the editor as a Delta. */
export const textOf = ({ state }: Editor): Delta => deltaOf(state.doc)

/** Reports changes of the text, and takes over changes from outside: a draft, a merge, an earlier version. */
function useSyncedText(editor: Editor, { value, onChange, onBlur }: LegalEditorProps) {
  /** The document that the parent knows. */
  const known = useRef<Node | undefined>(undefined)
  const received = useRef(value)
  /** The last reports that did not come back: a form returns copies, and the text may have changed since. */
  const reports = useRef<Delta[]>([])
  const report = useEffectEvent(() => {
    const { doc } = editor.state
    if (known.current?.eq(doc)) return
    const text = textOf(editor)
    known.current = doc
    reports.current = [...reports.current.slice(1 - maxReports), text]
    onChange(text)
  })
  const blur = useEffectEvent(() => onBlur?.())
  const pendingEdits = usePendingEdits()

  useEffect(() => {
    if (editor.isDestroyed) return undefined
    known.current ??= editor.state.doc
    return reportTyping(editor, { pendingEdits, pause_ms, report: () => report(), blur: () => blur() })
  }, [editor, pendingEdits])

  useEffect(() => {
    if (editor.isDestroyed || received.current === value) return
    received.current = value
    const returned = reports.current.findIndex((report) => isSameText(report, value))
    if (returned !== -1) {
      // It stays in the list, because a form can return it again.
      reports.current = reports.current.slice(returned)
      return
    }
    // The parent may go back to a text that it had before this one.
    reports.current = []
    known.current = takeOver(editor, known.current, value ?? noText)
  }, [editor, value])
}

/** Takes over a text of the parent; returns its document. What was typed and is not reported yet is merged into it. */
function takeOver(editor: Editor, known: Node | undefined, theirs: Delta): Node {
  if (!known || known.eq(editor.state.doc)) {
    replaceText(editor, theirs)
    return editor.state.doc
  }
  // The parent does not know the merged text: the update that follows reports it.
  replaceText(editor, resolveMerge(mergeTexts({ base: deltaOf(known), mine: textOf(editor), theirs }), []))
  return Node.fromJSON(editor.schema, toProseMirror(theirs))
}

const replaceText = ({ state, view }: Editor, text: Delta) => view.dispatch(closeHistory(changeInto(state, text)))
