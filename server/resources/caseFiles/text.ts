import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { textRenderer } from '#server/html/textRenderer.ts'
import type { Citation, DerivedText } from '#server/html/textWork.ts'
import { readAllCourtCodes } from '#server/search/api/caseNumbers.ts'
import { batchesOf } from '#shared/batches.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { lockKeysShared, numberKey } from './numberKey.ts'

/**
 * Writes what is derived from a text, in the transaction of its save. A trigger has added the row of `case_texts`, or
 * deleted it together with the text.
 */
export async function writeDerivedText(db: Db, id: number, { html, citations }: DerivedText): Promise<void> {
  await sql`
    update case_texts
       set html = ${html}, renderer = ${textRenderer}
     where case_file_id = ${id}`.execute(db)
  await sql`delete from case_citations where case_file_id = ${id}`.execute(db)
  if (citations.length > 0) await insertCitations(db, id, citations)
}

/** Citations of one statement: their keys are computed in one turn of the event loop. */
const citationsAtOnce = 1000

/** Which case a number means is looked up by its key when it is read: the case may come and go. */
async function insertCitations(db: Db, id: number, citations: readonly Citation[]) {
  await lockKeysShared(db)
  const isCode = isCodeAmong(await readAllCourtCodes(db))
  const numbered = citations.map((citation, position) => ({ ...citation, position }))
  for (const batch of batchesOf(numbered, citationsAtOnce))
    await sql`
      insert into case_citations (case_file_id, position, number, key, block, paragraph)
      select ${id}, position, number, key, block, paragraph
        from unnest(
               ${batch.map(({ position }) => position)}::integer[],
               ${batch.map(({ number }) => number)}::text[],
               ${batch.map(({ number }) => numberKey(number, isCode))}::text[],
               ${batch.map(({ block }) => block)}::integer[],
               ${batch.map(({ printed }) => printed)}::integer[])
             as given (position, number, key, block, paragraph)`.execute(db)
}
