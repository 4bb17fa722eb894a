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
import { isCurrentWarning } from './currentWarning.ts'
import { readEffortReasons } from './liveFigures.ts'

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
