import { expect, test } from 'vitest'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { chargeReason, effortText, statusReason } from './analysisReasons.ts'
import { analysisStatuses, chargeStatuses } from './analysisStatuses.ts'

const languages = ['dv', 'en'] as const

test('the effort score is explained by its parts, the most work first', () => {
  const reasons = [
    { name: 'page_count', count: 12, minutes: 2.4 },
    { name: 'doubtful_lines', count: 40, minutes: 6 },
    { name: 'missing_fields', count: 1, minutes: 0.5 },
  ] as const
  expect(effortText(reasons, 'en')).toBe(
    'about 9 min of review: doubtful lines: 40 (6 min), pages: 12 (2 min), fields that were not found: 1 (1 min)',
  )
  expect(stripDirectionMarks(effortText(reasons, 'dv'))).toContain('ޝައްކު ހުރި ފޮޅުވަތް: 40 (6 މިނެޓު)، ޞަފްޙާ: 12')
  expect(effortText([], 'en')).toBe('')
})

test('every status and charge has a reason in both languages', () => {
  for (const language of languages) {
    for (const status of analysisStatuses)
      expect(statusReason({ status, is_waiting: false, failure_code: null }, language)).not.toBe('')
    for (const charge of chargeStatuses) expect(chargeReason(charge, language)).not.toMatch(/^$|[{}]/)
  }
})

test('a status is explained by the run that waits, or by why the last one failed', () => {
  const state = { status: 'Pending', is_waiting: false, failure_code: null } as const
  expect(statusReason({ ...state, is_waiting: true }, 'en')).toMatch(/has not ended yet/)
  expect(statusReason({ ...state, failure_code: 'encrypted' }, 'en')).toMatch(/^The PDF needs a password/)
  expect(statusReason({ ...state, status: 'Analyzed', failure_code: 'encrypted' }, 'en')).toMatch(/was read.* password/)
})
