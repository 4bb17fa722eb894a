import type { Editor } from '@tiptap/core'
import { closeHistory, redo, undo } from '@tiptap/pm/history'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { numbersIn } from '#shared/text/format/isolate.ts'
import { useStrings, useLanguage } from '#web/platform/strings/strings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import { classes } from '#web/ui/classes.ts'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isCommand, thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import { activate, type NoteOfText } from './notes.ts'
import { annotationsIn, removeAnnotation } from './annotations.ts'
import { isAnnotationType, isCategory } from './marks.ts'
import { revealIn } from './reveal.ts'
import { removeFootnote, writeFootnote, startMoving } from './footnotes.ts'
import tones from '#web/richText/tones.module.css'
import styles from './Margin.module.css'

type Props = { editor: Editor; annotation: NoteOfText; isActive: boolean; disabled: boolean; onEdit: () => void }

/** An annotation in the margin: choosing it shows its text. */
export function AnnotationCard({ editor, annotation, isActive, disabled, onEdit }: Props) {
  const { reader } = useStrings()
  const strings = legalEditorStrings[useLanguage()].annotation
  const { key, type, title, category, content } = annotation
  const show = () => {
    const [piece] = annotationsIn(editor.state.doc).find((one) => one.key === key)?.pieces ?? []
    editor.view.dispatch(activate(editor.state.tr, `annotation:${key}`))
    if (piece) revealIn(editor, piece.from)
  }
  return (
    <div className={classes(styles.card, tones[type])} data-now={isActive || undefined}>
      <button type="button" className={styles.face} aria-expanded={isActive} onClick={show}>
        <strong lang="dv" dir="auto">
          <FreeText>{title}</FreeText>
        </strong>
        <span className={styles.content} lang="dv" dir="auto">
          <FreeText>{content}</FreeText>
        </span>
        <small className={styles.kind}>
          {isAnnotationType(type) && (
            <>
              <AnnotationIcon type={type} />
              {reader.types[type]}
            </>
          )}
          <span aria-hidden="true">·</span> {isCategory(category) && reader.categories[category]}
        </small>
      </button>
      {isActive && !disabled && (
        // The focus stays in the text: cards can move when it leaves, from under the pointer.
        <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
          <IconButton icon="pencil" size="sm" label={strings.edit} onClick={onEdit} />
          <IconButton
            icon="trash"
            size="sm"
            label={strings.remove}
            onClick={() => {
              removeAnnotation(key)(editor.state, editor.view.dispatch)
              editor.view.focus()
            }}
          />
        </div>
      )}
    </div>
  )
}

type FootnoteCardProps = {
  editor: Editor
  footnote: { key: string; content: string; number: number }
  /** Whether it was inserted just now, by a tool or a key: then it is written at once. */
  isNew: boolean
  disabled: boolean
}

/** The open footnote. Its body is an attribute of the text: each burst of typing is one step that can be undone. */
export function FootnoteCard({ editor, footnote, isNew, disabled }: FootnoteCardProps) {
  const { key, content, number } = footnote
  const strings = legalEditorStrings[useLanguage()].footnote
  const { view } = editor
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) takeFocus(field.current, view.dom)
    // oxlint-disable-next-line react/exhaustive-deps -- when it opens
  }, [])
  return (
    <div className={styles.card} data-now="">
      <label className={styles.title}>
        <span>{strings.title(number)}</span>
        <textarea
          {...thaanaField}
          ref={field}
          data-footnote-body=""
          className={styles.body}
          dir="auto"
          lang="dv"
          rows={3}
          value={content}
          readOnly={disabled}
          maxLength={limits.document.note_letters}
          onChange={(event) => writeFootnote(key, event.target.value)(editor.state, view.dispatch)}
          onBlur={() => view.dispatch(closeHistory(editor.state.tr))}
          onKeyDown={(event) => onKey(event, editor)}
        />
      </label>
      <NumbersInOrder of={content} />
      {!disabled && (
        // The focus stays in the text: cards can move when it leaves, from under the pointer.
        <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
          <Button size="sm" variant="ghost" icon="refresh" onClick={() => startMoving(editor, key)}>
            {strings.move}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            onClick={() => {
              removeFootnote(key)(editor.state, view.dispatch)
              view.focus()
            }}
          >
            {strings.remove}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * The numbers with a dash or a slash of what a field contains, in order: after Dhivehi a field draws the parts of most of them
 * from right to left.
 */
export function NumbersInOrder({ of: content }: { of: string }) {
  const label = legalEditorStrings[useLanguage()].numbers
  const numbers = new Set(numbersIn(content).flatMap(({ found }) => (/[-–/]/.test(found) ? [found] : [])))
  if (numbers.size === 0) return null
  return (
    <p className={styles.numbers}>
      {label}:
      {[...numbers].map((number) => (
        <CaseNumber key={number} plain>
          {number}
        </CaseNumber>
      ))}
    </p>
  )
}

/** Focuses the field of a new footnote. Its card is placed next to the text in view; over the text, it may be out of view. */
function takeFocus(field: HTMLElement | null, text: HTMLElement) {
  if (!field) return
  field.focus({ preventScroll: true })
  const [card, page] = [field.getBoundingClientRect(), text.getBoundingClientRect()]
  // The margin places its cards in an effect that follows.
  if (card.left < page.right && page.left < card.right) queueMicrotask(() => field.scrollIntoView({ block: 'nearest' }))
}

/** Undo is that of the text, which contains the body; Escape returns to the number. */
function onKey(event: KeyboardEvent, { state, view }: Editor) {
  if (event.nativeEvent.isComposing) return
  const handler =
    event.key === 'Escape'
      ? () => view.focus()
      : isCommand(event, 'z')
        ? () => (event.shiftKey ? redo : undo)(state, view.dispatch)
        : isCommand(event, 'y')
          ? () => redo(state, view.dispatch)
          : undefined
  if (!handler) return
  event.preventDefault()
  event.stopPropagation()
  handler()
}
