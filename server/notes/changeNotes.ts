import { sql } from 'kysely'
import type { z } from 'zod'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { utc } from '#server/db/utc.ts'
import { mayCopy } from '#server/session/session.ts'
import type {
  confirmNoteInput,
  createNoteInput,
  noteInput,
  relocateNoteInput,
  updateNoteInput,
} from '#shared/calls/notes.ts'
import { limits } from '#shared/limits.ts'
import { linesAround, snapToLetters, type TextRange } from '#shared/text/textRange.ts'
import { type CurrentText, type NoteContext, readCurrentText, storeText } from './currentText.ts'

/** Creates a note on the text that the client shows. Throws `text-changed`, `notes-full`, or `invalid`. */
export async function createNote(context: NoteContext, input: z.output<typeof createNoteInput>) {
  const { db, session } = context
  const { Type, Title, Category, Description } = input
  const current = await readCurrentText(context, { reference: input.Reference })
  const range = checkRange(context, current, input)
  await requireSpace(context, current)
  const text_id = await storeText(context, current)
  const { rows } = await sql<{ uid: string }>`
    insert into notes (user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote,
                       type, title, category, description)
    values (${session.user_id}, ${current.case_file_id}, ${current.version}, ${text_id}, ${text_id}, ${range.start},
            ${range.end}, ${current.text.slice(range.start, range.end)}, ${Type}, ${Title}, ${Category}, ${Description})
    returning uid`.execute(db)
  return onlyRow(rows, 'insert into notes returned no row')
}

/** Locks the row of the user, so that concurrent calls are counted one after the other. */
async function requireSpace({ db, session }: SessionContext, { case_file_id }: CurrentText) {
  await sql`select from users where id = ${session.user_id} for update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
      from notes
     where user_id = ${session.user_id}
       and case_file_id = ${case_file_id}`.execute(db)
  const maximum = limits.note.per_case
  if ((rows[0]?.count ?? 0) >= maximum) throw new ApiError('notes-full', { values: { maximum } })
}

type ShownRange = { Text: string; Start: number; End: number }

/** The range in the current text, at whole letters. For a user who may not copy it is whole paragraphs. */
function checkRange(context: SessionContext, current: CurrentText, { Text, Start, End }: ShownRange): TextRange {
  if (Text !== current.fingerprint) throw new ApiError('text-changed')
  const range = snapToLetters(current.text, { start: Start, end: End })
  if (!range) throw new ApiError('invalid', { fields: { Start: [{ code: 'range-empty' }] } })
  return wholeParagraphs(context, current, range)
}

/** Throws `invalid` when it is longer than a quotation may be. */
function wholeParagraphs({ session }: SessionContext, { text }: CurrentText, range: TextRange): TextRange {
  const whole = mayCopy(session) ? range : linesAround(text, range)
  const maximum = limits.note.quote_letters
  if (whole.end - whole.start > maximum)
    throw new ApiError('invalid', { fields: { End: [{ code: 'range-long', values: { maximum } }] } })
  return whole
}

/** Throws `changed-elsewhere` when the client shows an older version of the note, which it would overwrite. */
export async function updateNote(context: SessionContext, input: z.output<typeof updateNoteInput>) {
  const { uid, Type, Title, Category, Description } = input
  const { id, updated_at } = await lockNote(context, uid)
  if (input.updated_at !== updated_at) throw new ApiError('changed-elsewhere')
  await sql`
    update notes
       set type = ${Type}, title = ${Title}, category = ${Category}, description = ${Description}, updated_at = now()
     where id = ${id}`.execute(context.db)
  return {}
}

export async function deleteNote({ db, session }: SessionContext, { uid }: z.output<typeof noteInput>) {
  const { numAffectedRows } = await sql`delete from notes where uid = ${uid} and user_id = ${session.user_id}`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw new ApiError('note-not-found')
  return {}
}

type StoredNote = {
  id: number
  case_file_id: number
  state: string
  start: number | null
  end: number | null
  fingerprint: string
  updated_at: string
}

/** Locks a note of the user. `start` and `end` are the proposed range of a moved one. Throws `note-not-found`. */
async function lockNote({ db, session }: SessionContext, uid: string): Promise<StoredNote> {
  const { rows } = await sql<StoredNote>`
    select notes.id, notes.case_file_id, state, moved_start as start, moved_end as "end", fingerprint,
           ${utc('notes.updated_at')} as updated_at
      from notes
      join note_texts on note_texts.id = carried_text_id
     where uid = ${uid}
       and user_id = ${session.user_id}
       for update of notes`.execute(db)
  if (!rows[0]) throw new ApiError('note-not-found')
  return rows[0]
}

/** Accepts the proposed range of a moved note. Throws `text-changed` when the client shows another text, or `invalid`. */
export async function confirmNote(context: NoteContext, { uid, Text }: z.output<typeof confirmNoteInput>) {
  const { id, case_file_id, state, start, end, fingerprint } = await lockNote(context, uid)
  const current = await readCurrentText(context, { case_file_id })
  if (Text !== current.fingerprint || fingerprint !== current.fingerprint) throw new ApiError('text-changed')
  if (state !== 'moved' || start === null || end === null) throw new ApiError('wrong-status')
  await placeNote(context, id, current, wholeParagraphs(context, current, { start, end }))
  return {}
}

/** Gives a note another range of the text that the client shows. */
export async function relocateNote(context: NoteContext, input: z.output<typeof relocateNoteInput>) {
  const { id, case_file_id } = await lockNote(context, input.uid)
  const current = await readCurrentText(context, { case_file_id })
  await placeNote(context, id, current, checkRange(context, current, input))
  return {}
}

async function placeNote(context: SessionContext, id: number, current: CurrentText, { start, end }: TextRange) {
  const text_id = await storeText(context, current)
  await sql`
    update notes
       set state = 'placed', text_id = ${text_id}, carried_text_id = ${text_id}, version = ${current.version},
           range_start = ${start}, range_end = ${end}, moved_start = null, moved_end = null,
           quote = ${current.text.slice(start, end)}, updated_at = now()
     where id = ${id}`.execute(context.db)
}
