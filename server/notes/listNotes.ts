import { sql } from 'kysely'
import { utc } from '#server/db/utc.ts'
import { hasScope } from '#server/session/session.ts'
import type { Note, NotesAnswer } from '#shared/calls/notes.ts'
import { carryNotes } from './carryNotes.ts'
import { type CurrentText, type NoteContext, readCurrentText } from './currentText.ts'

type NoteRow = Pick<
  Note,
  'uid' | 'Type' | 'Title' | 'Category' | 'Description' | 'state' | 'quote' | 'version' | 'created_at' | 'updated_at'
> & { start: number | null; end: number | null }

/** The user's notes on a case, carried over to its current text, in the order of the text; lost ones are last. */
export async function listNotes(context: NoteContext, { Reference }: { Reference: string }): Promise<NotesAnswer> {
  const current = await readCurrentText(context, { reference: Reference })
  await carryNotes(context, current)
  const { rows } = await sql<NoteRow>`
    select uid, type as "Type", title as "Title", category as "Category", description as "Description",
           state, quote, version, ${utc('created_at')} as created_at, ${utc('updated_at')} as updated_at,
           case state when 'placed' then range_start else moved_start end as start,
           case state when 'placed' then range_end else moved_end end as "end"
      from notes
     where user_id = ${context.session.user_id}
       and case_file_id = ${current.case_file_id}
     order by start nulls last, id`.execute(context.db)
  const lineStarts = lineStartsOf(current.text)
  const notes = rows.map((row) => toNote(row, current, lineStarts))
  // Without the scope to read it, a token gets what its user has noted, and not what the text is now.
  const data = hasScope(context.session, 'library') ? notes : notes.map((note) => ({ ...note, current_quote: null }))
  return { data, text: current.fingerprint }
}

/** Where each line of a text starts. */
function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function toNote({ start, end, ...row }: NoteRow, current: CurrentText, lineStarts: readonly number[]): Note {
  const range = start === null || end === null ? null : { start, end }
  return {
    ...row,
    range,
    ...placeOf(range?.start, current, lineStarts),
    current_quote: range && row.state === 'moved' ? current.text.slice(range.start, range.end) : null,
  }
}

/** In a paragraph, or in a footnote by its number. */
function placeOf(offset: number | undefined, { printed, footnoteStarts }: CurrentText, lineStarts: readonly number[]) {
  if (offset === undefined) return { paragraph: null, footnote: null }
  const footnote = footnoteStarts.findLastIndex((start) => start <= offset) + 1
  if (footnote > 0) return { paragraph: null, footnote }
  const index = lineStarts.findLastIndex((start) => start <= offset)
  return { paragraph: { number: index + 1, printed: printed[index] ?? null }, footnote: null }
}
