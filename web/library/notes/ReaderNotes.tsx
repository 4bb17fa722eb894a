import type { TextMap } from '#web/library/reader/textMap.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { NotesPanel } from './NotesPanel.tsx'
import { useChoosing } from './useChoosing.ts'
import type { NotesState } from './useNotes.ts'
import styles from './ReaderNotes.module.css'

/** The panel, the dialog and the choice of a place: the last column of the reader, or a sheet over its end on a phone. */
export function ReaderNotes({ notes }: { notes: NotesState }) {
  const { article, map, choosing, isOpen } = notes
  return (
    <>
      {isOpen && (
        <div className={styles.column} data-choosing={choosing !== undefined || undefined}>
          <NotesPanel notes={notes} />
        </div>
      )}
      {choosing && article && map && <ChoosingBar notes={notes} article={article} map={map} />}
      <NoteDialog notes={notes} />
    </>
  )
}

type Props = { notes: NotesState; article: HTMLElement; map: TextMap }

/** Asks for a place in the text while the user chooses one. */
function ChoosingBar({ notes, article, map }: Props) {
  const t = noteStrings[useLanguage()]
  const note = notes.notes.find(({ uid }) => uid === notes.choosing?.uid)
  const paragraph = useChoosing({
    article,
    map,
    start: note?.range ?? undefined,
    onChoose: notes.choose,
    onCancel: () => notes.setChoosing(undefined),
  })
  return (
    <div className={styles.choosing}>
      <Icon name="circle-dot" size={18} />
      <div className={styles.ask} role="status">
        <strong>{notes.mayCopy ? t.chooseText : t.chooseParagraph}</strong>
        <span className={styles.keys}>{t.chooseKeys}</span>
        <VisuallyHidden>{paragraph.slice(0, 80)}</VisuallyHidden>
      </div>
      <Button size="sm" variant="ghost" onClick={() => notes.setChoosing(undefined)}>
        {t.cancel}
      </Button>
    </div>
  )
}
