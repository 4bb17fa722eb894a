import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { id, recordName, version } from './record.ts'

/** A stored file as forms and lists see it; Temp until the record that it was uploaded for is saved. */
export type StoredFile = { id: number; type: 'Temp' | 'Permanent'; name: string; size: number; media_type: string }

/** The response to an upload; the signed link lets the uploading user view the file for some minutes. */
export type UploadAnswer = { data: StoredFile & { link: string } }

/**
 * Begins an upload in parts, or finds the interrupted one of the same file: by its name, size in bytes, and time of the last
 * change in ms. `use` is the resource and the field that it is for: `analysis.pdf_file`.
 */
export const beginUploadInput = z.strictObject({
  file_name: z
    .string()
    .max(limits.file.sent_letters.name)
    .meta({ examples: ['judgment.pdf'] }),
  use: z
    .string()
    .max(limits.file.sent_letters.use)
    .meta({ examples: ['analysis.pdf_file'] }),
  type: z
    .string()
    .max(limits.file.sent_letters.use)
    .meta({ examples: ['application/pdf'] })
    .optional(),
  size: z
    .int()
    .min(0)
    .max(limits.file.pdf_bytes)
    .meta({ examples: [120_000] }),
  modified: z.int().min(0).max(limits.file.upload.modified_ms),
})
/** The bytes that the server has, and the largest part that it takes. */
export type BeginUploadAnswer = { data: { upload: string; offset: number; part_bytes: number } }

/** The response to a part: the bytes that the server has now; with the last part, the stored file. */
export type UploadPartAnswer = { data: { offset: number; file?: UploadAnswer['data'] } }

export const uploadInput = z.strictObject({ upload: z.uuid() })

/** Interrupted uploads of the user for one field, the newest first. */
export const unfinishedUploadsInput = z.strictObject({ use: beginUploadInput.shape.use })
export type UnfinishedUpload = { upload: string; name: string; size: number; modified: number; offset: number }

/** A file of a record, with the known version of the record; without a record, an own upload that no record uses yet. */
export const fileInput = z
  .strictObject({
    id,
    resource: recordName.optional(),
    row: id.optional(),
    version: version.optional(),
  })
  .meta({ examples: [{ id: 1, resource: 'analysis', row: 1 }] })
export type FileInput = z.input<typeof fileInput>

/** A same-site signed URL that expires after minutes and with the session. */
export type LinkAnswer = { data: { link: string } }
