import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Note } from '#shared/calls/notes.ts'
import type { NoteCategory } from '#shared/noteTypes.ts'
import { fingerprint } from '#shared/text/fingerprint.ts'
import { linesAround, type TextRange } from '#shared/text/textRange.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { scrollRangeIntoView } from '#web/library/reader/scrollIntoView.ts'
import { rangeOf, type TextMap } from '#web/library/reader/textMap.ts'
import { addMarkers, highlight, highlightNotes } from './drawNotes.ts'
import { offsetAtPoint, readNoteText, textRangeOf } from './noteText.ts'
import { annotationTypeOf } from './noteTypes.ts'

/** The open dialog: a note on a range of the text with this fingerprint, or one that is edited. */
export type NoteDialogState = { text: string; range: TextRange; quote: string } | { note: Note }

/** What is written in the dialog. */
export type NoteValues = Pick<Note, 'Type' | 'Title' | 'Description'> & { Category: Note['Category'] | '' }

/** Without what is not written, which the server would refuse. */
export const valuesOf = ({ Type, Title, Category, Description }: NoteValues): NoteValues => ({
  Type,
  Title,
  Category,
  Description,
})

export const emptyNote: NoteValues = { Type: 'General', Title: '', Category: '', Description: '' }

/** The user chooses a place in the text: for a new note, for the note with this `uid`, or for what `onPlace` begins. */
type Choosing = { uid?: string; onPlace?: (place: Range) => void }

export type NotesState = ReturnType<typeof useNotes>

type Options = {
  /** Empty for a draft, which has no notes. */
  reference: string
  /** The element of the text, a new one for each version. */
  article: HTMLElement | null
  /** Without it, a note is on whole paragraphs. */
  mayCopy: boolean
}

/** The user's notes on the shown text: drawn in it, changed, and opened by a click. */
export function useNotes({ reference, article, mayCopy }: Options) {
  const fetched = useFetchedNotes(reference, article)
  const { map, shown, notes, isTextCurrent } = fetched
  const panel = usePanel()
  useDrawnNotes({ article, map, notes: isTextCurrent ? notes : none, active: panel.active, onOpen: panel.open })

  const change = useChange(reference)
  const choose = (range: TextRange, { text } = map ?? { text: '' }) => {
    const { uid, onPlace } = panel.choosing ?? {}
    const Text = shown ?? fingerprint(text)
    const { start, end } = mayCopy ? range : linesAround(text, range)
    const place = onPlace && map && rangeOf(map, { start, end })
    if (place) onPlace(place)
    else if (uid === undefined) panel.setDialog({ text: Text, range: { start, end }, quote: text.slice(start, end) })
    else void change(post('notes/relocate', { uid, Text, Start: start, End: end }, { isSave: true }))
    panel.setChoosing(undefined)
  }
  return {
    ...fetched,
    ...panel,
    reference,
    article,
    mayCopy,
    choose,
    change,
    reload: useReload(reference),
    waiting: notes.filter(({ state }) => state !== 'placed').length,
    /** Scrolls to the text of a note and marks it. */
    show: (note: Note) => {
      panel.setActive(note.uid)
      const range = map && isTextCurrent && note.range ? rangeOf(map, note.range) : undefined
      if (range) scrollRangeIntoView(range)
    },
    /** A note on a range of the document; without text in it, the user chooses a place. The panel reports an outdated text. */
    startNote: (range?: Range) => {
      // The notes may still be loading.
      const text = map ?? (article ? readNoteText(article) : undefined)
      const selected = range && text && textRangeOf(text, range)
      if (!isTextCurrent) panel.setOpen(true)
      else if (selected) choose(selected, text)
      else panel.setChoosing({})
    },
  }
}

function useFetchedNotes(reference: string, article: HTMLElement | null) {
  const query = useQuery({
    queryKey: ['notes', reference],
    queryFn: ({ signal }) => fetchNotes(reference, signal),
    enabled: reference !== '',
  })
  // Measured: a long text is read and hashed in tens of milliseconds, for which its first frame does not wait.
  const isNeeded = query.isFetched
  const map = useMemo(() => (article && isNeeded ? readNoteText(article) : undefined), [article, isNeeded])
  const shown = useMemo(() => map && fingerprint(map.text), [map])
  const notes = query.data?.data ?? none
  // The ranges belong to the text of the answer; the shown one can be older, or newer.
  const isTextCurrent = query.data === undefined || query.data.text === shown
  return { map, shown, query, notes, isTextCurrent }
}

function usePanel() {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const [dialog, setDialog] = useState<NoteDialogState>()
  const [choosing, setChoosing] = useState<Choosing>()
  // The words of a new note that has no place yet.
  const [written, setWritten] = useState<NoteValues>()
  const open = (uid: string) => {
    setOpen(true)
    setActive(uid)
  }
  /** The text was changed meanwhile: the user chooses the place of what they have written in the new one. */
  const chooseFor = (values: NoteValues) => {
    setWritten(values)
    setDialog(undefined)
    setChoosing({})
  }
  return {
    isOpen,
    setOpen,
    active,
    setActive,
    open,
    dialog,
    setDialog,
    choosing,
    setChoosing,
    written,
    setWritten,
    chooseFor,
  }
}

/** Saves what is written in the dialog. */
export function sendNote(Reference: string, dialog: NoteDialogState, { Category, ...values }: NoteValues) {
  // An empty category is reported by the server like the other missing fields.
  const contents = { ...values, Category: Category as NoteCategory }
  if ('note' in dialog) {
    const { uid, updated_at } = dialog.note
    return post('notes/update', { uid, updated_at, ...contents }, { isSave: true })
  }
  const { text, range } = dialog
  const position = { Text: text, Start: range.start, End: range.end }
  return post('notes/create', { Reference, ...position, ...contents }, { isSave: true })
}

/** The note of the dialog as it was saved elsewhere meanwhile. */
export async function newerNote({ query }: Pick<NotesState, 'query'>, dialog: NoteDialogState) {
  const { data } = await query.refetch()
  return 'note' in dialog ? data?.data.find(({ uid }) => uid === dialog.note.uid) : undefined
}

const none: readonly Note[] = []

const fetchNotes = async (Reference: string, signal: AbortSignal) =>
  unwrapAnswer(await post('notes/get', { Reference }, { signal }))

/** Shows a refusal, and fetches the notes again. Returns whether the change was made. */
function useChange(reference: string) {
  const client = useQueryClient()
  return async (call: Promise<Answer>, done?: string): Promise<boolean> => {
    const answer = await call
    if (answer.Status === 'error') showAnswer(answer)
    else if (done !== undefined) showToast('good', done)
    await client.invalidateQueries({ queryKey: ['notes', reference] })
    return answer.Status === 'success'
  }
}

/** Fetches the text and its notes again. */
function useReload(reference: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['case', reference] }),
      client.invalidateQueries({ queryKey: ['notes', reference] }),
    ])
}

type Drawing = {
  article: HTMLElement | null
  map: TextMap | undefined
  notes: readonly Note[]
  active: string | undefined
  onOpen: (uid: string) => void
}

function useDrawnNotes({ article, map, notes, active, onOpen }: Drawing) {
  const language = useLanguage()
  const { types } = useStrings().reader
  useEffect(() => {
    if (!article || !map) return undefined
    article.setAttribute('data-notes-text', '')
    const labelOf = ({ Type, Title }: Note) => noteStrings[language].marker(types[annotationTypeOf[Type]], Title)
    const undo = [highlightNotes(map, notes), addMarkers(article, map, notes, { labelOf, onOpen })]
    const onClick = (event: MouseEvent) => {
      const uid = noteAt(map, notes, event)
      if (uid !== undefined) onOpen(uid)
    }
    article.addEventListener('click', onClick)
    return () => {
      article.removeEventListener('click', onClick)
      for (const one of undo) one()
    }
    // `onOpen` only sets state.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [article, map, notes, language, types])

  const range = notes.find(({ uid }) => uid === active)?.range
  useEffect(() => (map && range ? highlight(map, 'note-active', [range]) : undefined), [map, range])
}

/** The shortest note at a click that is neither the end of a selection nor on a control or an annotation. */
function noteAt(map: TextMap, notes: readonly Note[], event: MouseEvent): string | undefined {
  if (event.target instanceof Element && event.target.closest('button, a, [data-annotation]')) return undefined
  if (document.getSelection()?.isCollapsed === false) return undefined
  const offset = offsetAtPoint(map, event)
  if (offset === undefined) return undefined
  const lengthOf = ({ range }: Note) => (range ? range.end - range.start : 0)
  return notes
    .filter(({ range }) => range && range.start <= offset && offset < range.end)
    .toSorted((one, other) => lengthOf(one) - lengthOf(other))[0]?.uid
}
