import { sql } from 'kysely'
import { crud } from '#server/crud/crud.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { readRow } from '#server/crud/find.ts'
import { type RecordInput, lockRow, saveRow, storedFields } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Row, versionedInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { successMessages } from '#shared/messages.ts'
import { analysis, analysisCan, type AnalysisStatus, runStepOf } from '#shared/resources/analysis.ts'
import { finalize } from './finalize.ts'
import { analysisConfig } from './config.ts'

export const analysisEndpoints: Endpoints = {
  ...crud(analysisConfig, { save: saveAnalysis }),

  'analysis/runAnalysis': authenticatedEndpoint({
    about: 'Queues an analysis, also one that has run before: its status shows when it is done.',
    can: [permission('analyze', analysis), permission('reanalyze', analysis)],
    input: versionedInput,
    run: runAnalysis,
  }),

  'analysis/cancel': authenticatedEndpoint({
    about: 'Cancels an analysis; nothing is charged for it.',
    can: permission('cancel', analysis),
    input: versionedInput,
    run: (context, input) =>
      changeStatus(
        context,
        input,
        'cancel',
        sql`status = 'Cancelled', charge_status = 'Non-Chargeable (Manual Cancellation)'`,
      ),
  }),

  'analysis/markAsNonChargeable': authenticatedEndpoint({
    about: 'Marks an analysis as not chargeable.',
    can: permission('markAsNonChargeable', analysis),
    input: versionedInput,
    run: (context, input) =>
      changeStatus(context, input, 'markAsNonChargeable', sql`charge_status = 'Non-Chargeable (Manual Cancellation)'`),
  }),
}

type Step = keyof typeof analysisCan

const statusOf = (row: Row) => ({ status: row['status'] as AnalysisStatus, is_waiting: row['is_waiting'] === true })

/** The required permission follows from the status: to run an analysis, or to run it again. */
async function runAnalysis(context: SessionContext, { id, version }: VersionedId) {
  const { session, language } = context
  const before = await lockRow(context, analysisConfig, id, version)
  const step = runStepOf(statusOf(before))
  if (!step) throw new ApiError('wrong-status')
  if (!session.abilities.includes(permission(step, analysis))) throw new ApiError('not-allowed')
  await applyStep(context, before, step, sql`asked_at = now(), analyzed_by_id = ${session.user_id}, failed_at = null`)
  return { Message: successMessages['analysis-waits'][language === 'dv' ? 0 : 1] }
}

type VersionedId = { id: number; version?: number | undefined }

/** Applies a transition. Throws when the transition table does not allow it, or the version is not the current one. */
async function changeStatus(
  context: SessionContext,
  { id, version }: VersionedId,
  step: Step,
  columns: ReturnType<typeof sql>,
) {
  const before = await lockRow(context, analysisConfig, id, version)
  if (!analysisCan[step](statusOf(before))) throw new ApiError('wrong-status')
  await applyStep(context, before, step, columns)
  return {}
}

async function applyStep(context: SessionContext, before: Row, step: Step, columns: ReturnType<typeof sql>) {
  const { db } = context
  const { id } = before
  await sql`update analysis set ${columns} where id = ${id}`.execute(db)
  const after = await readRow(db, analysisConfig, id, storedFields(analysisConfig))
  await writeHistory(context, analysis, { action: step, before, after })
}

/** An analysis can be edited until it is finalized, by a switch of its form. */
async function saveAnalysis(context: SessionContext, config: ResourceConfig, { is_finalized, ...input }: RecordInput) {
  const { id } = input
  if (id === undefined) return saveRow(context, config, input)

  const before = await lockRow(context, config, id)
  if (!analysisCan.update(statusOf(before))) throw new ApiError('wrong-status')
  if (is_finalized === true && !analysisCan.finalize(statusOf(before)))
    throw new ApiError('wrong-status', { fields: { is_finalized: [{ code: 'not-yet' }] } })
  const saved = await saveRow(context, config, input)
  if (is_finalized !== true) return saved

  const unfinished = await readRow(context.db, config, id, storedFields(config))
  await finalize(context, id)
  const after = await readRow(context.db, config, id, storedFields(config))
  await writeHistory(context, analysis, { action: 'finalize', before: unfinished, after })
  // A finalized analysis cannot be edited.
  return { ...saved, closeModal: true }
}
