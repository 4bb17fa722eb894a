import { sql } from 'kysely'
import { crud } from '#server/crud/crud.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { readRow } from '#server/crud/find.ts'
import { type Given, lockRow, saveRow, stored } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Row, versionedInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { successMessages } from '#shared/messages.ts'
import { analysis, analysisCan, type AnalysisStatus, runStepOf } from '#shared/resources/analysis.ts'
import { finalize } from './finalize.ts'
import { keptAnalysis } from './kept.ts'

export const analysisEndpoints: Endpoints = {
  ...crud(keptAnalysis, { save: saveAnalysis }),

  'analysis/runAnalysis': authenticatedEndpoint({
    about: 'Asks for an analysis to be run, or run again: it waits in its status until that is done.',
    can: [permission('analyze', analysis), permission('reanalyze', analysis)],
    input: versionedInput,
    run: runAnalysis,
  }),

  'analysis/cancel': authenticatedEndpoint({
    about: 'Cancels an analysis; nothing is charged for it.',
    can: permission('cancel', analysis),
    input: versionedInput,
    run: (context, seen) =>
      move(context, seen, 'cancel', sql`status = 'Cancelled', charge_status = 'Non-Chargeable (Manual Cancellation)'`),
  }),

  'analysis/markAsNonChargeable': authenticatedEndpoint({
    about: 'Says that nothing is charged for an analysis.',
    can: permission('markAsNonChargeable', analysis),
    input: versionedInput,
    run: (context, seen) =>
      move(context, seen, 'markAsNonChargeable', sql`charge_status = 'Non-Chargeable (Manual Cancellation)'`),
  }),
}

type Step = keyof typeof analysisCan

const statusOf = (row: Row) => ({ status: row['status'] as AnalysisStatus, is_waiting: row['is_waiting'] === true })

/** Which right it takes follows from the status: to run what was never run, or to run it again. */
async function runAnalysis(context: SessionContext, { id, version }: Seen) {
  const { session, language } = context
  const before = await lockRow(context, keptAnalysis, id, version)
  const step = runStepOf(statusOf(before))
  if (!step) throw new ApiError('wrong-status')
  if (!session.abilities.includes(permission(step, analysis))) throw new ApiError('not-allowed')
  await change(context, before, step, sql`asked_at = now(), analyzed_by_id = ${session.user_id}, failed_at = null`)
  return { Message: successMessages['analysis-waits'][language === 'dv' ? 0 : 1] }
}

type Seen = { id: number; version?: number | undefined }

/** One change of status: refused where the table of transitions does not know it, or somebody has changed the row since it was seen. */
async function move(context: SessionContext, { id, version }: Seen, step: Step, columns: ReturnType<typeof sql>) {
  const before = await lockRow(context, keptAnalysis, id, version)
  if (!analysisCan[step](statusOf(before))) throw new ApiError('wrong-status')
  await change(context, before, step, columns)
  return {}
}

async function change(context: SessionContext, before: Row, step: Step, columns: ReturnType<typeof sql>) {
  const { db } = context
  const { id } = before
  await sql`update analysis set ${columns} where id = ${id}`.execute(db)
  const after = await readRow(db, keptAnalysis, id, stored(keptAnalysis))
  await writeHistory(context, analysis, { action: step, before, after })
}

/** An analysis is edited until it is finalized, and finalized by the switch of its form. */
async function saveAnalysis(context: SessionContext, kept: Kept, { is_finalized, ...given }: Given) {
  const { id } = given
  if (id === undefined) return saveRow(context, kept, given)

  const before = await lockRow(context, kept, id)
  if (!analysisCan.update(statusOf(before))) throw new ApiError('wrong-status')
  if (is_finalized === true && !analysisCan.finalize(statusOf(before)))
    throw new ApiError('wrong-status', { fields: { is_finalized: [{ code: 'not-yet' }] } })
  const saved = await saveRow(context, kept, given)
  if (is_finalized !== true) return saved

  const unfinished = await readRow(context.db, kept, id, stored(kept))
  await finalize(context, id)
  const after = await readRow(context.db, kept, id, stored(kept))
  await writeHistory(context, analysis, { action: 'finalize', before: unfinished, after })
  // It is not edited any more.
  return { ...saved, closeModal: true }
}
