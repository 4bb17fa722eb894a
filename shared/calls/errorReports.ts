import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { id } from './record.ts'
import { reference } from './search.ts'
import { visibleText } from './text.ts'

/** Reports an error in the text of a case. `Paragraph` is the number of its block (`shared/delta/blocks.ts`). */
export const reportErrorInput = z
  .strictObject({
    Reference: reference,
    Paragraph: z.int().min(1).max(limits.reader.max_blocks),
    /** The selected text. */
    Quote: z.string().trim().max(limits.reader.copy_letters),
    Message: visibleText(limits.reader.report_letters),
  })
  .meta({ examples: [{ Reference: '2w5ZhPqVnR8k', Paragraph: 3, Quote: '', Message: 'The year is wrong.' }] })

export const errorReportsInput = z.strictObject({ Reference: reference })
export const errorReportDoneInput = z.strictObject({ id })

/** An open report; `createdAt` is an ISO 8601 time. `changed`: the case was changed since. */
export type ErrorReport = {
  id: number
  paragraph: number
  quote: string
  message: string
  by: string
  createdAt: string
  changed: boolean
}
