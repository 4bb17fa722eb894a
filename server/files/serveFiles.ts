import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sessionIsAlive } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { type FileClaims, type FileLinks, ANONYMOUS_SESSION_ID } from '#server/session/fileLinks.ts'
import { encodedName, rangeOf } from '#server/files/range.ts'
import type { FileStore } from './fileStore.ts'
import { readAddress } from '#server/endpoint/address.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Limits } from '#server/limits/limits.ts'

type FileServerDependencies = { db: Db; links: FileLinks; files: FileStore; limits: Limits }
type Kept = { sha256: Buffer; name: string; media_type: string; size: number }

/** What an opened file may do in a browser: be looked at. */
const alone = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves files by links that are signed for one session: when it ends, they do. */
export function serveFiles(app: FastifyInstance, { db, links, files, limits }: FileServerDependencies) {
  app.get<{ Params: { link: string } }>('/files/:link', async (request, reply) => {
    await limits.consumeAll(['file'], { address: readAddress(request.ip), session: undefined })
    const link = links.read(request.params.link)
    const kept = link && (await findFile(db, link))
    if (!kept) throw new ApiError('no-session')

    const part = rangeOf(request.headers.range, kept.size)
    if (part === 'beyond') return reply.code(416).header('content-range', `bytes */${kept.size}`).send()
    const bytes = await files.read(kept.sha256, part)
    if (!bytes) throw new ApiError('not-found')
    return reply
      .code(part ? 206 : 200)
      .headers({
        'content-type': kept.media_type,
        'accept-ranges': 'bytes',
        'content-length': part ? part.end - part.start + 1 : kept.size,
        ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${kept.size}` }),
        'content-disposition': `inline; filename*=UTF-8''${encodedName(kept.name)}`,
        'content-security-policy': alone,
        'cache-control': 'no-store',
      })
      .send(bytes)
  })
}

/** The file of a link while its session lives; the right to it was asked for when the link was made. */
async function findFile(db: Db, { file_id, session_id }: FileClaims): Promise<Kept | undefined> {
  if (session_id === ANONYMOUS_SESSION_ID) return findOpenFile(db, file_id)
  const { rows } = await sql<Kept>`
    select files.sha256, files.name, files.media_type, files.size
      from files, sessions
      join users on users.id = sessions.user_id
     where files.id = ${file_id}
       and sessions.id = ${session_id}
       and ${sessionIsAlive}`.execute(db)
  return rows[0]
}

async function findOpenFile(db: Db, file_id: number): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select sha256, name, media_type, size
      from files
     where id = ${file_id}`.execute(db)
  return rows[0]
}
