import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { noteCategories, type NoteCategory, type NoteType, noteTypes } from '#shared/noteTypes.ts'
import { reference } from './search.ts'
import { visibleLine, visibleText } from './text.ts'

/**
 * `placed`: the text is unchanged. `moved`: it was edited, and the range is a proposal to confirm. `lost`: it was deleted.
 * Moved and lost notes wait for their owner.
 */
export type NoteState = 'placed' | 'moved' | 'lost'

export type Note = {
  uid: string
  Type: NoteType
  Title: string
  Category: NoteCategory
  Description: string
  state: NoteState
  /** The range in the current text (`noteText` of `shared/delta/blockText.ts`); null for a lost note. */
  range: { start: number; end: number } | null
  /** The block of the range, from 1, and the number that the judgment gives its paragraph. */
  paragraph: { number: number; printed: number | null } | null
  /** The number of the footnote of the range, which is in no paragraph. */
  footnote: number | null
  /** The text that the note was made on. */
  quote: string
  /** The text of a moved note now. */
  current_quote: string | null
  /** The version of the case on which it was made. */
  version: number
  created_at: string
  updated_at: string
}

const uid = z.uuid()
/** The fingerprint of the text that the client shows. */
const shownText = z
  .string()
  .length(32)
  .regex(/^[0-9a-f]+$/)
  .meta({ examples: ['0'.repeat(32)] })
const offset = z.int().min(0).max(limits.document.letters)
const range = { Text: shownText, Start: offset, End: offset }

const contents = {
  Type: z.enum(noteTypes),
  Title: visibleLine(limits.note.title_letters, 'title-needed'),
  Category: z.enum(noteCategories, 'category-needed'),
  Description: visibleText(limits.note.description_letters, 'description-needed'),
}

export const notesInput = z.strictObject({ Reference: reference })
export const createNoteInput = z.strictObject({ Reference: reference, ...range, ...contents })
/** `updated_at`: of the note that the client shows. Another one was changed elsewhere meanwhile. */
export const updateNoteInput = z.strictObject({
  uid,
  updated_at: z.iso
    .datetime()
    .max(30)
    .meta({ examples: ['2026-01-31T09:30:00.000Z'] }),
  ...contents,
})
export const noteInput = z.strictObject({ uid })
export const confirmNoteInput = z.strictObject({ uid, Text: shownText })
export const relocateNoteInput = z.strictObject({ uid, ...range })

/** `text`: the fingerprint of the text that the ranges refer to. */
export type NotesAnswer = { data: Note[]; text: string }

/** A note in an exported file. Its quotation is null for a user who may not copy, and beyond the limit of copies. */
export type ExportedNote = Pick<
  Note,
  'Type' | 'Title' | 'Category' | 'Description' | 'state' | 'paragraph' | 'footnote' | 'created_at'
> & {
  quote: string | null
}
/** `omitted`: the number of quotations that the limit of copies left out. */
export type NotesExport = { data: ExportedNote[]; omitted: number }
