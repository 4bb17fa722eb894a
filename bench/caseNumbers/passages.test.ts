import { expect, test } from 'vitest'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { measureDetection, readPassages } from './passages.ts'

// Only figures are compared: a failure shows no passage that the detector could then be tuned on.
test('case numbers in unseen passages by another author are detected with a precision of 98 % and a recall of 95 %', () => {
  const { labeled, precision, recall } = measureDetection(readPassages('unseen'), detectCaseNumbers)
  expect(labeled).toBe(219)
  expect(precision).toBeGreaterThanOrEqual(0.98)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})
