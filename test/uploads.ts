import type { Readable } from 'node:stream'
import type { ApiAnswer, Caller } from './api.ts'

export type UploadedFile = { id: number; link: string; name: string; size: number; type: string; media_type: string }
export type UploadHeaders = { name?: string; use?: string; type?: string }

/** Uploads a file as a user. */
export function send(
  caller: Caller,
  bytes: Buffer | Readable,
  { name = 'a.pdf', use = 'caseFiles.pdf_file', type = '' }: UploadHeaders = {},
) {
  return caller('files/upload', undefined, {
    raw: bytes,
    headers: {
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
      'x-file-for': use,
      'x-file-type': type,
    },
  })
}
export const uploadedBy = (answer: ApiAnswer) => answer.body['data'] as UploadedFile
export const errorsOf = ({ body }: ApiAnswer) => (body['payload'] as { errors: Record<string, string[]> }).errors
