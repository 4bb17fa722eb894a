import { sql } from 'kysely'
import { crud } from '#server/crud/crud.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { readRow } from '#server/crud/find.ts'
import { setText } from '#server/crud/setText.ts'
import { type RecordInput, lockRow, removeRow, saveRow, storedFields } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Row, versionedInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { successMessages } from '#shared/messages.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisCan, type AnalysisStatus, pendingCharges, runStepOf } from '#shared/resources/analysisStatuses.ts'
import { finalize } from './finalize.ts'
import { analysisConfig } from './config.ts'

export const analysisEndpoints: Endpoints = {
  ...crud(analysisConfig, { save: saveAnalysis, remove: removeAnalysis }),
  ...setText(analysisConfig, setAnalysisText),

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
      changeStatus(context, input, 'cancel', sql`status = 'Cancelled', charge_status = ${chargeAfterCancelling}`),
  }),

  'analysis/markAsNonChargeable': authenticatedEndpoint({
    about: 'Marks an analysis as not chargeable, while its charge is pending.',
    can: permission('markAsNonChargeable', analysis),
    input: versionedInput,
    run: markAsNonChargeable,
  }),
}

/** A charge that is not pending stays: it was decided before, or is paid. */
const chargeAfterCancelling = sql`
  case when charge_status = any(${pendingCharges}::text[]) then 'Non-Chargeable (Manual Cancellation)'
       else charge_status
   end`

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

async function markAsNonChargeable(context: SessionContext, { id, version }: VersionedId) {
  const before = await lockRow(context, analysisConfig, id, version)
  if (!analysisCan.markAsNonChargeable(statusOf(before))) throw new ApiError('wrong-status')
  if (!pendingCharges.includes(String(before['charge_status']))) throw new ApiError('charge-not-pending')
  await applyStep(context, before, 'markAsNonChargeable', sql`charge_status = ${chargeAfterCancelling}`)
  return {}
}

async function removeAnalysis(context: SessionContext, config: ResourceConfig, input: VersionedId) {
  const before = await lockRow(context, config, input.id, input.version)
  if (!analysisCan.delete(statusOf(before))) throw new ApiError('wrong-status')
  await removeRow(context, config, input)
}

async function applyStep(context: SessionContext, before: Row, step: Step, columns: ReturnType<typeof sql>) {
  const { db } = context
  const { id } = before
  await sql`update analysis set ${columns} where id = ${id}`.execute(db)
  const after = await readRow(db, analysisConfig, id, storedFields(analysisConfig))
  await writeHistory(context, analysis, { action: step, before, after })
}

/** Unlike its fields, the text of a cancelled analysis stays as it is. */
async function setAnalysisText(context: SessionContext, config: ResourceConfig, input: RecordInput & { id: number }) {
  const before = await lockRow(context, config, input.id)
  if (!analysisCan.set(statusOf(before))) throw new ApiError('wrong-status')
  return saveRow(context, config, input)
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
