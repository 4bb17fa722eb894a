import { ApiError } from '#server/endpoint/apiError.ts'
import type { Session } from '#server/session/session.ts'
import { type FileKind, fileKinds, fileKindOfName } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'
import { permission } from '#shared/resource/names.ts'
import { uploadTarget } from '#shared/resources/acceptedFiles.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { cleanFileName } from './fileName.ts'

/** What a client claims about its file; nothing of it is trusted. */
export type Claims = {
  session: Session
  name: string
  /** The resource and the field that the file is for. */
  use: string
  /** The media type; empty when the client does not know it. */
  type: string
  /** In bytes. */
  length: number | undefined
}

export type CheckedClaims = {
  name: string
  kind: FileKind
  errorOf: (code: FieldCode, values?: Record<string, string>) => ApiError
}

/** Throws an error at the field that the file is for. */
export function checkClaims({ session, use, type, length = 0, ...claims }: Claims): CheckedClaims {
  const kinds = kindsFor(session, use)
  const name = cleanFileName(claims.name)
  const kind = name === undefined ? undefined : fileKindOfName(name, kinds)
  const errorOf: CheckedClaims['errorOf'] = (code, values) => fileError(use, code, kind ? [kind] : kinds, values)
  if (name === undefined || !kind || !typeMatches(type, kind)) throw errorOf('file-kind')
  if (length > fileKinds[kind].max_bytes) throw errorOf('file-size')
  return { name, kind, errorOf }
}

function kindsFor({ abilities }: Session, use: string) {
  const used = uploadTarget(use)
  if (!used) throw new ApiError('invalid', { fields: { 'X-File-For': [{ code: 'not-a-choice' }] } })
  const { resource, kinds } = used
  if (!['create', 'update'].some((action) => abilities.includes(permission(action, resource))))
    throw new ApiError('not-allowed')
  return kinds
}

/** Another attempt may succeed: once a record uses an upload of the user, or it is deleted. */
export const quotaError = () =>
  new ApiError('upload-quota', { values: { maximum: fileSize(limits.file.unsaved_bytes) } })

/** A browser sends an empty type when it does not know it. */
const typeMatches = (type: string, kind: FileKind) => type === '' || type === fileKinds[kind].media_type

function fileError(use: string, code: FieldCode, kinds: readonly FileKind[], more: Record<string, string> = {}) {
  const [kind] = kinds
  const maxima: Partial<Record<FieldCode, string | number>> = {
    'picture-pixels': limits.file.picture_pixels,
    'file-size': kind ? fileSize(fileKinds[kind].max_bytes) : '',
  }
  const values = { kinds: kinds.map((known) => fileKinds[known].name).join(', '), maximum: maxima[code] ?? '', ...more }
  const field = use.split('.').slice(1).join('.')
  return new ApiError('invalid', { fields: { [field]: [{ code, values }] } })
}
