import type { Answer } from '#shared/calls/answer.ts'
import type { UploadAnswer } from '#shared/calls/files.ts'
import { connectionNow, failed, headersOf, noteEnd, read } from './client.ts'

type Upload = {
  file: File
  /** The resource and the field that it is for: `caseFiles.pdf_file`. */
  use: string
  /** From 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

const path = '/api/files/upload'

/** Sends a file as it is. A failure is an answer too; only an abort throws. By XHR, as fetch tells no progress. */
export async function upload({ file, use, onProgress, signal }: Upload): Promise<Answer<UploadAnswer>> {
  const token = connectionNow().token()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  const headers = {
    ...headersOf(token, false),
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent(file.name.toWellFormed()),
    'X-File-For': use,
    'X-File-Type': file.type,
  }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)

  const ended = await send(request, file, signal)
  signal?.throwIfAborted()
  if (ended !== 'load') return failed('network')
  const about = `POST ${path} ${request.status}`
  const answer = await read<UploadAnswer>(request.responseText, request.status, { token, about })
  noteEnd(token, answer)
  return answer
}

function send(request: XMLHttpRequest, file: File, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((settle) => {
    request.onloadend = () => settle(request.status === 0 ? 'error' : 'load')
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) settle('abort')
    else request.send(file)
  })
}
