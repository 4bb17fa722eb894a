import { sql } from 'kysely'
import { keyOf } from '#server/resources/caseFiles/kept.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { analysis } from '#shared/resources/analysis.ts'

export const keptAnalysis: Kept = {
  resource: analysis,
  listed: ['case_numbers_text'],
  divided: { filter: 'Court', column: 'court_id' },
  carried: ['status', 'is_waiting', 'warning_count', 'pdf_file', 'number_order'],
  computed: {
    number_order: sql`analysis.number_order`,
    case_numbers_text: sql`analysis.case_numbers_text`,
    warning_count: sql`(select count(*)::integer from analysis_warnings where analysis_id = analysis.id)`,
    is_finalized: sql`(analysis.status = 'Finalized')`,
  },
  derived: { analysis_case_numbers: { key: keyOf } },
}
