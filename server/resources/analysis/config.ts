import { sql } from 'kysely'
import { deriveNumberKey } from '#server/resources/caseFiles/config.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { analysis } from '#shared/resources/analysis.ts'

export const analysisConfig: ResourceConfig = {
  resource: analysis,
  listTextFields: ['case_numbers_text'],
  partitionFilter: { filter: 'Court', column: 'court_id' },
  extraListFields: ['status', 'is_waiting', 'charge_status', 'warning_count', 'pdf_file', 'number_order'],
  computed: {
    number_order: sql`analysis.number_order`,
    case_numbers_text: sql`analysis.case_numbers_text`,
    warning_count: sql`(select count(*)::integer from analysis_warnings where analysis_id = analysis.id)`,
    is_finalized: sql`(analysis.status = 'Finalized')`,
  },
  derivedColumns: { analysis_case_numbers: { key: deriveNumberKey } },
}
