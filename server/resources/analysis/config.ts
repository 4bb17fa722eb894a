import { type RawBuilder, sql } from 'kysely'
import { deriveNumberKeys } from '#server/resources/caseFiles/config.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { acceptDuplicate } from '#shared/calls/analyses.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { isCurrentWarning } from './currentWarning.ts'

/** An expression over the run of an analysis that is queued or works. */
const unfinishedRun = (expression: RawBuilder<unknown>) => sql`(
  select ${expression}
    from analysis_runs
   where analysis_runs.analysis_id = analysis.id
     and state in ('queued', 'running'))`

/** A run that failed before the analysis was cancelled or finalized says nothing any more. */
const hasFailed = sql`(analysis.failed_at is not null and analysis.status not in ('Cancelled', 'Finalized'))`

export const analysisConfig: ResourceConfig = {
  resource: analysis,
  saveOptions: acceptDuplicate,
  listTextFields: ['case_numbers_text'],
  partitionFilter: { filter: 'Court', column: 'court_id' },
  extraListFields: [
    'status',
    'is_waiting',
    'charge_status',
    'warning_count',
    'pdf_file',
    'number_order',
    'run_state',
    'run_place',
    'run_pages',
    'run_page_count',
    'failure_code',
  ],
  computed: {
    number_order: sql`analysis.number_order`,
    // Written in the language of the reader, where a record is found.
    effort_reasons: sql`''`,
    status_reason: sql`''`,
    charge_reason: sql`''`,
    case_numbers_text: sql`analysis.case_numbers_text`,
    warning_count: sql`(
      select count(*)::integer from analysis_warnings where analysis_id = analysis.id and ${isCurrentWarning})`,
    run_state: sql`coalesce(${unfinishedRun(sql`state`)}, case when ${hasFailed} then 'failed' end)`,
    run_place: unfinishedRun(sql`
      case when state = 'queued' then (
        select 1 + count(*)::integer
          from analysis_runs as earlier
         where earlier.state = 'queued'
           and (earlier.requested_at, earlier.id) < (analysis_runs.requested_at, analysis_runs.id))
      end`),
    run_pages: unfinishedRun(sql`pages_done`),
    run_page_count: unfinishedRun(sql`page_count`),
    failure_code: sql`case when ${hasFailed} then analysis.failure_code end`,
    case_file: sql`(
      select jsonb_build_object('id', case_files.id, 'name', case_files.case_numbers_text)
        from case_files
       where case_files.id = analysis.case_file_id
         and case_files.deleted_at is null)`,
    content: sql`coalesce((
      select string_agg(op ->> 'insert', '' order by position)
        from jsonb_array_elements(analysis.case_content -> 'content') with ordinality as ops (op, position)
       where jsonb_typeof(op -> 'insert') = 'string'), '')`,
    is_finalized: sql`(analysis.status = 'Finalized')`,
  },
  derivedColumns: { analysis_case_numbers: { key: deriveNumberKeys } },
}
