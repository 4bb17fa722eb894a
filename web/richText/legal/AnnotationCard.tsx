import type { Editor } from '@tiptap/core'
import { useStrings, useLanguage } from '#web/platform/strings/strings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import tones from '#web/richText/tones.module.css'
import { classes } from '#web/ui/classes.ts'
import { FreeText } from '#web/ui/Text.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { activate } from './activeNote.ts'
import { annotationsIn, removeAnnotation } from './annotations.ts'
import { isAnnotationType, isCategory } from './marks.ts'
import type { NoteOfText } from './notes.ts'
import { revealIn } from './reveal.ts'
import styles from './Margin.module.css'

type Props = { editor: Editor; annotation: NoteOfText; isActive: boolean; disabled: boolean; onEdit: () => void }

/** An annotation in the margin: choosing it shows its text. */
export function AnnotationCard({ editor, annotation, isActive, disabled, onEdit }: Props) {
  const { reader } = useStrings()
  const t = legalEditorStrings[useLanguage()].annotation
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
          <IconButton icon="pencil" size="sm" label={t.edit} onClick={onEdit} />
          <IconButton
            icon="trash"
            size="sm"
            label={t.remove}
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
