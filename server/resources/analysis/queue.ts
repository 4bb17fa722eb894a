import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { AnalysisQueue } from '#shared/calls/analyses.ts'
import { limits } from '#shared/limits.ts'

export async function readQueue(db: Db): Promise<AnalysisQueue> {
  const { rows } = await sql<AnalysisQueue>`
    select count(*) filter (where state = 'queued')::integer as waiting,
           count(*) filter (where state = 'running')::integer as running,
           floor(extract(epoch from now() - min(requested_at) filter (where state <> 'done')))::integer as oldest_seconds,
           coalesce(sum(page_count) filter (where state = 'done'), 0)::integer as pages_last_hour,
           count(*) filter (where state = 'done')::integer as files_last_hour,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', analysis_id, 'place', place) order by place)
               from (
                 select analysis_id, row_number() over (order by requested_at, id) as place
                   from analysis_runs
                  where state = 'queued'
                  order by requested_at, id
                  limit ${limits.analysis.shown_queue}) as queued), '[]') as places
      from analysis_runs
     where state in ('queued', 'running')
        or (state = 'done' and finished_at > now() - interval '1 hour')`.execute(db)
  return onlyRow(rows, 'an aggregate without groups has one row')
}
