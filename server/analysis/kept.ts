import { sql } from 'kysely'
import type { Kept } from '#server/crud/kept.ts'
import { analysis } from '#shared/resources/analysis.ts'

export const keptAnalysis: Kept = {
  resource: analysis,
  listed: ['case_numbers_text'],
  carried: ['status', 'is_waiting', 'warning_count', 'pdf_file'],
  computed: {
    case_numbers_text: sql`analysis.case_numbers_text`,
    warning_count: sql`(select count(*)::integer from analysis_warnings where analysis_id = analysis.id)`,
    is_finalized: sql`(analysis.status = 'Finalized')`,
  },
}
