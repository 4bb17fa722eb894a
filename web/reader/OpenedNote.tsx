import type { CaseText } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { AnnotationText } from './AnnotationNote.tsx'
import { NotePopover } from './NotePopover.tsx'
import type { NoteState } from './useOpenedNote.ts'

/** The footnote, or on a narrow screen the annotation, that is open over the text. */
export function OpenedNote({ note: { opened, opener, close }, text }: { note: NoteState; text: CaseText }) {
  const t = useStrings().reader
  if (!opened || !opener || opened.where === 'margin') return null

  if (opened.kind === 'annotation') {
    const annotation = text.annotations.find(({ key }) => key === opened.key)
    if (!annotation) return null
    return (
      <NotePopover label={t.notes} opener={opener} onClose={close}>
        <AnnotationText annotation={annotation} />
      </NotePopover>
    )
  }

  const index = text.footnotes.findIndex(({ key }) => key === opened.key)
  const footnote = text.footnotes[index]
  if (!footnote) return null
  return (
    <NotePopover label={t.footnote(index + 1)} opener={opener} onClose={close}>
      <p lang="dv" dir="auto">
        {footnote.content}
      </p>
    </NotePopover>
  )
}
