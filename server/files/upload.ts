import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAddress } from '#server/endpoint/address.ts'
import { header } from '#server/http/request.ts'
import { resultOf, send } from '#server/http/respond.ts'
import type { RequestServices } from '#server/http/serveEndpoints.ts'
import { ANONYMOUS_SESSION_ID } from '#server/session/fileLinks.ts'
import type { Session } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { checkFileBytes } from './detectFileKind.ts'
import { cleanFileName } from './fileName.ts'
import { addTempFile } from './fileRows.ts'
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
 * own, the only one in which Fastify parses `application/octet-stream`.
 */
export function serveUploads(app: FastifyInstance, dependencies: UploadDependencies & RequestServices) {
  const { sessionOf, links } = dependencies
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    scope.post('/api/files/upload', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const session = await sessionOf(request)
      const result = await resultOf(request, async () => {
        const data = await receiveUpload(dependencies, incomingOf(request, session))
        return {
          data: {
            ...data,
            link: links.signedUrl({
              file_id: data.id,
              session_id: session?.id ?? ANONYMOUS_SESSION_ID,
              needs: 'own-upload',
            }),
          },
        }
      })
      await send(request, reply, session, result)
    })
  })
}

function incomingOf(request: FastifyRequest, session: Session | undefined): Incoming {
  if (!(request.body instanceof Readable)) throw new ApiError('not-json')
  return {
    session,
    body: request.body,
    address: readAddress(request.ip),
    name: header(request, 'x-file-name') ?? '',
    use: header(request, 'x-file-for') ?? '',
    type: header(request, 'x-file-type') ?? '',
    length: Number(header(request, 'content-length') ?? Number.NaN) || undefined,
  }
}

/** What a request claims about its file; nothing of it is trusted. */
type Incoming = {
  session: Session | undefined
  address: string
  /** The headers `X-File-Name` (percent-encoded), `X-File-For` and `X-File-Type`, and Content-Length in bytes. */
  name: string
  use: string
  type: string
  length: number | undefined
  body: Readable
}

/** Stores a file as `Temp`, owned by the user. An invalid one is refused with an error at the field it is for. */
async function receiveUpload({ db, files, limits }: UploadDependencies, incoming: Incoming): Promise<StoredFile> {
  const { session, use } = incoming
  if (!session) throw new ApiError('no-session')
  await limits.consumeAll(['upload'], { address: incoming.address, session })
  const kinds = kindsFor(session, use)
  const name = cleanFileName(incoming.name)
  const kind = name === undefined ? undefined : fileKindOfName(name, kinds)
  const errorOf = (code: FieldCode) => fileError(use, code, kind ? [kind] : kinds)
  if (name === undefined || !kind || !typeMatches(incoming.type, kind)) throw errorOf('file-kind')

  const { max_bytes, media_type } = fileKinds[kind]
  if (incoming.length !== undefined && incoming.length > max_bytes) throw errorOf('file-size')
  const received = await files.receive(incoming.body, max_bytes)
  if (received === 'too-large') throw errorOf('file-size')
  try {
    const problem = received.size === 0 ? 'file-empty' : checkFileBytes(await received.bytes(), kind)
    if (problem) throw errorOf(problem)
    return await addTempFile(db, received, { name, media_type, owner_id: session.user_id })
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
  const size = kind ? fileSize(fileKinds[kind].max_bytes) : ''
  const values = {
    kinds: kinds.map((known) => fileKinds[known].name).join(', '),
    maximum: code === 'picture-pixels' ? allLimits.file.picture_pixels : size,
  }
  const field = use.split('.').slice(1).join('.')
  return new ApiError('invalid', { fields: { [field]: [{ code, values }] } })
}
