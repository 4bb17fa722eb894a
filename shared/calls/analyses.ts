import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import type { Row } from './crud.ts'
import { id } from './record.ts'

/** A save may give an analysis a PDF that others have; without it the answer names them (`pdf-known`). */
export const acceptDuplicate = { accept_duplicate: z.boolean().optional() }

/** `pdf_file` is an upload of the user; `accept_duplicate`: also when the PDF has analyses already. */
export const addFileInput = z.strictObject({ court: id, pdf_file: id, ...acceptDuplicate })
/** `ext_file` says where the PDF comes from. */
export const importFileInput = z.strictObject({
  court: id,
  pdf_file: id,
  ext_file: z.string().max(limits.file.sent_letters.source).optional(),
})

/** An analysis of a PDF, by what names it. */
export type AnalysisOfFile = {
  id: number
  title: string
  case_numbers_text: string
  status: string
  court: string
  /** The name of the file. */
  file: string
}

/** `data` is the new analysis; null when the PDF has the analyses `duplicates` already. */
export type AddFileAnswer = { data: Row | null; duplicates: AnalysisOfFile[] }

/** The queue of analyses. Ages are in seconds; `places` has the first analyses that wait, from 1. */
export type AnalysisQueue = {
  waiting: number
  running: number
  oldest_seconds: number | null
  pages_last_hour: number
  files_last_hour: number
  places: { id: number; place: number }[]
}
