import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { apiTokenIsAlive } from '#server/session/apiTokenSession.ts'
import { abilitiesOf, sessionIsAlive } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { type FileClaims, type FileLinks, type FileNeeds, anonymousSessionId } from '#server/session/fileLinks.ts'
import { encodeFileName, parseRange } from './range.ts'
import type { FileStore } from './fileStore.ts'
import { readAddress } from '#server/endpoint/address.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { apiErrors } from '#shared/messages.ts'

type FileServerDependencies = { db: Db; links: FileLinks; files: FileStore; rateLimiter: RateLimiter }
type FileRoute = { Params: { link: string } }
type FileRequest = FastifyRequest<FileRoute>
type ServedFile = { sha256: Buffer; name: string; media_type: string; size: number }

/** The content security policy of an opened file: it runs and requests nothing, in an origin of its own. */
const documentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Serves files by signed links, which are valid while their session is and has what they need. */
export function serveFiles(app: FastifyInstance, { db, links, files, rateLimiter }: FileServerDependencies) {
  const find = async ({ ip, params }: FileRequest) => {
    await rateLimiter.consumeAll(['file'], { address: readAddress(ip), session: undefined })
    const link = links.verify(params.link)
    return link && findFile(db, link)
  }
  // Fastify's own HEAD route would read the whole file.
  app.head<FileRoute>('/files/:link', async (request, reply) => {
    const file = await find(request)
    if (!file) throw new ApiError('link-expired')
    if ((await files.sizeOf(file.sha256)) === undefined) throw new ApiError('not-found')
    return reply.headers({ ...headersOf(file), 'content-length': file.size }).send()
  })
  app.get<FileRoute>('/files/:link', { exposeHeadRoute: false }, async (request, reply) => {
    const file = await find(request)
    if (!file && request.headers.accept?.includes('text/html')) return sendExpiredPage(reply)
    if (!file) throw new ApiError('link-expired')

    // Files have neither an ETag nor a date, so that no condition of a range is fulfilled.
    const range = request.headers['if-range'] === undefined ? request.headers.range : undefined
    const part = parseRange(range, file.size)
    if (part === 'past-end') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const bytes = await files.read(file.sha256, part)
    if (!bytes) throw new ApiError('not-found')
    // The headers are sent already. What the store throws as `ApiError`, it has reported.
    bytes.once('error', (error) => {
      if (!(error instanceof ApiError)) request.log.error({ err: error }, 'A file was not sent whole')
    })
    return reply
      .code(part ? 206 : 200)
      .headers({
        ...headersOf(file),
        'content-length': part ? part.end - part.start + 1 : file.size,
        ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${file.size}` }),
      })
      .send(bytes)
  })
}

const headersOf = ({ media_type, name }: ServedFile) => ({
  'content-type': media_type,
  'accept-ranges': 'bytes',
  'content-disposition': `inline; filename*=UTF-8''${encodeFileName(name)}`,
  'content-security-policy': documentPolicy,
})

/** A page for a tab of a file that is reloaded too late. The language of the browser may be another than that of the user. */
function sendExpiredPage(reply: FastifyReply) {
  const [status, dv, en] = apiErrors['link-expired']
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentPolicy,
    })
    .send(
      `<!doctype html><html lang="dv" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${dv}</title></head><body><p>${dv}</p><p lang="en" dir="ltr">${en}</p></body></html>`,
    )
}

/** The file of a link whose session is active and still has what the link needs. */
async function findFile(db: Db, { file_id, session_id, needs }: FileClaims): Promise<ServedFile | undefined> {
  if (session_id === anonymousSessionId) return findPublicFile(db, file_id)
  const { rows } = await sql<ServedFile>`
    select files.sha256, files.name, files.media_type, files.size
      from files
      join users on users.id in ${ownersOf(session_id)}
     where files.id = ${file_id}
       and ${hasNeeds(needs)}`.execute(db)
  return rows[0]
}

/** The user of an active session, or of a personal API token: a link is of one of them. */
const ownersOf = (session_id: string) => sql`(
  select users.id
    from sessions
    join users on users.id = sessions.user_id
   where sessions.id = ${session_id}
     and ${sessionIsAlive}
   union all
  select users.id
    from api_tokens
    join users on users.id = api_tokens.user_id
   where api_tokens.id = ${session_id}
     and ${apiTokenIsAlive})`

function hasNeeds(needs: FileNeeds) {
  if (needs === 'session') return sql`true`
  if (needs === 'own-upload') return sql`files.type = 'Temp' and files.owner_id = users.id`
  return sql`${needs.permission} = any(${abilitiesOf})`
}

async function findPublicFile(db: Db, file_id: number): Promise<ServedFile | undefined> {
  const { rows } = await sql<ServedFile>`
    select sha256, name, media_type, size
      from files
     where id = ${file_id}`.execute(db)
  return rows[0]
}
