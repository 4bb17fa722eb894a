import type { Readable } from 'node:stream'
import type { BeginUploadAnswer } from '#shared/calls/files.ts'
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

/** Calls the API, in this process or over the network. */
type Call<Answer> = (
  path: string,
  body?: unknown,
  request?: { headers?: Record<string, string>; raw?: Buffer<ArrayBuffer> },
) => Promise<Answer>

type BegunUpload = BeginUploadAnswer['data']

/** Begins an upload in parts of `size` bytes, or continues one of the same name and size. Throws when it is refused. */
export async function beginUpload(
  call: Call<Pick<ApiAnswer, 'status' | 'body'>>,
  size: number,
  { name = 'a.pdf', use = 'caseFiles.pdf_file' }: Pick<UploadHeaders, 'name' | 'use'> = {},
) {
  const { status, body } = await call('files/upload/begin', { file_name: name, use, size, modified: 1 })
  if (status !== 200) throw new Error(`files/upload/begin: ${status} ${JSON.stringify(body)}`)
  return body['data'] as BegunUpload
}

/** Sends a part of an upload: the bytes that follow `offset`. */
export const sendPart = <Answer>(
  call: Call<Answer>,
  { upload, offset }: Pick<BegunUpload, 'upload' | 'offset'>,
  bytes: Buffer<ArrayBuffer>,
) =>
  call('files/upload/part', undefined, {
    raw: bytes,
    headers: { 'content-type': 'application/octet-stream', 'x-upload': upload, 'x-upload-offset': String(offset) },
  })
