import { sql } from 'kysely'
import type { Kept } from '#server/crud/serverResource.ts'
import type { Db } from '#server/db/database.ts'
import { readCourtCodes } from '#server/search/api/courtCodes.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { numberKey, whileMakingKeys } from './numberKey.ts'

/** The key under which a written number is found, by the codes that courts have now. */
export async function keyOf({ number }: Record<string, unknown>, db: Db) {
  const written = String(number)
  await whileMakingKeys(db)
  return numberKey(written, isCodeAmong(await readCourtCodes(db, written)))
}

export const keptCaseFiles: Kept = {
  resource: caseFiles,
  listed: ['case_numbers_text'],
  divided: { filter: 'Court', column: 'court_id' },
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
