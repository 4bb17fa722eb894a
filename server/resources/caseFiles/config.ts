import { sql } from 'kysely'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { Db } from '#server/db/database.ts'
import { readAllCourtCodes } from '#server/search/api/caseNumbers.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { numberKey, lockKeysShared } from './numberKey.ts'

/** The search keys of case numbers, by the current codes of the courts. */
export async function deriveNumberKeys(rows: readonly Record<string, unknown>[], db: Db) {
  await lockKeysShared(db)
  const isCode = isCodeAmong(await readAllCourtCodes(db))
  return rows.map(({ number }) => numberKey(String(number), isCode))
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
    case_numbers: { key: deriveNumberKeys },
    related_cases: { key: deriveNumberKeys },
  },
  uniqueColumns: {
    case_numbers: { column: 'key', where: sql`live`, ownerName: sql`coalesce(nullif(title, ''), case_numbers_text)` },
  },
}
