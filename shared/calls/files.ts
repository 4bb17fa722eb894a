import { z } from 'zod'
import { id, recordName, version } from './record.ts'

/** A stored file as forms and lists see it; Temp until the record that it was uploaded for is saved. */
export type StoredFile = { id: number; type: 'Temp' | 'Permanent'; name: string; size: number; media_type: string }

/** The response to an upload; the signed link lets the uploading user view the file for some minutes. */
export type UploadAnswer = { data: StoredFile & { link: string } }

/** A file of a record, with the known version of the record; without a record, an own upload that no record uses yet. */
export const fileInput = z.strictObject({
  id,
  resource: recordName.optional(),
  row: id.optional(),
  version: version.optional(),
})
export type FileInput = z.input<typeof fileInput>

/** A same-site signed URL that expires after minutes and with the session. */
export type LinkAnswer = { data: { link: string } }
