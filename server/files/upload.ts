import type { Readable } from 'node:stream'
import type { Session } from '#server/auth/session.ts'
import type { Db } from '#server/db/database.ts'
import { problemOfBytes } from '#server/files/kindOfBytes.ts'
import { readName } from '#server/files/name.ts'
import { addTempFile } from '#server/files/rows.ts'
import type { FileStore } from '#server/files/store.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Limits } from '#server/limits/limits.ts'
import type { KeptFile } from '#shared/calls/files.ts'
import { type FileKind, fileKinds, kindOfName, usedFor } from '#shared/fileKinds.ts'
import { limits as most } from '#shared/limits.ts'
import type { FieldCode } from '#shared/messages.ts'
import { permission } from '#shared/resource/names.ts'
import { fileSize } from '#shared/text/fileSize.ts'

type House = { db: Db; files: FileStore; limits: Limits }

/** What an upload says of itself; none of it is believed. */
export type Incoming = {
  session: Session | undefined
  address: string
  /** The headers `X-File-Name` (percent-encoded), `X-File-For` and `X-File-Type`, and Content-Length in bytes. */
  name: string
  use: string
  type: string
  length: number | undefined
  body: Readable
}

/** Takes a file in as Temp, for the session that sent it. Refuses in the name of the field it is for. */
export async function takeUpload({ db, files, limits }: House, incoming: Incoming): Promise<KeptFile> {
  const { session, use } = incoming
  if (!session) throw new Refusal('no-session')
  await limits.takeAll(['upload'], { address: incoming.address, session })
  const kinds = kindsFor(session, use)
  const name = readName(incoming.name)
  const kind = name === undefined ? undefined : kindOfName(name, kinds)
  const refuse = (code: FieldCode) => refusalOf(use, code, kind ? [kind] : kinds)
  if (name === undefined || !kind || !agrees(incoming.type, kind)) throw refuse('file-kind')

  const { max_bytes, media_type } = fileKinds[kind]
  if (incoming.length !== undefined && incoming.length > max_bytes) throw refuse('file-size')
  const received = await files.receive(incoming.body, max_bytes)
  if (received === 'too-large') throw refuse('file-size')
  try {
    const problem = received.size === 0 ? 'file-empty' : problemOfBytes(await received.bytes(), kind)
    if (problem) throw refuse(problem)
    return await addTempFile(db, received, { name, media_type, owner_id: session.user_id })
  } finally {
    await received.drop()
  }
}

function kindsFor({ abilities }: Session, use: string) {
  const used = usedFor(use)
  if (!used) throw new Refusal('invalid', { fields: { 'X-File-For': [{ code: 'not-a-choice' }] } })
  const { resource, kinds } = used
  if (!['create', 'update'].some((action) => abilities.includes(permission(action, resource))))
    throw new Refusal('not-allowed')
  return kinds
}

/** A browser that does not know a type says nothing. */
const agrees = (type: string, kind: FileKind) => type === '' || type === fileKinds[kind].media_type

function refusalOf(use: string, code: FieldCode, kinds: readonly FileKind[]) {
  const [kind] = kinds
  const size = kind ? fileSize(fileKinds[kind].max_bytes) : ''
  const values = {
    kinds: kinds.map((known) => fileKinds[known].name).join(', '),
    maximum: code === 'picture-pixels' ? most.file.picture_pixels : size,
  }
  const field = use.split('.').slice(1).join('.')
  return new Refusal('invalid', { fields: { [field]: [{ code, values }] } })
}
