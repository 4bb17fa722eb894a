import { transitions } from '#shared/resource/transitions.ts'

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
export type ChargeStatus = (typeof chargeStatuses)[number]

type StatusRow = Readonly<Record<string, unknown>>

/** The status of a row of an analysis, in which the database has no other values. */
export const analysisStatusOf = (row: StatusRow) => ({
  status: row['status'] as AnalysisStatus,
  is_waiting: row['is_waiting'] === true,
})

/** The status of the charge, of a row that was read with it. */
export const chargeStatusOf = (row: StatusRow) => row['charge_status'] as ChargeStatus

/** The state of the last run: *Pending* alone means that no user started one. */
const runStates = ['queued', 'running', 'failed'] as const

/** The unfinished run: its place in the queue from 1, the pages that it has read, and their number once it is known. */
export const runFields = {
  is_waiting: {
    kind: 'switch',
    readOnly: true,
    label: { dv: 'އެނަލައިޒްކުރުމުގެ ކިޔޫގައި', en: 'Waits to be run' },
    section: 'details',
    form: 23.5,
  },
  run_state: { kind: 'choice', choices: runStates, computed: true, label: { dv: 'އެނަލައިޒްކުރުން', en: 'Run' } },
  run_place: { kind: 'number', computed: true, label: { dv: 'ކިޔޫގައި', en: 'Place in the queue' } },
  run_pages: { kind: 'number', computed: true, label: { dv: 'ކިޔުނު ޞަފްޙާތައް', en: 'Pages read' } },
  run_page_count: { kind: 'number', computed: true, label: { dv: 'ޖުމްލަ ޞަފްޙާތައް', en: 'Pages to read' } },
  failure_code: { kind: 'text', max: 40, computed: true, label: { dv: 'ނުކުރެވުނު ސަބަބު', en: 'Reason of the failure' } },
} as const

/** The transitions of an analysis: the statuses in which each action is allowed. The server and the row menu use it. */
export const analysisCan = transitions<AnalysisStatus>()({
  analyze: ['Pending'],
  reanalyze: ['Analyzed'],
  readByOcr: ['Scanned'],
  cancel: ['Pending', 'Analyzed', 'Scanned'],
  markAsNonChargeable: ['Analyzed', 'Finalized'],
  // Its charge decides.
  markAsPaid: analysisStatuses,
  update: ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
  // The text alone.
  set: ['Pending', 'Analyzed', 'Scanned'],
  finalize: ['Analyzed', 'Scanned'],
  // A finalized analysis is the source of its case file.
  delete: ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
})

/** What happens to the charge of an analysis: that a user ends or pays it or replaces the PDF, or how a run ends. */
export type ChargeEvent = 'cancel' | 'markAsNonChargeable' | 'markAsPaid' | 'replacePdf' | RunResult
type RunResult = 'scanned' | 'low-confidence' | 'analyzed'

type ChargeChange = { from: readonly ChargeStatus[]; to: ChargeStatus }

/** Cancelling or marking as non-chargeable ends a charge that is pending, and leaves all others as they are. */
const beforePayment = ['Pending Analysis', 'Pending Payment'] as const

/** The charges that another run decides again: those of an import, of a user, and paid ones stay. */
const decidedByRuns = [...beforePayment, 'Non-Chargeable (Scanned)', 'Non-Chargeable (Low Confidence)'] as const

/** The transitions of the charge: a charge that an event does not name stays as it is. */
const chargeChanges: Record<ChargeEvent, ChargeChange> = {
  cancel: { from: beforePayment, to: 'Non-Chargeable (Manual Cancellation)' },
  markAsNonChargeable: { from: beforePayment, to: 'Non-Chargeable (Manual Cancellation)' },
  markAsPaid: { from: ['Pending Payment'], to: 'Paid' },
  replacePdf: { from: decidedByRuns, to: 'Pending Analysis' },
  scanned: { from: decidedByRuns, to: 'Non-Chargeable (Scanned)' },
  'low-confidence': { from: decidedByRuns, to: 'Non-Chargeable (Low Confidence)' },
  analyzed: { from: decidedByRuns, to: 'Pending Payment' },
}

export const changesCharge = (event: ChargeEvent, charge: string) =>
  chargeChanges[event].from.some((status) => status === charge)

export const chargeAfter = (event: ChargeEvent, charge: ChargeStatus): ChargeStatus =>
  changesCharge(event, charge) ? chargeChanges[event].to : charge

/** Below this confidence an analysis is not charged. */
export const chargedConfidence = 60

type RunFigures = { page_count: number; scanned_page_count: number; confidence_level: number }

/** The status and the charge event of a run that has ended. A run that reads scanned pages never ends in Scanned. */
export function resultOfRun(
  before: AnalysisStatus,
  readsScans: boolean,
  { page_count, scanned_page_count, confidence_level }: RunFigures,
): { status: AnalysisStatus; charge: RunResult } {
  const isScanned = before === 'Pending' && !readsScans && scanned_page_count * 2 > page_count
  if (isScanned) return { status: 'Scanned', charge: 'scanned' }
  return { status: 'Analyzed', charge: confidence_level < chargedConfidence ? 'low-confidence' : 'analyzed' }
}

type Runnable = { status: AnalysisStatus; is_waiting: boolean }

/** The action that runs an analysis in its current status; undefined when it cannot run or is already queued. */
export const runStepOf = (row: Runnable) =>
  row.is_waiting
    ? undefined
    : (['analyze', 'reanalyze', 'readByOcr'] as const).find((action) => analysisCan[action](row))
