import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import type { NotesState } from './useNotes.ts'
import styles from './NotesButton.module.css'

/** The id of the panel, and of the button that opens it and receives the focus back. */
export const panelId = 'own-notes'
export const buttonId = 'own-notes-button'

/** Opens the panel of the user's notes; it counts those that wait for the user. */
export function NotesButton({ notes: { isOpen, setOpen, waiting } }: { notes: NotesState }) {
  const strings = noteStrings[useLanguage()]
  return (
    <button
      type="button"
      id={buttonId}
      className={styles.button}
      title={strings.own}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon name="note" size={18} />
      <span className={styles.word}>{strings.notes}</span>
      {waiting > 0 && (
        <span className={styles.waiting}>
          <span aria-hidden="true" className={styles.count}>
            <span className={styles.sign}>
              <Icon name="alert" size={14} />
            </span>
            <Count>{waiting}</Count>
          </span>
          <VisuallyHidden>{strings.waiting(waiting)}</VisuallyHidden>
        </span>
      )}
    </button>
  )
}
