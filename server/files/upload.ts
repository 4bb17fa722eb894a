import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorizeAndCount } from '#server/http/authorize.ts'
import { header, identify, type RequestServices } from '#server/http/request.ts'
import { resultOf, send } from '#server/http/respond.ts'
import type { Session } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { checkClaims, type Claims, quotaError } from './claims.ts'
import { isWithinQuota } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'
import { addPart, checkPart } from './resumable.ts'
import { storeUpload } from './storeUpload.ts'
import { ApiError, tooMany } from '#server/endpoint/apiError.ts'
import type { RateLimitName } from '#server/endpoint/rateLimits.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { StoredFile, UploadPartAnswer } from '#shared/calls/files.ts'
import { limits } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The files, and parts of files, whose bytes are being received. */
    uploadsInProgress: () => number
  }
}

type UploadDependencies = { db: Db; files: FileStore; rateLimiter: RateLimiter }

const rulesOf = (limit: RateLimitName) =>
  ({ access: 'session', scopes: ['records:write'], rateLimits: [limit] }) as const

/**
 * Serves `files/upload` and `files/upload/part`, the endpoints that take no JSON: the body is the file, or a part of it. They
 * are registered in a scope of their own, in which Fastify parses nothing but `application/octet-stream`.
 */
export function serveUploads(app: FastifyInstance, dependencies: UploadDependencies & RequestServices) {
  const { db, rateLimiter, links } = dependencies
  const withLink = (file: StoredFile, { id: session_id }: Session) => ({
    ...file,
    link: links.signedUrl({ file_id: file.id, session_id, needs: 'own-upload' }),
  })
  const admitTo = async (limit: RateLimitName, request: FastifyRequest) =>
    authorizeAndCount(rateLimiter, rulesOf(limit), await identify(request, dependencies))

  const inProgress = countUploads()
  app.decorate('uploadsInProgress', inProgress.count)

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    serveBytes(scope, '/api/files/upload', {
      // What is wrong with an upload before its bytes are known is found before they are sent.
      before: async (request) => {
        await admitTo('upload', request)
        await checkQuota(db, claimsOf(request))
      },
      run: async (request, body) => {
        const claims = claimsOf(request)
        const { session } = claims
        const file = await inProgress.run(session, () => receiveUpload(dependencies, claims, body))
        return { data: withLink(file, session) }
      },
    })
    serveBytes(scope, '/api/files/upload/part', {
      before: async (request) => {
        await admitTo('upload-part', request)
        await checkPart(db, partOf(request))
      },
      run: async (request, body): Promise<UploadPartAnswer> => {
        const part = partOf(request)
        const { offset, file } = await inProgress.run(part.session, () => addPart(dependencies, part, body))
        return { data: { offset, ...(file && { file: withLink(file, part.session) }) } }
      },
    })
  })
}

/** Counts the uploads in progress. Each one reserves the disk space of the largest file: one user may not reserve it all. */
function countUploads() {
  const byUser = new Map<number, number>()
  const add = (user: number, change: 1 | -1) => {
    const uploads = (byUser.get(user) ?? 0) + change
    if (uploads > 0) byUser.set(user, uploads)
    else byUser.delete(user)
  }
  return {
    count: () => [...byUser.values()].reduce((sum, uploads) => sum + uploads, 0),
    /** Throws `too-many` for a user who sends too many at the same time. */
    run: async <Result>({ user_id }: Session, upload: () => Promise<Result>): Promise<Result> => {
      if ((byUser.get(user_id) ?? 0) >= limits.file.upload.at_once) throw tooMany(busy_seconds)
      add(user_id, 1)
      return upload().finally(() => add(user_id, -1))
    },
  }
}

/** When a user whose uploads are all in progress may try again. */
const busy_seconds = 5

type BytesRoute = {
  before: (request: FastifyRequest) => Promise<void>
  run: (request: FastifyRequest, body: Readable) => Promise<object>
}

/** A route whose body is a stream of bytes, which its handler limits. */
function serveBytes(scope: FastifyInstance, url: string, { before, run }: BytesRoute) {
  scope.post(
    url,
    { bodyLimit: Number.MAX_SAFE_INTEGER, onRequest: async (request) => before(request) },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const body = (request.body as Readable | undefined) ?? Readable.from([])
      const result = await resultOf(request, () => run(request, body))
      // Many clients read the answer only after they have sent all of a body that was refused.
      body.resume()
      await send(request, reply, result)
    },
  )
}

const claimsOf = (request: FastifyRequest): Claims => ({
  session: sessionIn(request),
  name: nameOf(request),
  use: header(request, 'x-file-for') ?? '',
  type: header(request, 'x-file-type') ?? '',
  length: lengthOf(request),
})

/** The name of the file, which is sent percent-encoded. */
function nameOf(request: FastifyRequest): string {
  const encoded = header(request, 'x-file-name')
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    throw nameError('format')
  }
  throw nameError('required')
}

const nameError = (code: FieldCode) => new ApiError('invalid', { fields: { 'X-File-Name': [{ code }] } })

/** By `Number` an empty header would be the offset 0. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** The part that a request sends. Throws for a header that names no upload and no offset. */
function partOf(request: FastifyRequest) {
  const upload = z.uuid().safeParse(header(request, 'x-upload')).data
  const offset = wholeNumber.safeParse(header(request, 'x-upload-offset')).data
  if (upload === undefined) throw new ApiError('invalid', { fields: { 'X-Upload': [{ code: 'format' }] } })
  if (offset === undefined) throw new ApiError('invalid', { fields: { 'X-Upload-Offset': [{ code: 'format' }] } })
  return { session: sessionIn(request), upload, offset, length: lengthOf(request) }
}

const lengthOf = (request: FastifyRequest) => Number(header(request, 'content-length') ?? Number.NaN) || undefined

/** `authorizeAndCount` has rejected requests without a session. */
function sessionIn({ session }: FastifyRequest): Session {
  if (!session) throw new ApiError('no-session')
  return session
}

async function checkQuota(db: Db, claims: Claims) {
  checkClaims(claims)
  if (!(await isWithinQuota(db, claims.session.user_id, claims.length ?? 0))) throw quotaError()
}

/** Stores a file as `Temp`, owned by the user. An invalid one is refused with an error at the field it is for. */
const receiveUpload = (dependencies: UploadDependencies, claims: Claims, body: Readable): Promise<StoredFile> =>
  storeUpload(dependencies, checkClaims(claims), { body, owner_id: claims.session.user_id })
