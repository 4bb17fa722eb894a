import { sql } from 'kysely'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type NoteText, noteTextTask } from '#server/html/textWork.ts'
import type { ReadingCounter } from '#server/rateLimits/rateLimiter.ts'
import { permission } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** The context of a call that reads the text of a case. */
export type NoteContext = SessionContext & { countReading: ReadingCounter }

/** The text of a case as it is now. */
export type CurrentText = NoteText & { case_file_id: number; version: number }

const noText = JSON.stringify({ content: [], footnotes: [] })

/**
 * Reads the text of a case that the user may read, by its reference or by its id, and counts it as opened. Throws
 * `case-not-found` or `too-many`.
 */
export async function readCurrentText(
  context: NoteContext,
  of: { reference: string } | { case_file_id: number },
): Promise<CurrentText> {
  const { db, session, offload } = context
  const { rows } = await sql<{ id: number; reference: string; version: number; case_content: string | null }>`
    select id, reference, version, case_content::text
      from case_files
     where ${'reference' in of ? sql`reference = ${of.reference}` : sql`id = ${of.case_file_id}`}
       and deleted_at is null
       and (published or ${session.abilities.includes(permission('read', caseFiles))})`.execute(db)
  if (!rows[0]) throw new ApiError('case-not-found')
  const { id, reference, version, case_content } = rows[0]
  await context.countReading(context, { Type: 'CaseFile', Reference: reference })
  return { case_file_id: id, version, ...(await offload(noteTextTask, case_content ?? noText)) }
}

/** Stores a text that a note refers to, and locks its row against the deletion of unused texts. Returns its id. */
export async function storeText({ db }: SessionContext, current: CurrentText): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into note_texts (case_file_id, version, fingerprint, text)
    values (${current.case_file_id}, ${current.version}, ${current.fingerprint}, ${current.text})
    on conflict (case_file_id, fingerprint) do update set version = note_texts.version
    returning id`.execute(db)
  return onlyRow(rows, 'insert into note_texts returned no row').id
}
