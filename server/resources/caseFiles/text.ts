import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { textRenderer } from '#server/html/textRenderer.ts'
import type { Citation, DerivedText } from '#server/html/textWork.ts'
import { readAllCourtCodes } from '#server/search/api/courtCodes.ts'
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

/** Which case a number means is looked up by its key when it is read: the case may come and go. */
async function insertCitations(db: Db, id: number, citations: readonly Citation[]) {
  await lockKeysShared(db)
  const isCode = isCodeAmong(await readAllCourtCodes(db))
  const keys = new Map([...new Set(citations.map(({ number }) => number))].map((one) => [one, numberKey(one, isCode)]))
  await sql`
    insert into case_citations (case_file_id, position, number, key, block, paragraph)
    select ${id}, ordinality - 1, number, key, block, paragraph
      from unnest(
             ${citations.map(({ number }) => number)}::text[],
             ${citations.map(({ number }) => keys.get(number))}::text[],
             ${citations.map(({ block }) => block)}::integer[],
             ${citations.map(({ printed }) => printed)}::integer[])
           with ordinality as given (number, key, block, paragraph, ordinality)`.execute(db)
}
