import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint, type Endpoints } from '#server/endpoint/endpoint.ts'
import type { Session } from '#server/session/session.ts'
import {
  type BeginUploadAnswer,
  beginUploadInput,
  type StoredFile,
  type UnfinishedUpload,
  unfinishedUploadsInput,
  uploadInput,
} from '#shared/calls/files.ts'
import { limits } from '#shared/limits.ts'
import { uploadTarget } from '#shared/resources/acceptedFiles.ts'
import { checkClaims, quotaError } from './claims.ts'
import { isWithinQuota, lockUploadsOf } from './fileRows.ts'
import { type FileStore, leaveToSweep, MissingPart, type ReceivedFile } from './fileStore.ts'
import { storeUpload } from './storeUpload.ts'

/**
 * Uploads in parts, which an interrupted connection does not end: `begin` says how many bytes the server has, each part
 * starts there, and the last one stores the file. Until a record uses the file, an empty part after it gives it again.
 */
export function resumableEndpoints(files: FileStore): Endpoints {
  return {
    'files/upload/begin': authenticatedEndpoint({
      about: 'Begins an upload in parts, or continues the interrupted one of the same file.',
      input: beginUploadInput,
      rateLimits: ['upload-begun'],
      run: begin,
    }),
    'files/upload/unfinished': authenticatedEndpoint({
      about: 'The interrupted uploads of the user for one field.',
      input: unfinishedUploadsInput,
      rateLimits: ['list'],
      transaction: false,
      run: async ({ db, session }, { use }) => ({ data: await unfinishedUploads(db, session, use) }),
    }),
    'files/upload/cancel': authenticatedEndpoint({
      about: 'Ends an upload in parts and deletes what was received of it.',
      input: uploadInput,
      rateLimits: ['upload-part'],
      transaction: false,
      run: async ({ db, session }, { upload: id }) => {
        const upload = await findUpload(db, session, id)
        await endUpload(db, files, upload)
        return {}
      },
    }),
  }
}

async function begin(
  { db, session }: SessionContext,
  { file_name, use, type = '', size, modified }: z.output<typeof beginUploadInput>,
): Promise<BeginUploadAnswer> {
  if (!uploadTarget(use)) throw new ApiError('invalid', { fields: { use: [{ code: 'not-a-choice' }] } })
  const { name, errorOf } = checkClaims({ session, name: file_name, use, type, length: size })
  if (size === 0) throw errorOf('file-empty')

  const owner_id = session.user_id
  await lockUploadsOf(db, owner_id)
  const { rows } = await sql<{ id: string; received: number }>`
    select id, received
      from uploads
     where (owner_id, used_for, name, size, modified) = (${owner_id}, ${use}, ${name}, ${size}, ${modified})
       and ${isResumable}`.execute(db)
  const [interrupted] = rows
  if (interrupted) return answerOf(interrupted)

  if (!(await isWithinQuota(db, owner_id, size))) throw quotaError()
  const { rows: begun } = await sql<{ id: string; received: number }>`
    insert into uploads (owner_id, used_for, name, size, modified)
    values (${owner_id}, ${use}, ${name}, ${size}, ${modified})
    on conflict (owner_id, used_for, name, size, modified)
      do update set id = gen_random_uuid(), received = 0, part_count = 0, file_id = null, created_at = now()
    returning id, received`.execute(db)
  const [upload] = begun
  if (!upload) throw new Error('insert into uploads returned no row')
  return answerOf(upload)
}

const answerOf = ({ id, received }: { id: string; received: number }): BeginUploadAnswer => ({
  data: { upload: id, offset: received, part_bytes: limits.file.upload.part_bytes },
})

/** The sweep deletes the parts of an older one. A file that a record uses was received. */
const isResumable = sql`(
  uploads.created_at > now() - make_interval(hours => ${limits.file.temp_hours})
  and (file_id is null or exists (select from files where files.id = file_id and type = 'Temp')))`

async function unfinishedUploads(db: Db, { user_id }: Session, use: string): Promise<UnfinishedUpload[]> {
  const { rows } = await sql<UnfinishedUpload>`
    select id as upload, name, size, modified, received as "offset"
      from uploads
     where owner_id = ${user_id}
       and used_for = ${use}
       and file_id is null
       and ${isResumable}
     order by created_at desc, id
     limit ${limits.file.upload.listed}`.execute(db)
  return rows
}

type UploadRow = {
  id: string
  used_for: string
  name: string
  size: number
  received: number
  part_count: number
  /** After the last part. */
  file_id: number | null
}

/** Throws `not-found` for an upload of another user and for one that has ended. */
async function findUpload(db: Db, { user_id }: Session, id: string, lock = sql``): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    select id, used_for, name, size, received, part_count, file_id
      from uploads
     where id = ${id}
       and owner_id = ${user_id}
       and ${isResumable} ${lock}`.execute(db)
  const [upload] = rows
  if (!upload) throw new ApiError('not-found')
  return upload
}

/** A part as the headers of a request describe it, in bytes. */
type Part = { session: Session; upload: string; offset: number; length: number | undefined }

/** Throws for a part that cannot be added, before it is read. */
export async function checkPart(db: Db, { session, upload: id, offset, length = 0 }: Part) {
  const upload = await findUpload(db, session, id)
  checkClaims({ session, name: upload.name, use: upload.used_for, type: '', length: upload.size })
  if (offset !== upload.received) throw new ApiError('upload-offset')
  if (length > largestPart(upload)) throw new ApiError('too-large')
}

const largestPart = ({ size, received }: UploadRow) => Math.min(limits.file.upload.part_bytes, size - received)

/**
 * Adds the bytes that follow those received before. After the last ones it stores the file; an empty part gives the file of
 * an upload whose answer was lost.
 */
export async function addPart(
  { db, files }: { db: Db; files: FileStore },
  { session, upload: id, offset }: Part,
  body: Readable,
): Promise<{ offset: number; file?: StoredFile }> {
  const before = await findUpload(db, session, id)
  if (before.received !== offset) throw new ApiError('upload-offset')
  if (before.file_id !== null) return { offset, file: await readStored(db, before.file_id) }
  const part = await files.receive(body, largestPart(before))
  if (part === 'too-large') throw new ApiError('too-large')
  let upload
  try {
    upload = await db.transaction().execute((transaction) => commitPart(transaction, { session, id, offset }, part))
  } finally {
    await part.discard().catch(leaveToSweep)
  }
  if (upload.received < upload.size) return { offset: upload.received }
  return { offset: upload.received, file: await complete({ db, files }, session, upload) }
}

async function commitPart(
  db: Db,
  { session, id, offset }: { session: Session; id: string; offset: number },
  part: ReceivedFile,
): Promise<UploadRow> {
  const upload = await findUpload(db, session, id, sql`for update`)
  if (upload.received !== offset) throw new ApiError('upload-offset')
  if (part.size === 0) return upload
  await part.commitAsPart(id, upload.part_count)
  const added = { received: upload.received + part.size, part_count: upload.part_count + 1 }
  await sql`
    update uploads set received = ${added.received}, part_count = ${added.part_count} where id = ${id}`.execute(db)
  return { ...upload, ...added }
}

/** Joins the parts to a file, which is checked as one that was sent at once. */
async function complete({ db, files }: { db: Db; files: FileStore }, session: Session, upload: UploadRow) {
  const { id, name, used_for: use, size: length, part_count } = upload
  const checked = checkClaims({ session, name, use, type: '', length })
  try {
    const body = files.readParts(id, part_count)
    const file = await storeUpload({ db, files }, checked, { body, owner_id: session.user_id, upload: id })
    await files.removeUpload(id, part_count).catch(leaveToSweep)
    return file
  } catch (error) {
    const isLost = error instanceof MissingPart
    // Another call may have stored the file meanwhile, and removed its parts.
    const { file_id } = isLost ? await findUpload(db, session, id) : upload
    if (file_id !== null) return await readStored(db, file_id)
    // The same bytes would be refused again, and a part that is missing, as after a change of the store, stays so.
    if (isLost || (error instanceof ApiError && error.code === 'invalid')) await endUpload(db, files, upload)
    throw isLost ? new ApiError('not-found') : error
  }
}

async function readStored(db: Db, id: number): Promise<StoredFile> {
  const { rows } = await sql<StoredFile>`
    select id, type, name, size, media_type from files where id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0]
}

async function endUpload(db: Db, files: FileStore, { id, part_count }: UploadRow) {
  await sql`delete from uploads where id = ${id}`.execute(db)
  await files.removeUpload(id, part_count).catch(leaveToSweep)
}
