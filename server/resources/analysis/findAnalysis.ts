import { sql } from 'kysely'
import { findRow } from '#server/crud/find.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Row } from '#shared/calls/crud.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'

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
     order by position`.execute(db)
  const analysis_warnings = rows.map(({ code, values, ...warning }) => ({
    ...warning,
    description: analysisSentence('warning', code, language, values) ?? warning.description,
  }))
  return { ...row, analysis_warnings }
}
