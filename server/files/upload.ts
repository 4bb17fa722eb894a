import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '#server/http/handle.ts'
import { header, identify, type RequestServices } from '#server/http/request.ts'
import { resultOf, send } from '#server/http/respond.ts'
import type { Session } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { checkFile } from './detectFileKind.ts'
import { cleanFileName } from './fileName.ts'
import { addTempFile, isWithinQuota } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Limits } from '#server/limits/limits.ts'
import type { StoredFile } from '#shared/calls/files.ts'
import { type FileKind, fileKinds, fileKindOfName } from '#shared/fileKinds.ts'
import { uploadTarget } from '#shared/resources/acceptedFiles.ts'
import { limits as allLimits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'
import { permission } from '#shared/resource/names.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'

type UploadDependencies = { db: Db; files: FileStore; limits: Limits }

/**
 * Serves `files/upload`, the one endpoint that takes no JSON: the body is the file. It is registered in a scope of its
 * own, in which Fastify parses nothing but `application/octet-stream`.
 */
export function serveUploads(app: FastifyInstance, dependencies: UploadDependencies & RequestServices) {
  const { db, limits, links } = dependencies
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    scope.post(
      '/api/files/upload',
      {
        bodyLimit: Number.MAX_SAFE_INTEGER,
        // What is wrong with an upload before its bytes are known is found before they are sent.
        onRequest: async (request) => {
          await admit(limits, { access: 'session', limits: ['upload'] }, await identify(request, dependencies))
          await checkQuota(db, claimsOf(request))
        },
      },
      async (request, reply) => {
        const result = await resultOf(request, async () => {
          const data = await receiveUpload(dependencies, claimsOf(request), request.body as Readable | undefined)
          return {
            data: {
              ...data,
              link: links.signedUrl({ file_id: data.id, session_id: sessionIn(request).id, needs: 'own-upload' }),
            },
          }
        })
        await send(request, reply, result)
      },
    )
  })
}

const claimsOf = (request: FastifyRequest): Claims => ({
  session: sessionIn(request),
  name: header(request, 'x-file-name') ?? '',
  use: header(request, 'x-file-for') ?? '',
  type: header(request, 'x-file-type') ?? '',
  length: Number(header(request, 'content-length') ?? Number.NaN) || undefined,
})

/** `admit` has rejected requests without a session. */
function sessionIn({ session }: FastifyRequest): Session {
  if (!session) throw new ApiError('no-session')
  return session
}

/** What a request claims about its file; nothing of it is trusted. */
type Claims = {
  session: Session
  /** The headers `X-File-Name` (percent-encoded), `X-File-For` and `X-File-Type`, and Content-Length in bytes. */
  name: string
  use: string
  type: string
  length: number | undefined
}

type CheckedClaims = { name: string; kind: FileKind; errorOf: (code: FieldCode) => ApiError }

/** Throws an error at the field that the file is for. */
function checkClaims({ session, use, type, length = 0, ...claims }: Claims): CheckedClaims {
  const kinds = kindsFor(session, use)
  const name = cleanFileName(claims.name)
  const kind = name === undefined ? undefined : fileKindOfName(name, kinds)
  const errorOf = (code: FieldCode) => fileError(use, code, kind ? [kind] : kinds)
  if (name === undefined || !kind || !typeMatches(type, kind)) throw errorOf('file-kind')
  if (length > fileKinds[kind].max_bytes) throw errorOf('file-size')
  return { name, kind, errorOf }
}

async function checkQuota(db: Db, claims: Claims) {
  const { errorOf } = checkClaims(claims)
  if (!(await isWithinQuota(db, claims.session.user_id, claims.length ?? 0))) throw errorOf('upload-quota')
}

/** Stores a file as `Temp`, owned by the user. An invalid one is refused with an error at the field it is for. */
async function receiveUpload(
  { db, files }: UploadDependencies,
  claims: Claims,
  body: Readable | undefined,
): Promise<StoredFile> {
  const { name, kind, errorOf } = checkClaims(claims)
  const { max_bytes, media_type } = fileKinds[kind]
  const received = await files.receive(body ?? Readable.from([]), max_bytes)
  if (received === 'too-large') throw errorOf('file-size')
  try {
    const problem = received.size === 0 ? 'file-empty' : await received.check((source) => checkFile(source, kind))
    if (problem) throw errorOf(problem)
    const stored = await addTempFile(db, received, { name, media_type, owner_id: claims.session.user_id })
    if (!stored) throw errorOf('upload-quota')
    return stored
  } finally {
    await received.discard()
  }
}

function kindsFor({ abilities }: Session, use: string) {
  const used = uploadTarget(use)
  if (!used) throw new ApiError('invalid', { fields: { 'X-File-For': [{ code: 'not-a-choice' }] } })
  const { resource, kinds } = used
  if (!['create', 'update'].some((action) => abilities.includes(permission(action, resource))))
    throw new ApiError('not-allowed')
  return kinds
}

/** A browser sends an empty type when it does not know it. */
const typeMatches = (type: string, kind: FileKind) => type === '' || type === fileKinds[kind].media_type

function fileError(use: string, code: FieldCode, kinds: readonly FileKind[]) {
  const [kind] = kinds
  const maxima: Partial<Record<FieldCode, string | number>> = {
    'picture-pixels': allLimits.file.picture_pixels,
    'upload-quota': fileSize(allLimits.file.unsaved_bytes),
    'file-size': kind ? fileSize(fileKinds[kind].max_bytes) : '',
  }
  const values = { kinds: kinds.map((known) => fileKinds[known].name).join(', '), maximum: maxima[code] ?? '' }
  const field = use.split('.').slice(1).join('.')
  return new ApiError('invalid', { fields: { [field]: [{ code, values }] } })
}
