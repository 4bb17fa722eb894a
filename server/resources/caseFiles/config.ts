import { sql } from 'kysely'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { Db } from '#server/db/database.ts'
import { readCourtCodes } from '#server/search/api/caseNumbers.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { numberKey, lockKeysShared } from './numberKey.ts'

/** The search key of a case number, by the current codes of the courts. */
export async function deriveNumberKey({ number }: Record<string, unknown>, db: Db) {
  const text = String(number)
  await lockKeysShared(db)
  return numberKey(text, isCodeAmong(await readCourtCodes(db, text)))
}

export const caseFilesConfig: ResourceConfig = {
  resource: caseFiles,
  listTextFields: ['case_numbers_text'],
  partitionFilter: { filter: 'Court', column: 'court_id' },
  extraListFields: ['number_order'],
  computed: {
    number_order: sql`case_files.number_order`,
    analysis: sql`(
      select jsonb_build_object('id', analysis.id, 'name', coalesce(nullif(analysis.case_numbers_text, ''), analysis.title))
        from analysis
       where analysis.case_file_id = case_files.id
         and analysis.deleted_at is null)`,
    case_numbers_text: sql`case_files.case_numbers_text`,
    case_types_text: sql`(
      select string_agg(case_types.name, '، ' order by position)
        from case_file_types
        join case_types on case_types.id = case_type_id
       where case_file_id = case_files.id)`,
  },
  derivedColumns: {
    case_numbers: { key: deriveNumberKey },
    related_cases: { key: deriveNumberKey },
  },
}
