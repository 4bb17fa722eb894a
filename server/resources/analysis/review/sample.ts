import { sql } from 'kysely'
import { drawSample, type SampledLine } from '#server/analysis/review/reviewItems.ts'
import type { Db } from '#server/db/database.ts'
import type { Review } from '#shared/calls/review.ts'
import { reviewLimits } from '#shared/resources/analysisReview.ts'

/** The blind sample of an analysis: some of the lines that its last run was sure of, which a user compares with the page. */

/** The run that read the current pages. */
export const lastRun = (id: number) => sql`(
  select max(id)
    from analysis_runs
   where analysis_id = ${id}
     and state = 'done')`

/** Draws the sample of a run. Of earlier ones only the lines remain that a user has checked. */
export async function storeSample(db: Db, analysis_id: number, run_id: number, sure: readonly SampledLine[]) {
  await sql`
    delete from analysis_sample_lines
     where analysis_id = ${analysis_id}
       and is_right is null`.execute(db)
  await sql`
    insert into analysis_sample_lines (analysis_id, run_id, page, line, text, confidence)
    select ${analysis_id}, ${run_id}, page, line, text, confidence
      from jsonb_to_recordset(${JSON.stringify(drawSample(sure))}::jsonb)
           as drawn (page integer, line integer, text text, confidence real)`.execute(db)
}

type StoredLine = Omit<SampledLine, 'confidence'> & { is_right: boolean | null }

export async function readSample(db: Db, id: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select page, line, text, is_right
      from analysis_sample_lines
     where analysis_id = ${id}
       and run_id = ${lastRun(id)}
     order by page, line`.execute(db)
  return rows
}

/** How often sure lines are wrong: the lines of all analyses that were checked last. */
export async function readAllSamples(db: Db): Promise<Review['all_samples']> {
  const { rows } = await sql<Review['all_samples']>`
    select count(*)::integer as checked, count(*) filter (where not is_right)::integer as wrong
      from (
        select is_right
          from analysis_sample_lines
         where is_right is not null
         order by decided_at desc
         limit ${reviewLimits.counted_lines}) as last`.execute(db)
  return rows[0] ?? { checked: 0, wrong: 0 }
}
