import { createContext, use } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import { limits } from '#shared/limits.ts'
import type { UploadAnswer, UploadPartAnswer } from '#shared/calls/files.ts'
import { currentToken, currentUserId, isExpired, subscribeToSession } from '#web/platform/session/session.ts'
import { clientFailure, post, readAnswer, requestHeaders, sendInSession } from '#web/platform/api/client.ts'

type Upload = {
  file: File
  /** The resource and the field of the file: `caseFiles.pdf_file`. */
  use: string
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * Uploads a file, again when the session had ended and its user has signed in again over the page. A failure is returned as an
 * answer; only an abort throws.
 */
export async function upload({ file, use, ...options }: Upload): Promise<Answer<UploadAnswer>> {
  const send = () =>
    sendBytes<UploadAnswer>({
      path: '/api/files/upload',
      headers: {
        'X-File-Name': encodeURIComponent(file.name.toWellFormed()),
        'X-File-For': use,
        'X-File-Type': file.type,
      },
      bytes: file,
      ...options,
    })
  const user = currentUserId()
  const answer = await send()
  if (answer.Status === 'success' || answer.code !== 'no-session') return answer
  await reauthentication()
  options.signal?.throwIfAborted()
  return currentToken() !== undefined && currentUserId() === user ? send() : answer
}

/** Waits while the user is asked to sign in again: until they have, or leave the page. */
export const reauthentication = () =>
  new Promise<void>((resolve) => {
    const stop = subscribeToSession(() => check())
    const check = () => {
      if (isExpired()) return
      stop()
      resolve()
    }
    check()
  })

type Bytes = Pick<Upload, 'onProgress' | 'signal'> & { path: string; headers: Record<string, string>; bytes: Blob }

/** Sends bytes by XHR, as fetch reports no progress. */
const sendBytes = <Body extends object>(call: Bytes) => sendInSession((token) => sendBytesOnce<Body>(call, token))

async function sendBytesOnce<Body extends object>(call: Bytes, token: string | undefined): Promise<Answer<Body>> {
  const { path, bytes, onProgress, signal } = call
  const request = new XMLHttpRequest()
  request.open('POST', path)
  const headers = { ...requestHeaders(token, false), 'Content-Type': 'application/octet-stream', ...call.headers }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)

  const outcome = await send(request, bytes, signal)
  signal?.throwIfAborted()
  if (outcome !== 'load') return clientFailure('network')
  const about = `POST ${path} ${request.status}`
  return readAnswer<Body>(request.responseText, request.status, { token, about })
}

/** Ends a request that makes no progress. `request.timeout` would end a slow one that does. */
function send(request: XMLHttpRequest, bytes: Blob, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve) => {
    let stall: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => request.abort(), limits.request.timeout_ms)
    }
    request.upload.addEventListener('progress', watch)
    request.onloadend = () => {
      clearTimeout(stall)
      resolve(request.status === 0 ? 'error' : 'load')
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) {
      resolve('abort')
      return
    }
    watch()
    request.send(bytes)
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

type UploadInParts = {
  file: File
  /** The resource and the field of the file: `analysis.pdf_file`. */
  use: string
  /** With the id of the upload, by which it can be canceled. */
  onBegun: (upload: string) => void
  /** From 0 to 1. */
  onProgress: (fraction: number) => void
  /** The server has stored a part. */
  onPart: () => void
  signal: AbortSignal
}

/**
 * Uploads a file in parts. What the server has received stays there: another call for the same file, also after the page was
 * loaded again, continues where this one stopped. A failure is returned as an answer; only an abort throws.
 */
export async function uploadInParts({
  file,
  use,
  onBegun,
  onProgress,
  onPart,
  signal,
}: UploadInParts): Promise<Answer<UploadAnswer>> {
  const { name: file_name, type, size, lastModified: modified } = file
  // An abort waits for the answer: without its id, no user could cancel what the server has begun.
  const begun = await post('files/upload/begin', { file_name, use, type, size, modified: Math.max(0, modified) })
  if (begun.Status === 'success') onBegun(begun.data.upload)
  signal.throwIfAborted()
  if (begun.Status === 'error') return begun
  const { upload, part_bytes } = begun.data
  for (let { offset } = begun.data; ;) {
    onProgress(offset / size)
    const bytes = file.slice(offset, offset + part_bytes)
    const answer = await sendBytes<UploadPartAnswer>({
      path: '/api/files/upload/part',
      headers: { 'X-Upload': upload, 'X-Upload-Offset': String(offset) },
      bytes,
      onProgress: (fraction) => onProgress((offset + fraction * bytes.size) / size),
      signal,
    })
    if (answer.Status === 'error') return answer
    const { file: stored } = answer.data
    if (stored) return { ...answer, data: stored }
    offset = answer.data.offset
    onPart()
  }
}

/** Waits, but not longer than until the browser reports a connection. */
export const waitForConnection = (delay_ms: number) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      window.removeEventListener('online', finish)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, delay_ms)
    window.addEventListener('online', finish)
  })
