import { z } from 'zod'

export const pageInput = z.strictObject({
  Route: z
    .string()
    .max(60)
    .regex(/^[a-z0-9-]{1,60}$/),
})

export type PageAnswer = { Data: { page_content: { Content: string } } }
