import { limits } from './limits.ts'

/** The file types that can be stored: name, extensions, media type and maximum size. */
export const fileKinds = {
  pdf: { name: 'PDF', extensions: ['pdf'], media_type: 'application/pdf', max_bytes: limits.file.pdf_bytes },
  docx: {
    name: 'Word',
    extensions: ['docx'],
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    max_bytes: limits.file.office_bytes,
  },
  xlsx: {
    name: 'Excel',
    extensions: ['xlsx'],
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    max_bytes: limits.file.office_bytes,
  },
  png: { name: 'PNG', extensions: ['png'], media_type: 'image/png', max_bytes: limits.file.picture_bytes },
  jpeg: { name: 'JPEG', extensions: ['jpg', 'jpeg'], media_type: 'image/jpeg', max_bytes: limits.file.picture_bytes },
  webp: { name: 'WebP', extensions: ['webp'], media_type: 'image/webp', max_bytes: limits.file.picture_bytes },
} as const satisfies Record<string, { name: string; extensions: string[]; media_type: string; max_bytes: number }>

export type FileKind = keyof typeof fileKinds

export const pictureKinds = ['png', 'jpeg', 'webp'] as const satisfies FileKind[]
export const isFileKind = (name: string): name is FileKind => Object.hasOwn(fileKinds, name)

/** The file type of a name by its extension, among the accepted ones; undefined for any other. */
export function fileKindOfName(name: string, among: readonly FileKind[]): FileKind | undefined {
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return among.find((kind) => fileKinds[kind].extensions.some((candidate) => candidate === extension))
}
