import { sql } from 'kysely'
import { findRow } from '#server/crud/find.ts'
import type { Db } from '#server/db/database.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Language } from '#shared/messages.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { chargeReason, effortText, statusReason } from '#shared/resources/analysisReasons.ts'
import { analysisStatusOf, chargeStatusOf } from '#shared/resources/analysisStatuses.ts'
import { readEffortReasons } from './liveFigures.ts'

/**
 * Whether a row of `analysis_warnings` still holds. One that compares what a run has found with the record, or with the list
 * of judges, is gone once the record or the list has another value.
 */
export const isCurrentWarning = sql<boolean>`
  case code
    when 'other-court' then not exists (
      select from analysis as record join courts on courts.id = record.court_id
       where record.id = analysis_warnings.analysis_id and courts.name = "values" ->> 'court')
    when 'unlisted-judge' then
      exists (
        select from analysis_judges
         where analysis_judges.analysis_id = analysis_warnings.analysis_id and name = "values" ->> 'name')
      and not exists (select from judges where list_text = fold_text(btrim("values" ->> 'name')))
    else true
  end`

type StoredWarning = { id: number; description: string; code: string; values: Record<string, string | number> }

/** A record whose warnings are sentences in the language of its reader. */
export async function findAnalysis(
  { db, session, language }: SessionContext,
  config: ResourceConfig,
  id: number,
): Promise<Row> {
  const row = await findRow(db, config, id, session.abilities)
  const { rows } = await sql<StoredWarning>`
    select id, description, code, "values"
      from analysis_warnings
     where analysis_id = ${id}
       and ${isCurrentWarning}
     order by position`.execute(db)
  const analysis_warnings = rows.map(({ code, values, ...warning }) => ({
    ...warning,
    description: analysisSentence('warning', code, language, values) ?? warning.description,
  }))
  return { ...row, analysis_warnings, ...(await reasonsOf(db, row, language)) }
}

/** The sentences that explain the figures and statuses which the reader may see. */
async function reasonsOf(db: Db, row: Row, language: Language) {
  const state = {
    ...analysisStatusOf(row),
    failure_code: typeof row['failure_code'] === 'string' ? row['failure_code'] : null,
  }
  return {
    effort_reasons: effortText(await readEffortReasons(db, row.id), language),
    status_reason: statusReason(state, language),
    ...('charge_status' in row && { charge_reason: chargeReason(chargeStatusOf(row), language) }),
  }
}
