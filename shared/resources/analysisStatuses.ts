import { transitions } from '../resource/transitions.ts'

export const analysisStatuses = ['Pending', 'Analyzed', 'Scanned', 'Finalized', 'Cancelled'] as const
export type AnalysisStatus = (typeof analysisStatuses)[number]

export const chargeStatuses = [
  'Pending Analysis',
  'Non-Chargeable (Pre-Imported)',
  'Non-Chargeable (Low Confidence)',
  'Non-Chargeable (Scanned)',
  'Non-Chargeable (Manual Cancellation)',
  'Pending Payment',
  'Paid',
] as const

/** The transitions of an analysis: the statuses in which each action is allowed. The server and the row menu use it. */
export const analysisCan = transitions<AnalysisStatus>()({
  analyze: ['Pending'],
  reanalyze: ['Analyzed', 'Scanned'],
  cancel: ['Pending', 'Analyzed', 'Scanned'],
  markAsNonChargeable: ['Analyzed', 'Finalized'],
  update: ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
  // The text alone.
  set: ['Pending', 'Analyzed', 'Scanned'],
  finalize: ['Analyzed', 'Scanned'],
  // A finalized analysis is the source of its case file.
  delete: ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
})

/** The charges that are pending: cancelling or marking as non-chargeable ends them, and leaves all others as they are. */
export const pendingCharges: readonly string[] = ['Pending Analysis', 'Pending Payment']

type Runnable = { status: AnalysisStatus; is_waiting: boolean }

/** The action that runs an analysis in its current status; undefined when it cannot run or is already queued. */
export const runStepOf = (row: Runnable) =>
  row.is_waiting ? undefined : (['analyze', 'reanalyze'] as const).find((action) => analysisCan[action](row))
