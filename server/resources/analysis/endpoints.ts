import { sql } from 'kysely'
import { z } from 'zod'
import { crud } from '#server/crud/crud.ts'
import { writeHistory } from '#server/crud/history.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { readLockedRow } from '#server/crud/find.ts'
import { setText } from '#server/crud/setText.ts'
import { type RecordInput, lockRow, removeRow, saveRow, stepFields } from '#server/crud/save.ts'
import { warningDismissals } from '#server/crud/warningDismissals.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Row, versionedInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { inLanguage, successMessages } from '#shared/messages.ts'
import { analysis } from '#shared/resources/analysis.ts'
import {
  analysisCan,
  analysisStatusOf,
  changesCharge,
  chargeAfter,
  chargeStatusOf,
  runStepOf,
} from '#shared/resources/analysisStatuses.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { analysisFileEndpoints, refuseKnownPdf } from './files.ts'
import { finalize } from './finalize.ts'
import { analysisConfig } from './config.ts'
import { findAnalysis } from './findAnalysis.ts'
import { refreshFigures } from './liveFigures.ts'
import { readQueue } from './queue.ts'
import { lockOutdated } from '#server/resources/analysis/review/glyphs.ts'
import { isOtherPdf, makeUnread } from './replacePdf.ts'
import { queueRun, wasReadByOcr } from './runs.ts'

const noInput = z.strictObject({})

export const analysisEndpoints: Endpoints = {
  ...crud(analysisConfig, { save: saveAnalysis, remove: removeAnalysis, find: findAnalysis }),
  ...setText(analysisConfig, { save: setAnalysisText }),
  ...warningDismissals(analysisConfig, 'analysis_id', lockEditable),
  ...analysisFileEndpoints,

  'analysis/runAnalysis': saveEndpoint({
    about: 'Queues an analysis, also one that has run before: its status shows when it is done.',
    can: [permission('analyze', analysis), permission('reanalyze', analysis)],
    input: versionedInput,
    run: (context, input) => queueAnalysis(context, input, ['analyze', 'reanalyze']),
  }),

  'analysis/readByOcr': saveEndpoint({
    about: 'Queues an analysis that reads the scanned pages of its file.',
    can: permission('reanalyze', analysis),
    input: versionedInput,
    run: (context, input) => queueAnalysis(context, input, ['readByOcr']),
  }),

  'analysis/readWithLetters': saveEndpoint({
    about: 'Queues the analyses, up to 100, that were read before a user gave the letter of a glyph in them.',
    can: permission('reanalyze', analysis),
    input: noInput,
    run: readWithLetters,
  }),

  'analysis/queue': authenticatedEndpoint({
    about: 'The queue of analyses: its length, the age of the oldest, and what was read in the last hour.',
    can: permission('read', analysis),
    input: noInput,
    rateLimits: ['list'],
    transaction: false,
    run: async ({ db }) => ({ data: await readQueue(db) }),
  }),

  'analysis/cancel': saveEndpoint({
    about: 'Cancels an analysis and stops its run; nothing is charged for it.',
    can: permission('cancel', analysis),
    input: versionedInput,
    run: cancel,
  }),

  'analysis/markAsNonChargeable': saveEndpoint({
    about: 'Marks an analysis as not chargeable, while its charge is pending.',
    can: permission('markAsNonChargeable', analysis),
    input: versionedInput,
    run: (context, input) => changeCharge(context, input, 'markAsNonChargeable', 'charge-not-pending'),
  }),

  'analysis/markAsPaid': saveEndpoint({
    about: 'Marks an analysis as paid, while its payment is pending.',
    can: permission('update', subscriptionConfigs),
    input: versionedInput,
    run: (context, input) => changeCharge(context, input, 'markAsPaid', 'payment-not-pending'),
  }),
}

type Step = keyof typeof analysisCan
type RunStep = 'analyze' | 'reanalyze' | 'readByOcr'

/** The permission of each step that runs an analysis. Scanned pages are read instead of running it again. */
const runPermissions: Record<RunStep, string> = {
  analyze: permission('analyze', analysis),
  reanalyze: permission('reanalyze', analysis),
  readByOcr: permission('reanalyze', analysis),
}

/** The required permission follows from the status: to run an analysis, or to run it again. */
async function queueAnalysis(context: SessionContext, { id, version }: VersionedId, steps: readonly RunStep[]) {
  const { db, session } = context
  const before = await lockRow(context, analysisConfig, { id, version })
  const step = runStepOf(analysisStatusOf(before))
  if (!step || !steps.includes(step)) throw new ApiError('wrong-status')
  if (!session.abilities.includes(runPermissions[step])) throw new ApiError('not-allowed')
  const columns = sql`asked_at = now(), analyzed_by_id = ${session.user_id}, failed_at = null, failure_code = null`
  await applyStep(context, before, step, columns)
  const readsScans = step === 'readByOcr' || (step === 'reanalyze' && (await wasReadByOcr(db, id)))
  await queueRun(db, { analysis_id: id, user_id: session.user_id, readsScans })
  return { Message: sentenceOf(context, 'analysis-waits') }
}

const sentenceOf = ({ language }: SessionContext, name: keyof typeof successMessages) =>
  inLanguage(successMessages[name], language)

async function readWithLetters(context: SessionContext) {
  const ids = await lockOutdated(context.db)
  for (const id of ids) await queueAnalysis(context, { id }, ['reanalyze'])
  return { data: { count: ids.length } }
}

type VersionedId = { id: number; version?: number | undefined }

async function cancel(context: SessionContext, { id, version }: VersionedId) {
  const before = await lockRow(context, analysisConfig, { id, version })
  if (!analysisCan.cancel(analysisStatusOf(before))) throw new ApiError('wrong-status')
  const charge = chargeAfter('cancel', chargeStatusOf(before))
  await applyStep(context, before, 'cancel', sql`status = 'Cancelled', charge_status = ${charge}`)
  return {}
}

/** A charge that is decided is refused: the code says why. */
async function changeCharge(
  context: SessionContext,
  { id, version }: VersionedId,
  step: 'markAsNonChargeable' | 'markAsPaid',
  refusal: 'charge-not-pending' | 'payment-not-pending',
) {
  const before = await lockRow(context, analysisConfig, { id, version })
  if (!analysisCan[step](analysisStatusOf(before))) throw new ApiError('wrong-status')
  if (!changesCharge(step, chargeStatusOf(before))) throw new ApiError(refusal)
  await applyStep(context, before, step, sql`charge_status = ${chargeAfter(step, chargeStatusOf(before))}`)
  return {}
}

async function removeAnalysis(context: SessionContext, config: ResourceConfig, input: VersionedId) {
  const before = await lockRow(context, config, input)
  if (!analysisCan.delete(analysisStatusOf(before))) throw new ApiError('wrong-status')
  await removeRow(context, config, input)
}

async function applyStep(context: SessionContext, before: Row, step: Step, columns: ReturnType<typeof sql>) {
  const { db } = context
  const { id } = before
  await sql`update analysis set ${columns} where id = ${id}`.execute(db)
  const after = await readLockedRow(db, analysisConfig, id, stepFields(analysisConfig))
  await writeHistory(context, analysis, { action: step, before, after })
}

async function setAnalysisText(context: SessionContext, config: ResourceConfig, input: RecordInput & { id: number }) {
  await lockEditable(context, input.id)
  return saveWithFigures(context, config, input)
}

/** Unlike its fields, the text of a cancelled analysis stays as it is. */
async function lockEditable(context: SessionContext, id: number) {
  const before = await lockRow(context, analysisConfig, { id })
  if (!analysisCan.set(analysisStatusOf(before))) throw new ApiError('wrong-status')
}

/** The figures follow what was corrected. */
async function saveWithFigures(context: SessionContext, config: ResourceConfig, input: RecordInput) {
  const { listed: _, ...saved } = await saveRow(context, config, input)
  if (saved.changed) await refreshFigures(context, saved.id)
  return saved
}

/** An analysis can be edited until it is finalized, by a switch of its form. */
async function saveAnalysis(
  context: SessionContext,
  config: ResourceConfig,
  { is_finalized, accept_duplicate, ...input }: RecordInput,
) {
  const { id } = input
  const { pdf_file } = input
  const isAsked = accept_duplicate !== true && typeof pdf_file === 'number'
  if (id === undefined) {
    if (isAsked) await refuseKnownPdf(context, pdf_file)
    return saveRow(context, config, input)
  }

  const before = await lockRow(context, config, { id })
  if (!analysisCan.update(analysisStatusOf(before))) throw new ApiError('wrong-status')
  if (input['case_content'] !== undefined && !analysisCan.set(analysisStatusOf(before)))
    throw new ApiError('wrong-status', { fields: { case_content: [{ code: 'not-yet' }] } })
  const isReplaced = await isOtherPdf(context.db, id, pdf_file)
  if (is_finalized === true && (isReplaced || !analysisCan.finalize(analysisStatusOf(before))))
    throw new ApiError('wrong-status', { fields: { is_finalized: [{ code: 'not-yet' }] } })
  if (isReplaced && isAsked) await refuseKnownPdf(context, pdf_file)
  const saved = await saveWithFigures(context, config, input)
  if (isReplaced && analysisCan.set(analysisStatusOf(before)) && (await makeUnread(context, id)))
    return { ...saved, Message: sentenceOf(context, 'pdf-replaced') }
  if (is_finalized !== true) return saved

  const unfinished = await readLockedRow(context.db, config, id, stepFields(config))
  await finalize(context, id)
  const after = await readLockedRow(context.db, config, id, stepFields(config))
  await writeHistory(context, analysis, { action: 'finalize', before: unfinished, after })
  // A finalized analysis cannot be edited.
  return { ...saved, closeModal: true }
}
