import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { analysisFailures, type AnalysisFailureCode } from '#shared/resources/analysisMessages.ts'
import type { FieldLists } from '#server/analysis/fields/lists.ts'
import type { AnalysisResult, Page } from '#server/analysis/types.ts'

/** A result without its pages, with its text as the form edits it. */
export type FileResult = Omit<AnalysisResult, 'pages'> & { content: unknown }

/** The first line that the process receives; the bytes of the file follow. */
export type ChildHeader = {
  lists: FieldLists
  /** The name of the court that a user chose for the file. */
  court?: string | undefined
  letters: readonly (readonly [outline: string, letter: string])[]
  ocr: boolean
}

const number = z.number()
const count = z.int().min(0)
const pageNumber = z.int().min(1).max(limits.analysis.pages)
const probability = z.number().min(0).max(1)
const text = z.string()
const box = z.object({ x: number, y: number, width: number, height: number })
const engine = z.enum(['text-layer', 'recognizer', 'tesseract'])
const reading = z.object({ engine, text, confidence: probability })
const word = z.object({ start: count, end: count, box, confidence: probability, readings: z.array(reading) })
const role = z.enum(['heading', 'body', 'header', 'footer', 'page-number', 'footnote', 'table'])
const hiddenReason = z.enum(['covered', 'redacted', 'white', 'clipped', 'invisible', 'outside', 'tiny'])

const line = z.object({
  text,
  box,
  confidence: probability,
  engine,
  role,
  starts_paragraph: z.boolean(),
  words: z.array(word),
})

const page = z.object({
  number: pageNumber,
  width: number,
  height: number,
  text,
  scanned: z.boolean(),
  confidence: probability,
  seconds: number,
  lines: z.array(line),
  hidden: z.array(z.object({ text, box, reason: hiddenReason })),
  tables: z.array(box),
  unknown_glyphs: z.array(z.object({ outline: text, box, count, letter: text.nullable() })),
})

const found = z.object({ value: text, page: pageNumber, box, confidence: probability })
const one = found.nullable()
const several = z.array(found)
const fields = z.object({
  judgement_number: one,
  case_numbers: several,
  court: one,
  judges: several,
  claimant: several,
  respondant: several,
  date: one,
  hijri_date: one,
  title: one,
  case_type: one,
  keywords: several,
  related_case_numbers: several,
  content_start_page: found.extend({ value: pageNumber }).nullable(),
})

const percentage = z.int().min(0).max(100)
const figures = z.object({
  page_count: count,
  scanned_page_count: count,
  content_start_page: count,
  tables_detected: count,
  analyzable_page_count: count,
  confidence_level: percentage,
  effort_score: percentage,
})

const warning = z.object({
  code: text,
  page: pageNumber.nullable(),
  values: z.record(text, z.union([text, number])),
})

const failureCodes = Object.keys(analysisFailures)
const isFailureCode = (code: string): code is AnalysisFailureCode => failureCodes.includes(code)

/**
 * What the process that reads a file says, a line of JSON each; the pages follow the result. Its files may be hostile, so
 * that what it says is checked as what a client sends.
 */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: count, of: count }),
  z.object({
    type: z.literal('result'),
    // The Delta is checked where it is stored, as one that a user sends.
    result: z.object({ text, fields, figures, warnings: z.array(warning), content: z.unknown() }),
  }),
  z.object({ type: z.literal('page'), page }),
  z.object({ type: z.literal('failure'), code: text.refine(isFailureCode) }),
]) satisfies z.ZodType<
  | { type: 'progress'; done: number; of: number }
  | { type: 'result'; result: FileResult }
  | { type: 'page'; page: Page }
  | { type: 'failure'; code: AnalysisFailureCode }
>
export type ChildMessage = z.infer<typeof childMessage>
