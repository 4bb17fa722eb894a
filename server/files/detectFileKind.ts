import { type PictureKind, readPictureHeader } from './imageHeader.ts'
import { readZip } from './zip.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'

/** Checks the content of a file, not its name. Returns undefined for a valid file of the kind, else the error. */
export const checkFileBytes = (bytes: Buffer, kind: FileKind): FieldCode | undefined => checks[kind](bytes)

const checks: Record<FileKind, (bytes: Buffer) => FieldCode | undefined> = {
  pdf: (bytes) => {
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') return 'file-kind'
    // The offset of the page table is at the end, so a truncated file has none.
    return bytes.subarray(-4096).includes('startxref') ? undefined : 'file-broken'
  },
  docx: office('word/document.xml'),
  xlsx: office('xl/workbook.xml'),
  png: picture('png'),
  jpeg: picture('jpeg'),
  webp: picture('webp'),
}

function office(mainEntry: string) {
  return (bytes: Buffer): FieldCode | undefined => {
    if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) return 'file-kind'
    const zip = readZip(bytes)
    if (!zip) return 'file-broken'
    const names = new Set(zip.names)
    if (!names.has('[Content_Types].xml') || !names.has(mainEntry)) return 'file-kind'
    // Rejects macros and executables in a document.
    return zip.names.some((name) => /vbaProject|activeX|\.(exe|dll|js|vbs)$/i.test(name)) ? 'file-broken' : undefined
  }
}

function picture(kind: PictureKind) {
  return (bytes: Buffer): FieldCode | undefined => {
    const read = readPictureHeader(bytes)
    if (read?.kind !== kind) return 'file-kind'
    return read.width * read.height > limits.file.picture_pixels ? 'picture-pixels' : undefined
  }
}
