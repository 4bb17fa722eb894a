import { limits } from './limits.ts'
import { resources } from './resources/index.ts'
import type { Field } from './resource/field.ts'
import type { Resource } from './resource/resource.ts'

/** The kinds of files that are kept at all: what each is called, how names of it end, and how large it may be. */
export const fileKinds = {
  pdf: { name: 'PDF', endings: ['pdf'], media_type: 'application/pdf', max_bytes: limits.file.pdf_bytes },
  docx: {
    name: 'Word',
    endings: ['docx'],
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    max_bytes: limits.file.office_bytes,
  },
  xlsx: {
    name: 'Excel',
    endings: ['xlsx'],
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    max_bytes: limits.file.office_bytes,
  },
  png: { name: 'PNG', endings: ['png'], media_type: 'image/png', max_bytes: limits.file.picture_bytes },
  jpeg: { name: 'JPEG', endings: ['jpg', 'jpeg'], media_type: 'image/jpeg', max_bytes: limits.file.picture_bytes },
  webp: { name: 'WebP', endings: ['webp'], media_type: 'image/webp', max_bytes: limits.file.picture_bytes },
} as const satisfies Record<string, { name: string; endings: string[]; media_type: string; max_bytes: number }>

export type FileKind = keyof typeof fileKinds

const pictureKinds = ['png', 'jpeg', 'webp'] as const satisfies FileKind[]
export const isFileKind = (name: string): name is FileKind => Object.hasOwn(fileKinds, name)

/** The kind that a name ends like, among those that are taken; undefined for any other. */
export function kindOfName(name: string, among: readonly FileKind[]): FileKind | undefined {
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return among.find((kind) => fileKinds[kind].endings.some((known) => known === ending))
}

/** What may be uploaded for a field, as in `caseFiles.related_cases.description`; undefined for what takes no files. */
export function usedFor(use: string): { resource: Resource; kinds: readonly FileKind[] } | undefined {
  const [name, ...path] = use.split('.')
  const resource: Resource | undefined = resources.find((known) => known.name === name)
  if (!resource) return undefined
  const kinds = kindsOf(path, resource.fields)
  return kinds && { resource, kinds }
}

function kindsOf([name = '', ...inner]: string[], fields: Record<string, Field>): readonly FileKind[] | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field?.kind === 'repeater') return kindsOf(inner, field.fields)
  if (!field || inner.length > 0) return undefined
  if (field.kind === 'file') return field.accepts.filter(isFileKind)
  return field.kind === 'richtext' ? pictureKinds : undefined
}
