import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { mayCopy } from '#server/session/session.ts'
import type { Note, NotesExport } from '#shared/calls/notes.ts'
import { limits } from '#shared/limits.ts'
import type { NoteContext } from './currentText.ts'
import { listNotes } from './listNotes.ts'

/**
 * The user's notes on a case for a file. Quotations are for users who may copy: each counts as a copy of the text, has at
 * most its length, and those beyond the limit of copies in an hour are left out.
 */
export async function exportNotes(context: NoteContext, { Reference }: { Reference: string }): Promise<NotesExport> {
  const { data } = await listNotes(context, { Reference })
  const copies = mayCopy(context.session)
  const allowed = copies ? await remainingCopies(context) : 0
  const quotes = data.slice(0, allowed).map(({ quote }) => shorten(quote))
  await recordCopies(context, Reference, quotes)
  return {
    data: data.map((note, index) => toExported(note, quotes[index] ?? null)),
    omitted: copies ? data.length - quotes.length : 0,
  }
}

const toExported = (
  { Type, Title, Category, Description, state, paragraph, footnote, created_at }: Note,
  quote: string | null,
) => ({
  Type,
  Title,
  Category,
  Description,
  state,
  paragraph,
  footnote,
  created_at,
  quote,
})

/** Locks the row of the user, as a copy does, so that both are counted one after the other. */
async function remainingCopies({ db, session }: SessionContext): Promise<number> {
  await sql`select from users where id = ${session.user_id} for update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
      from copies
     where user_id = ${session.user_id}
       and at > now() - interval '1 hour'`.execute(db)
  return Math.max(0, limits.reader.copies_per_hour - (rows[0]?.count ?? 0))
}

/** At most the length of a copy, cut between letters. */
function shorten(quote: string): string {
  // A character has at most two UTF-16 units, so that what follows cannot be in the copy.
  const letters = quote.slice(0, 2 * limits.reader.copy_letters + 2).match(/\P{M}\p{M}*/gsu) ?? []
  let shortened = ''
  let length = 0
  for (const letter of letters) {
    length += countCharacters(letter)
    if (length > limits.reader.copy_letters) return `${shortened}…`
    shortened += letter
  }
  return quote
}

const countCharacters = (text: string) => text.match(/./gsu)?.length ?? 0

async function recordCopies({ db, session }: SessionContext, reference: string, quotes: readonly string[]) {
  await sql`
    insert into copies (user_id, case_file_id, characters)
    select ${session.user_id}, id, characters
      from case_files, unnest(${quotes.map(countCharacters)}::integer[]) as characters
     where reference = ${reference}`.execute(db)
}
