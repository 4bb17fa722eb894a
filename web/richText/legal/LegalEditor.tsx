import type { Editor } from '@tiptap/core'
import { EditorContent, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Command, EditorState } from '@tiptap/pm/state'
import { isLinkAddress } from '#shared/delta/delta.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { isCommand } from '#web/platform/typing/thaanaKeyboard.ts'
import { AltRow, UploadStatus, usePictures } from '#web/richText/editor/usePictures.tsx'
import { classes } from '#web/ui/classes.ts'
import { normalizeAddress } from '#web/richText/editor/address.ts'
import { AskRow } from '#web/richText/editor/AskRow.tsx'
import { activate } from './notes.ts'
import { AnnotationPrompt, type Annotating, annotatingKey, annotatingSelection } from './AnnotationPrompt.tsx'
import { Counts } from './Counts.tsx'
import { changesText, type FrameTool } from './controls.tsx'
import { FindBar } from './FindBar.tsx'
import { insertFootnote, movingKey } from './footnotes.ts'
import { newKey } from './keys.ts'
import { Margin } from './Margin.tsx'
import { Outline } from './Outline.tsx'
import { lineOfCaret, setOthers } from './others.ts'
import { usePictureLinks } from './pictureLinks.ts'
import { Toolbar } from './Toolbar.tsx'
import { type LegalEditorProps, textOf, useLegalEditor } from './useLegalEditor.ts'
import styles from './LegalEditor.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

type Prompt = 'link' | 'alt' | 'find' | undefined

/** The editor of a judgment's text: tools, outline, text, margin with its notes, and a line of counts. */
export function LegalEditor(props: LegalEditorProps) {
  const { disabled = false, invalid = false, height = '60vh', onSave } = props
  const id = useId()
  const pictureUploads = usePictures(props.pictures)
  const editor = useLegalEditor(props, id)
  const frame = useFrame(editor, pictureUploads.choose)
  const { prompt, annotating, isFullScreen, isOutlineOpen, onFrameTool, editAnnotation, leave, dismiss, close } = frame
  useFocusOfStep(editor)
  useOthers(editor, props)
  usePictureLinks(editor, props.record)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tool = frameToolOf(event)
    // ProseMirror prevents the default of every Escape in the text.
    const isFree = !event.defaultPrevented || event.target === editor.view.dom
    if (event.key === 'Escape' && leave && isFree) leave()
    else if (isCommand(event, 's') && onSave) {
      if (!event.repeat && !disabled) saveText(editor, props)
    } else if (event.altKey && event.key === 'F10') focusToolbar(event.currentTarget)
    else if (tool && !(disabled && changesText(tool))) onFrameTool(tool)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={classes(styles.frame, invalid && styles.invalid, isFullScreen && styles.full)}
      data-legal-editor=""
      // Escape closes a refusal, or leaves the full screen or the outline, not the dialog around it.
      data-mantine-stop-propagation={leave !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <Toolbar {...{ editor, disabled, isFullScreen, isOutlineOpen, onFrameTool }} controls={id} />
      {prompt === 'find' && <FindBar editor={editor} disabled={disabled} onClose={close} />}
      {prompt === 'link' && <LinkRow editor={editor} onClose={close} />}
      {prompt === 'alt' && <AltRow editor={editor} onClose={close} />}
      <UploadStatus progress={pictureUploads.progress} problem={pictureUploads.problem} />
      <MovingStatus editor={editor} />
      <div className={styles.body} style={isFullScreen ? undefined : { blockSize: height }}>
        <div className={classes(styles.outline, isOutlineOpen && styles.opened)}>
          <Outline editor={editor} disabled={disabled} dismissals={props.dismissals} />
        </div>
        <div className={styles.scroll}>
          <EditorContent editor={editor} className={styles.text} {...pictureUploads.filesInto(editor)} />
          <Margin editor={editor} disabled={disabled} onEditAnnotation={editAnnotation} />
        </div>
      </div>
      <Counts editor={editor} disabled={disabled} />
      <AnnotationPrompt {...{ editor, annotating }} onClose={close} onDismiss={dismiss} />
    </div>
  )
}

/** Reports the text before it is saved: after a conflict the parent merges the text that it knows. */
function saveText(editor: Editor, { onChange, onSave }: LegalEditorProps) {
  const text = textOf(editor)
  onChange(text)
  onSave?.(text)
}

type ChoosePicture = ReturnType<typeof usePictures>['choose']

/** What is open in the frame, and the tools that open it. */
function useFrame(editor: Editor, choosePicture: ChoosePicture) {
  const [prompt, setPrompt] = useState<Prompt>()
  const [annotating, setAnnotating] = useState<Annotating>()
  const [isFullScreen, setFullScreen] = useState(false)
  const [isOutlineOpen, setOutlineOpen] = useState(false)
  const frameTools: Record<FrameTool, () => void> = {
    footnote: () => openNewFootnote(editor),
    annotation: () => setAnnotating(annotatingSelection(editor.state)),
    link: () => setPrompt('link'),
    picture: () => choosePicture(editor, () => setPrompt('alt')),
    find: () => setPrompt('find'),
    outline: () => setOutlineOpen(!isOutlineOpen),
    fullScreen: () => setFullScreen(!isFullScreen),
  }
  const isRefused = annotating !== undefined && 'refused' in annotating
  const dismiss = () => setAnnotating(undefined)
  const backToText = () => {
    dismiss()
    editor.view.focus()
  }
  return {
    prompt,
    annotating,
    isFullScreen,
    isOutlineOpen,
    onFrameTool: (tool: FrameTool) => frameTools[tool](),
    editAnnotation: (key: string) => setAnnotating(annotatingKey(editor.state, key)),
    leave: isRefused
      ? backToText
      : isFullScreen
        ? () => setFullScreen(false)
        : isOutlineOpen
          ? () => setOutlineOpen(false)
          : undefined,
    dismiss,
    close: () => {
      setPrompt(undefined)
      backToText()
    },
  }
}

/** Alt+F10, as in other editors. */
const focusToolbar = (frame: HTMLElement) => frame.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()

/** Inserts a footnote and opens its card, which takes the focus. */
function openNewFootnote({ state, view }: Editor) {
  const key = newKey()
  insertFootnote(key)(state, (tr) => view.dispatch(activate(tr, `footnote:${key}`, true)))
}

/** Ctrl+Alt+F and Ctrl+Alt+M, as in word processors; Ctrl+F finds, Ctrl+K links. */
function frameToolOf(event: KeyboardEvent): FrameTool | undefined {
  if (event.altKey) return isCommand(event, 'f') ? 'footnote' : isCommand(event, 'm') ? 'annotation' : undefined
  return isCommand(event, 'f') || isCommand(event, 'h') ? 'find' : isCommand(event, 'k') ? 'link' : undefined
}

/** How a footnote gets a new place, while it waits for one. */
function MovingStatus({ editor }: { editor: Editor }) {
  const strings = legalEditorStrings[useLanguage()].footnote
  const isMoving = useEditorState({ editor, selector: ({ editor: { state } }) => movingKey(state) !== undefined })
  return (
    <p role="status" className={classes(styles.status, !isMoving && styles.empty)}>
      {isMoving && strings.moving}
    </p>
  )
}

/** In a step of a form that was opened while this code was loaded, the text takes the focus from the step. */
function useFocusOfStep(editor: Editor) {
  useEffect(() => {
    // An editor that was rendered slowly is replaced by a new one.
    if (editor.isDestroyed) return
    const { activeElement } = document
    if (activeElement?.role === 'tabpanel' && activeElement.contains(editor.view.dom)) editor.view.focus()
  }, [editor])
}

/** Draws the other people in the text, and reports the line of the caret to them. */
function useOthers(editor: Editor, { others, onLine }: LegalEditorProps) {
  useEffect(() => {
    if (others && !editor.isDestroyed) editor.view.dispatch(setOthers(editor.state.tr, others))
  }, [editor, others])
  const report = useEffectEvent((line: number | null) => onLine?.(line))
  useEffect(() => {
    const reportLine = () => report(editor.isFocused ? lineOfCaret(editor.state) : null)
    editor.on('selectionUpdate', reportLine).on('focus', reportLine).on('blur', reportLine)
    return () => {
      editor.off('selectionUpdate', reportLine).off('focus', reportLine).off('blur', reportLine)
    }
  }, [editor])
}

/** Asks for the address of a link. */
function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const strings = editorStrings[useLanguage()]
  const current = linkAt(editor.state)?.href ?? ''
  const run = (href: string | null) => {
    setLink(href)(editor.state, editor.view.dispatch)
    onClose()
  }
  const apply = (typed: string) => {
    const address = normalizeAddress(typed, isLinkAddress)
    if (address === undefined) return strings.addressWrong
    run(address)
    return undefined
  }
  return (
    <AskRow
      label={strings.address}
      value={current}
      dir="ltr"
      onApply={apply}
      onClose={onClose}
      {...(current !== '' && { onRemove: () => run(null) })}
    />
  )
}

type Link = { from: number; to: number; href: string }

/** The link at the caret, or the first one in the selection. */
function linkAt({ doc, selection, schema }: EditorState): Link | undefined {
  const type = schema.marks['link']
  const { from, to } = selection
  let found: Link | undefined
  if (!type) return found
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
    const mark = node.isInline ? type.isInSet(node.marks) : undefined
    if (!mark) return
    const href = String(mark.attrs['href'])
    const end = position + node.nodeSize
    if (found?.href === href && found.to === position) found.to = end
    else found ??= { from: position, to: end, href }
  })
  return found
}

/** Links the selection or the link at the caret; without either, the address itself becomes the text. Null removes it. */
const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { tr, schema, selection } = state
    const type = schema.marks['link']
    if (!type) return false
    const { from, to } = (selection.empty ? linkAt(state) : undefined) ?? selection
    if (href === null) tr.removeMark(from, to, type)
    else if (from < to) tr.addMark(from, to, type.create({ href }))
    else tr.insert(from, schema.text(href, [type.create({ href })]))
    dispatch?.(tr.scrollIntoView())
    return true
  }
