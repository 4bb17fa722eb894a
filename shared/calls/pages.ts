import { z } from 'zod'
import type { Language } from '#shared/messages.ts'

export const pageInput = z.strictObject({
  Route: z
    .string()
    .max(60)
    .regex(/^[a-z0-9-]{1,60}$/),
})

/** `Language`: of the version of the page, by its route. */
export type PageAnswer = { Data: { page_content: { Content: string; Language: Language } } }
