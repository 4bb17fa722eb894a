import type { Answer } from '#shared/calls/answer.ts'
import type { UploadAnswer, UploadPartAnswer } from '#shared/calls/files.ts'
import { post } from '#web/platform/api/client.ts'
import { sendBytes } from './upload.ts'

type UploadInParts = {
  file: File
  /** The resource and the field of the file: `analysis.pdf_file`. */
  use: string
  /** From 0 to 1. */
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file in parts. What the server has received stays there: another call for the same file, also after the page was
 * loaded again, continues where this one stopped. A failure is returned as an answer; only an abort throws.
 */
export async function uploadInParts({ file, use, onProgress, signal }: UploadInParts): Promise<Answer<UploadAnswer>> {
  const { name: file_name, type, size, lastModified: modified } = file
  const begun = await post(
    'files/upload/begin',
    { file_name, use, type, size, modified: Math.max(0, modified) },
    { signal },
  )
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
  }
}
