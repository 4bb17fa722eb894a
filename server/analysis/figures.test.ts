import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { figuresOf } from './figures.ts'
import type { Fields, Page } from './types.ts'
import { warningsOf } from './warnings.ts'

const noFields: Fields = {
  judgement_number: null,
  case_numbers: [],
  court: null,
  judges: [],
  claimant: [],
  respondant: [],
  date: null,
  hijri_date: null,
  title: null,
  case_type: null,
  keywords: [],
  related_case_numbers: [],
  content_start_page: null,
}

const text = buildPage(1, ['ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ހެކިތައް ކޯޓުން ބަލައިފި'])
const stamped: Page = { ...buildPage(2, ['ކޯޓު']), scanned: true }
const recognized: Page = {
  ...stamped,
  lines: stamped.lines.map((line) => ({ ...line, engine: 'recognizer' as const })),
}

test('a scanned page with a stamp in its text layer was not read, and counts as work', () => {
  const codes = (page: Page) => warningsOf([text, page], noFields).map(({ code }) => code)
  expect(codes(stamped)).toContain('scanned-pages')
  expect(codes(stamped)).not.toContain('read-by-ocr')
  expect(codes(recognized)).toContain('read-by-ocr')
  expect(codes(recognized)).not.toContain('scanned-pages')
  const [unread, read] = [figuresOf([text, stamped], noFields), figuresOf([text, recognized], noFields)]
  expect(unread.effort_score).toBeGreaterThan(read.effort_score)
  expect(unread.confidence_level).toBeLessThan(read.confidence_level)
})
