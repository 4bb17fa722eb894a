import { inLanguage, type Language, type Sentence } from '#shared/messages.ts'
import { fill } from '#shared/text/format/isolate.ts'
import { joinList } from '#shared/text/format/joinList.ts'
import { analysisSentence } from './analysisMessages.ts'
import { type AnalysisStatus, chargedConfidence, type ChargeStatus } from './analysisStatuses.ts'

/** Why an analysis has its status, its charge and its effort score, in sentences of both languages. */

const statusReasons: Record<AnalysisStatus | 'waiting', Sentence> = {
  Pending: ['މި ފައިލު އަދި އެނަލައިޒްކުރަން އެދިފައެއް ނެތް.', 'Nobody has asked to analyze the file yet.'],
  waiting: ['މި ފައިލު އެނަލައިޒްކުރަން އެދިފައިވޭ. އަދި ނިމިފައެއް ނެތް.', 'The analysis of the file was requested and has not ended yet.'],
  Analyzed: [
    'ފައިލުގެ ލިޔުން ކިޔައި ނިމިފައިވޭ. އެނަލިސިސް އަދި ނިންމާފައެއް ނެތް.',
    'The text of the file was read. The analysis is not finalized yet.',
  ],
  Scanned: [
    'ފައިލުގެ ދެބައިކުޅަ އެއްބަޔަށްވުރެ ގިނަ ޞަފްޙާއަކީ ސްކޭންކޮށްފައިވާ ޞަފްޙާ. އެ ޞަފްޙާތައް އޯސީއާރުން ކިޔޭނެ.',
    'More than half of the pages are scanned: they can be read by OCR.',
  ],
  Finalized: ['މި އެނަލިސިސް ނިންމައި، މައްސަލައެއް އުފައްދާފައިވޭ.', 'The analysis was finalized: a case file was made from it.'],
  Cancelled: ['މި އެނަލިސިސް މަންސޫޚުކޮށްފައިވޭ.', 'A user cancelled the analysis.'],
}

const chargeReasons: Record<ChargeStatus, Sentence> = {
  'Pending Analysis': ['ފީގެ ޙާލަތު އެނގޭނީ އެނަލައިޒްކޮށް ނިމުމުން.', 'It is decided when the analysis of the file ends.'],
  'Non-Chargeable (Pre-Imported)': [
    'މިއީ އިމްޕޯޓުކުރި ފައިލެއް. އެފަދަ ފައިލަކަށް އަގެއް ނުނަގާނެ.',
    'The file was imported, which is free of charge.',
  ],
  'Non-Chargeable (Low Confidence)': [
    'ޔަޤީންކަމުގެ މިންވަރު {minimum} އަށްވުރެ ދަށްވާތީ އަގެއް ނުނަގާނެ.',
    'The confidence level is below {minimum}, which is free of charge.',
  ],
  'Non-Chargeable (Scanned)': [
    'ދެބައިކުޅަ އެއްބަޔަށްވުރެ ގިނަ ޞަފްޙާއަކީ ސްކޭންކޮށްފައިވާ ޞަފްޙާއަކަށްވާތީ އަގެއް ނުނަގާނެ.',
    'More than half of the pages were scanned, which is free of charge.',
  ],
  'Non-Chargeable (Manual Cancellation)': [
    'މަންސޫޚުކުރުމުން ނުވަތަ އަގު ނުނެގޭގޮތަށް ފާހަގަކުރުމުން އަގެއް ނުނަގާނެ.',
    'A user cancelled the analysis, or marked it as non-chargeable.',
  ],
  'Pending Payment': [
    'ޔަޤީންކަމުގެ މިންވަރު {minimum} އަށްވުރެ ދަށެއް ނޫން. ފައިސާ އަދި ދައްކާފައެއް ނެތް.',
    'The confidence level was {minimum} or more when the analysis ended. The fee is not paid yet.',
  ],
  Paid: ['ފައިސާ ދެއްކި ކަމަށް ފާހަގަކޮށްފައިވޭ.', 'A user marked the fee as paid.'],
}

/** `{count}` of each, and the minutes of review that they are expected to need. */
const effortReasons = {
  page_count: ['ޞަފްޙާ: {count}', 'pages: {count}'],
  scanned_page_count: ['ސްކޭންކޮށްފައިވާ ޞަފްޙާ: {count}', 'scanned pages: {count}'],
  unread_page_count: ['ލިޔުން ނުކިޔެވޭ ޞަފްޙާ: {count}', 'pages that were not read: {count}'],
  tables_detected: ['ތާވަލު: {count}', 'tables: {count}'],
  doubtful_lines: ['ޝައްކު ހުރި ފޮޅުވަތް: {count}', 'doubtful lines: {count}'],
  missing_fields: ['ނުފެނުނު މަޢުލޫމާތު: {count}', 'fields that were not found: {count}'],
} as const satisfies Record<string, Sentence>

export type EffortName = keyof typeof effortReasons
export type EffortReason = { name: EffortName; count: number; minutes: number }

const effortSentence: Sentence = ['މުރާޖަޢާއަށް ގާތްގަނޑަކަށް {minutes} މިނެޓު: {reasons}', 'about {minutes} min of review: {reasons}']
const minutesOfReason: Sentence = ['{reason} ({minutes} މިނެޓު)', '{reason} ({minutes} min)']

const sentences = { kind: 'textarea', max: 2000, computed: true } as const

/** The fields with these sentences. They are in the language of the reader, and of one record alone. */
export const reasonFields = {
  effort_reasons: { ...sentences, label: { dv: 'މަސައްކަތުގެ މިންވަރުގެ ސަބަބު', en: 'Reasons of the effort score' } },
  status_reason: { ...sentences, label: { dv: 'ޙާލަތުގެ ސަބަބު', en: 'Reason of the status' } },
  charge_reason: {
    ...sentences,
    permission: 'view-charge-status',
    label: { dv: 'ފީގެ ޙާލަތުގެ ސަބަބު', en: 'Reason of the charge status' },
  },
} as const

const minutesText = (minutes: number) => String(Math.max(1, Math.round(minutes)))

/** The work that is expected, most of it first; empty for none. */
export function effortText(reasons: readonly EffortReason[], language: Language): string {
  if (reasons.length === 0) return ''
  const parts = reasons
    .toSorted((one, other) => other.minutes - one.minutes)
    .map(({ name, count, minutes }) =>
      fill(inLanguage(minutesOfReason, language), {
        reason: fill(inLanguage(effortReasons[name], language), { count }),
        minutes: minutesText(minutes),
      }),
    )
  const minutes = minutesText(reasons.reduce((sum, reason) => sum + reason.minutes, 0))
  return fill(inLanguage(effortSentence, language), { minutes, reasons: joinList(parts, language) })
}

type StatusState = { status: AnalysisStatus; is_waiting: boolean; failure_code: string | null }

/** Why an analysis has its status, and why its last run failed; of one that was never read, only the latter. */
export function statusReason({ status, is_waiting, failure_code }: StatusState, language: Language): string {
  const failure = failure_code === null ? undefined : analysisSentence('failure', failure_code, language)
  const reason = inLanguage(statusReasons[is_waiting ? 'waiting' : status], language)
  if (failure === undefined) return reason
  return status === 'Pending' ? failure : `${reason} ${failure}`
}

export const chargeReason = (charge: ChargeStatus, language: Language): string =>
  fill(inLanguage(chargeReasons[charge], language), { minimum: chargedConfidence })
