import { type PictureKind, readPicture } from './imageHeader.ts'
import { readZip } from './zip.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'

/** Looks at what is in a file, not at its name. Undefined when it is what it says; else what is wrong with it. */
export const problemOfBytes = (bytes: Buffer, kind: FileKind): FieldCode | undefined => checks[kind](bytes)

const checks: Record<FileKind, (bytes: Buffer) => FieldCode | undefined> = {
  pdf: (bytes) => {
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') return 'file-kind'
    // Where the pages are is told at the end: a file that was cut off does not tell it.
    return bytes.subarray(-4096).includes('startxref') ? undefined : 'file-broken'
  },
  docx: office('word/document.xml'),
  xlsx: office('xl/workbook.xml'),
  png: picture('png'),
  jpeg: picture('jpeg'),
  webp: picture('webp'),
}

function office(main: string) {
  return (bytes: Buffer): FieldCode | undefined => {
    if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) return 'file-kind'
    const zip = readZip(bytes)
    if (!zip) return 'file-broken'
    const names = new Set(zip.names)
    if (!names.has('[Content_Types].xml') || !names.has(main)) return 'file-kind'
    // Programs inside of a document.
    return zip.names.some((name) => /vbaProject|activeX|\.(exe|dll|js|vbs)$/i.test(name)) ? 'file-broken' : undefined
  }
}

function picture(kind: PictureKind) {
  return (bytes: Buffer): FieldCode | undefined => {
    const read = readPicture(bytes)
    if (read?.kind !== kind) return 'file-kind'
    return read.width * read.height > limits.file.picture_pixels ? 'picture-pixels' : undefined
  }
}
