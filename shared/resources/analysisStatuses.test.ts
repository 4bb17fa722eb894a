import { expect, test } from 'vitest'
import { statusOf } from '#shared/resource/fieldState.ts'
import { analysis } from './analysis.ts'
import {
  analysisCan,
  analysisStatuses,
  analysisStatusOf,
  chargeAfter,
  type ChargeEvent,
  chargeStatuses,
  resultOfRun,
  runStepOf,
} from './analysisStatuses.ts'

const manual = 'Non-Chargeable (Manual Cancellation)'
const scanned = 'Non-Chargeable (Scanned)'
const low = 'Non-Chargeable (Low Confidence)'

/** The charge before → after, for those that change. */
const decidedByRuns = (to: string) => ({ 'Pending Analysis': to, 'Pending Payment': to, [scanned]: to, [low]: to })
const changes: Record<ChargeEvent, Record<string, string>> = {
  cancel: { 'Pending Analysis': manual, 'Pending Payment': manual },
  markAsNonChargeable: { 'Pending Analysis': manual, 'Pending Payment': manual },
  markAsPaid: { 'Pending Payment': 'Paid' },
  replacePdf: decidedByRuns('Pending Analysis'),
  scanned: decidedByRuns(scanned),
  'low-confidence': decidedByRuns(low),
  analyzed: decidedByRuns('Pending Payment'),
}

test.each(Object.entries(changes))('the event %s changes the charges of its table, and no others', (event, table) => {
  for (const charge of chargeStatuses)
    expect(chargeAfter(event as ChargeEvent, charge), charge).toBe(table[charge] ?? charge)
})

const figures = { page_count: 10, scanned_page_count: 0, confidence_level: 90 }
test.each([
  ['Pending', false, figures, 'Analyzed', 'analyzed'],
  ['Pending', false, { ...figures, confidence_level: 59 }, 'Analyzed', 'low-confidence'],
  ['Pending', false, { ...figures, scanned_page_count: 5 }, 'Analyzed', 'analyzed'],
  ['Pending', false, { ...figures, scanned_page_count: 6 }, 'Scanned', 'scanned'],
  ['Analyzed', false, { ...figures, scanned_page_count: 6 }, 'Analyzed', 'analyzed'],
  ['Scanned', true, { ...figures, scanned_page_count: 10, confidence_level: 60 }, 'Analyzed', 'analyzed'],
] as const)('a run of an analysis that is %s (OCR: %s) with %o ends in %s', (before, ocr, found, status, charge) => {
  expect(resultOfRun(before, ocr, found)).toEqual({ status, charge })
})

test('the form of an analysis offers its text and its switch in the statuses in which the server accepts them', () => {
  const { case_content, is_finalized } = analysis.fields
  for (const status of analysisStatuses.filter((one) => analysisCan.update({ status: one }))) {
    const stateOf = (field: typeof case_content | typeof is_finalized) => statusOf(field, 'open', { status }).state
    expect(stateOf(case_content), status).toBe(analysisCan.set({ status }) ? 'open' : 'readOnly')
    expect(stateOf(is_finalized), status).toBe(analysisCan.finalize({ status }) ? 'open' : 'disabled')
  }
})

test('an analysis is run by the action of its status, and by none while it waits for a run', () => {
  const stepsOf = (row: { is_waiting?: boolean }) =>
    analysisStatuses.map((status) => runStepOf(analysisStatusOf({ ...row, status })))
  expect(stepsOf({})).toEqual(['analyze', 'reanalyze', 'readByOcr', undefined, undefined])
  expect(stepsOf({ is_waiting: true })).toEqual(analysisStatuses.map(() => undefined))
})
