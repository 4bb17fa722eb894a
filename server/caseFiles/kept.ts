import { sql } from 'kysely'
import type { Kept } from '#server/crud/kept.ts'
import type { Db } from '#server/db/database.ts'
import { readOwnCodes } from '#server/search/ownCodes.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { foldText } from '#shared/text/fold.ts'

/** The key under which a written number is found; a number in no known form is found as it is written. */
async function keyOf({ number }: Record<string, unknown>, db: Db) {
  const written = String(number)
  const key = caseNumberKey(written, isCodeAmong(await readOwnCodes(db, written)))
  return key ?? foldText(written).replace(/\s+/g, ' ').trim()
}

export const keptCaseFiles: Kept = {
  resource: caseFiles,
  listed: ['case_numbers_text'],
  carried: ['number_order'],
  computed: {
    number_order: sql`case_files.number_order`,
    case_numbers_text: sql`case_files.case_numbers_text`,
    case_types_text: sql`(
      select string_agg(case_types.name, '، ' order by position)
        from case_file_types
        join case_types on case_types.id = case_type_id
       where case_file_id = case_files.id)`,
  },
  derived: {
    case_numbers: { key: keyOf },
    related_cases: { key: keyOf },
  },
}
