import { createContext, use } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { UploadAnswer } from '#shared/calls/files.ts'
import {
  clientFailure,
  currentConnection,
  readAnswer,
  reportRefusal,
  requestHeaders,
} from '#web/platform/api/client.ts'

type Upload = {
  file: File
  /** The resource and the field of the file: `caseFiles.pdf_file`. */
  use: string
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

const path = '/api/files/upload'

/** Uploads a file by XHR, as fetch reports no progress. A failure is returned as an answer; only an abort throws. */
export async function upload({ file, use, onProgress, signal }: Upload): Promise<Answer<UploadAnswer>> {
  const token = currentConnection().token()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  const headers = {
    ...requestHeaders(token, false),
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent(file.name.toWellFormed()),
    'X-File-For': use,
    'X-File-Type': file.type,
  }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)

  const outcome = await send(request, file, signal)
  signal?.throwIfAborted()
  if (outcome !== 'load') return clientFailure('network')
  const about = `POST ${path} ${request.status}`
  const answer = await readAnswer<UploadAnswer>(request.responseText, request.status, { token, about })
  reportRefusal(token, answer)
  return answer
}

function send(request: XMLHttpRequest, file: File, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve) => {
    request.onloadend = () => resolve(request.status === 0 ? 'error' : 'load')
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) resolve('abort')
    else request.send(file)
  })
}

/** Counts the pending uploads of a form up and down. */
const PendingUploadsContext = createContext<(change: 1 | -1) => void>(() => undefined)
export const PendingUploadsProvider = PendingUploadsContext.Provider

/** Delays the save of the surrounding form until an upload has succeeded or failed. */
export function usePendingUpload() {
  const count = use(PendingUploadsContext)
  return async <Result>(upload: Promise<Result>): Promise<Result> => {
    count(1)
    try {
      return await upload
    } finally {
      count(-1)
    }
  }
}
