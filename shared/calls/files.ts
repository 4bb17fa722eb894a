import { z } from 'zod'

/** A file as forms and lists know it; Temp until the record that it was uploaded for is saved. */
export type KeptFile = { id: number; type: 'Temp' | 'Permanent'; name: string; size: number; media_type: string }

/** What the server makes of an upload; the link shows the file to whoever sent it, for some minutes. */
export type UploadAnswer = { data: KeptFile & { link: string } }

const id = z.number().int().positive()

/** A file of a record, with the version that is known of it; without a record, an own upload that no record has yet. */
export const fileInput = z.strictObject({
  id,
  resource: z.string().max(60).optional(),
  row: id.optional(),
  version: id.optional(),
})
export type FileInput = z.input<typeof fileInput>

/** A same-site address that ends after minutes, and with the session. */
export type LinkAnswer = { data: { link: string } }
