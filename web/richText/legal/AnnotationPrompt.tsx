import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { activate } from './notes.ts'
import { AnnotationDialog } from './AnnotationDialog.tsx'
import {
  addAnnotation,
  annotationAt,
  annotationsIn,
  type PlacedAnnotation,
  selectedWords,
  touchedAnnotation,
  updateAnnotation,
} from './annotations.ts'
import { revealIn } from './reveal.ts'
import styles from './AnnotationPrompt.module.css'

/**
 * What the annotation tool does now: a new one on the selection, a refusal, or a change of one. It stays as it was when the
 * dialog opened, because the text can change under what is being written.
 */
export type Annotating =
  | { words: string; annotation: PlacedAnnotation | undefined }
  | { refused: PlacedAnnotation | 'no-words' }

/** A selection that touches an annotation is refused, and the annotation stays. The caret in one changes it. */
export function annotatingSelection(state: EditorState): Annotating {
  const around = state.selection.empty ? annotationAt(state) : undefined
  if (around) return changing(state, around)
  const words = selectedWords(state)
  const touched = touchedAnnotation(state)
  if (touched) return { refused: touched }
  return words === '' ? { refused: 'no-words' } : { words, annotation: undefined }
}

export function annotatingKey(state: EditorState, key: string): Annotating | undefined {
  const annotation = annotationsIn(state.doc).find((one) => one.key === key)
  return annotation && changing(state, annotation)
}

const changing = ({ doc }: EditorState, annotation: PlacedAnnotation): Annotating => ({
  words: annotation.pieces.map(({ from, to }) => doc.textBetween(from, to, ' ')).join(' … '),
  annotation,
})

type Props = {
  editor: Editor
  annotating: Annotating | undefined
  /** Closes it, and returns to the text. */
  onClose: () => void
  /** Closes it, and leaves the focus where it is. */
  onDismiss: () => void
}

export function AnnotationPrompt({ editor, annotating, onClose, onDismiss }: Props) {
  const { gone } = legalEditorStrings[useLanguage()].annotation
  if (!annotating) return null
  if ('refused' in annotating) return <Refusal {...{ editor, onDismiss }} refused={annotating.refused} />
  const { words, annotation } = annotating
  return (
    <AnnotationDialog
      words={words}
      initial={annotation}
      onClose={onClose}
      onSave={(data) => {
        const command = annotation ? updateAnnotation(annotation.key, data) : addAnnotation(data)
        if (!command(editor.state, editor.view.dispatch)) return annotation ? gone.annotation : gone.words
        onClose()
        return undefined
      }}
    />
  )
}

type RefusalProps = { editor: Editor; refused: PlacedAnnotation | 'no-words'; onDismiss: () => void }

/**
 * Under the selection, until that changes or something else is pressed: why no annotation can be made here, and the one that
 * stays.
 */
function Refusal({ editor, refused, onDismiss }: RefusalProps) {
  const strings = legalEditorStrings[useLanguage()].annotation
  const [place] = useState(() => placeBelow(editor))
  const box = useRef<HTMLDivElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (transaction.docChanged || transaction.selectionSet) dismiss()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && box.current?.contains(target))) dismiss()
    }
    editor.on('transaction', onTransaction)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      editor.off('transaction', onTransaction)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [editor])
  const show = (annotation: PlacedAnnotation) => {
    editor.view.dispatch(activate(editor.state.tr, `annotation:${annotation.key}`))
    revealIn(editor, annotation.pieces[0]?.from ?? 0)
    editor.view.focus()
    onDismiss()
  }
  return (
    <div
      ref={box}
      role="alert"
      className={styles.refusal}
      style={place}
      tabIndex={-1}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDismiss()
      }}
    >
      <Icon name="circle-x" />
      <div>
        <strong>{refused === 'no-words' ? strings.select : strings.overlap}</strong>
        {refused !== 'no-words' && (
          <Button size="sm" variant="soft" autoFocus onClick={() => show(refused)}>
            <FreeText>{refused.title}</FreeText>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Below the end of the selection, within the window. */
function placeBelow({ view }: Editor): CSSProperties {
  const { bottom, left } = view.coordsAtPos(view.state.selection.to)
  return {
    insetBlockStart: Math.min(bottom + 6, window.innerHeight - 120),
    left: Math.max(12, Math.min(left - 180, window.innerWidth - 380)),
  }
}
