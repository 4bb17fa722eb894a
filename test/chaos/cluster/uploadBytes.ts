import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#shared/calls/answer.ts'
import type { UploadAnswer, UploadPartAnswer } from '#shared/calls/files.ts'
import { post, readAnswer } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { backoff } from '#shared/backoff.ts'

type Upload = { token: string; bytes: Buffer<ArrayBuffer>; use: string }

const longestAttempts = 20

/**
 * Uploads in parts as the queue of the web does, which sends parts by XHR: after an interruption the server is asked for what
 * it has. Throws for any other failure.
 */
export async function uploadBytes({ token, bytes, use }: Upload): Promise<UploadAnswer['data']> {
  const input = { file_name: `${crypto.randomUUID()}.pdf`, use, size: bytes.length, modified: 1 }
  for (let attempts = 0; ; attempts += 1) {
    const answer = await sendAll({ token, bytes, input })
    if (answer.Status === 'success' || attempts === longestAttempts || !mayRepeat.has(answer.code))
      return unwrapAnswer(answer).data
    await sleep(backoff(attempts))
  }
}

const mayRepeat = new Set(['network', 'unavailable', 'upload-offset', 'not-found'])

type Sending = Pick<Upload, 'token' | 'bytes'> & {
  input: { file_name: string; use: string; size: number; modified: number }
}

async function sendAll({ token, bytes, input }: Sending): Promise<Answer<UploadAnswer>> {
  const begun = await post('files/upload/begin', input)
  if (begun.Status === 'error') return begun
  const { upload, part_bytes } = begun.data
  for (let { offset } = begun.data; ;) {
    const answer = await sendPart(token, { upload, offset, part: bytes.subarray(offset, offset + part_bytes) })
    if (answer.Status === 'error') return answer
    const { file } = answer.data
    if (file) return { ...answer, data: file }
    offset = answer.data.offset
  }
}

type Part = { upload: string; offset: number; part: Buffer<ArrayBuffer> }

async function sendPart(token: string, { upload, offset, part }: Part): Promise<Answer<UploadPartAnswer>> {
  const path = '/api/files/upload/part'
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
    'x-upload': upload,
    'x-upload-offset': String(offset),
  }
  try {
    const response = await fetch(path, { method: 'POST', headers, body: part })
    return await readAnswer(await response.text(), response.status, { token, about: `POST ${path} ${response.status}` })
  } catch {
    return { Status: 'error', code: 'network', Message: '', payload: { errors: {} } }
  }
}
