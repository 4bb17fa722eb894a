import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { marginNoteId } from './linkTargets.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import tones from '#web/richText/tones.module.css'
import styles from './AnnotationNote.module.css'

type Props = { annotation: Annotation; isActive: boolean; onActive: () => void; onLeave: () => void }

/** An annotation in the margin: its text and its type, by icon, color and name. */
export function AnnotationNote({ annotation, isActive, onActive, onLeave }: Props) {
  const t = useStrings().reader
  return (
    <div
      id={marginNoteId(annotation.key)}
      className={classes(styles.note, tones[annotation.type], isActive && styles.active)}
      role="note"
      aria-label={t.annotation(t.types[annotation.type], annotation.title)}
      tabIndex={-1}
      onClick={onActive}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Handled here, so that dialogs around the reader stay open.
        event.preventDefault()
        onLeave()
      }}
    >
      <AnnotationText annotation={annotation} />
      {isActive && (
        <IconButton
          icon="arrow-back"
          size="sm"
          className={styles.leave ?? ''}
          label={t.backToText}
          onClick={(event) => {
            event.stopPropagation()
            onLeave()
          }}
        />
      )}
    </div>
  )
}

/** The text of an annotation, in the margin and in popovers. */
export function AnnotationText({ annotation: { type, title, category, content } }: { annotation: Annotation }) {
  const t = useStrings().reader
  return (
    <>
      <strong className={styles.title} lang="dv" dir="auto">
        <FreeText>{title}</FreeText>
      </strong>
      <span className={styles.content} lang="dv" dir="auto">
        <FreeText>{content}</FreeText>
      </span>
      <small className={styles.kind}>
        <AnnotationIcon type={type} />
        {t.types[type]} <span aria-hidden="true">·</span> {t.categories[category]}
      </small>
    </>
  )
}
