import type { ByteSource } from './byteSource.ts'
import { type PictureKind, readPictureHeader } from './imageHeader.ts'
import { isZip, readZip } from './zip.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'

type Check = (source: ByteSource) => Promise<FieldCode | undefined>

/**
 * Checks the content of a file, not its name, by its head, its end, and the directory of a zip. Returns undefined for a
 * valid file of the kind, else the error.
 */
export const checkFile = (source: ByteSource, kind: FileKind): ReturnType<Check> => checks[kind](source)

/** The offset of the page table of a PDF is in the last bytes, so a truncated file has none. */
const pdf_end_bytes = 4096

const checks: Record<FileKind, Check> = {
  pdf: async (source) => {
    const head = await source.read(0, 5)
    if (head.toString('latin1') !== '%PDF-') return 'file-kind'
    const end = await source.read(Math.max(0, source.size - pdf_end_bytes), pdf_end_bytes)
    return end.includes('startxref') ? undefined : 'file-broken'
  },
  docx: office('word/document.xml'),
  xlsx: office('xl/workbook.xml'),
  png: picture('png'),
  jpeg: picture('jpeg'),
  webp: picture('webp'),
}

function office(mainEntry: string): Check {
  return async (source) => {
    if (!(await isZip(source))) return 'file-kind'
    const zip = await readZip(source)
    if (!zip) return 'file-broken'
    const names = new Set(zip.names)
    if (!names.has('[Content_Types].xml') || !names.has(mainEntry)) return 'file-kind'
    // Rejects macros and executables in a document.
    return zip.names.some((name) => /vbaProject|activeX|\.(exe|dll|js|vbs)$/i.test(name)) ? 'file-broken' : undefined
  }
}

function picture(kind: PictureKind): Check {
  return async (source) => {
    const read = await readPictureHeader(source)
    if (read?.kind !== kind) return 'file-kind'
    return read.width * read.height > limits.file.picture_pixels ? 'picture-pixels' : undefined
  }
}
