import { sql } from 'kysely'
import { readLockedRow, readRow } from '#server/crud/find.ts'
import { writeHistory } from '#server/crud/history.ts'
import { stepFields } from '#server/crud/save.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisStatusOf, chargeAfter, chargeStatusOf } from '#shared/resources/analysisStatuses.ts'
import { analysisConfig } from './config.ts'
import { refreshFigures } from './liveFigures.ts'
import { readReviewedText } from '#server/resources/analysis/review/reviewedText.ts'
import { restartRun } from './runs.ts'

/** Whether a file has other bytes than the PDF of an analysis. */
export async function isOtherPdf(db: Db, id: number, pdf_file: unknown): Promise<boolean> {
  if (typeof pdf_file !== 'number') return false
  const { rows } = await sql`
    select from analysis
      join files as current on current.id = analysis.pdf_file_id
      join files as given on given.id = ${pdf_file}
     where analysis.id = ${id}
       and given.sha256 <> current.sha256`.execute(db)
  return rows.length > 0
}

/**
 * After its PDF was replaced, an analysis waits to be read again: what was read of the earlier PDF ends, and an unfinished
 * run starts over. Its fields, its text, and the corrections stay until then, so that the next run preserves what people
 * have written. Returns whether it had been read.
 */
export async function makeUnread(context: SessionContext, id: number): Promise<boolean> {
  const { db } = context
  const before = await readRow(db, analysisConfig, id, stepFields(analysisConfig))
  if (!before) return false
  const charge = chargeAfter('replacePdf', chargeStatusOf(before))
  const reviewed = await readReviewedText(db, id)
  await deleteRead(db, id)
  // The trigger of the status ends the waiting of an analysis, unless it begins again.
  await sql`
    update analysis
       set status = 'Pending', charge_status = ${charge}, confidence_level = null, failed_at = null, failure_code = null,
           extracted_content = coalesce(${reviewed ? JSON.stringify(reviewed) : null}::jsonb, extracted_content),
           asked_at = case when asked_at is not null then clock_timestamp() end
     where id = ${id}`.execute(db)
  await restartRun(db, id)
  await refreshFigures(context, id)
  const after = await readLockedRow(db, analysisConfig, id, stepFields(analysisConfig))
  await writeHistory(context, analysis, { action: 'replacePdf', before, after })
  return analysisStatusOf(before).status !== 'Pending'
}

/** Lines of a sample that a user has checked stay. */
async function deleteRead(db: Db, id: number) {
  await sql`delete from analysis_pages where analysis_id = ${id}`.execute(db)
  await sql`delete from analysis_found_fields where analysis_id = ${id}`.execute(db)
  await sql`delete from analysis_warnings where analysis_id = ${id}`.execute(db)
  await sql`delete from analysis_sample_lines where analysis_id = ${id} and is_right is null`.execute(db)
}
