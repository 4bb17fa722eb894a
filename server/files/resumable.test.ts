import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#server/session/session.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, openApi, errorsOf } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import type { UploadedFile } from '#test/uploads.ts'
import { openDiskStore } from './diskStore.ts'
import { addPart } from './resumable.ts'
import { sweepFiles } from './sweep.ts'

type Begun = { upload: string; offset: number; part_bytes: number }

const use = 'caseFiles.pdf_file'
let api: Api
let sender: Caller
let other: Caller

beforeAll(async () => {
  api = await openApi()
  const caller = async (can: string[]) => api.as(await buildUser(api.databaseUrl, { can }), password)
  sender = await caller(['create-caseFiles'])
  other = await caller(['create-caseFiles'])
})
afterAll(() => api.close())

const beginCall = (caller: Caller, size: number, changes: object = {}) =>
  caller('files/upload/begin', { file_name: 'a.pdf', use, size, modified: 1, ...changes })
const begin = async (size: number, changes: object = {}) =>
  (await beginCall(sender, size, changes)).body['data'] as Begun
const sendPart = (upload: string, offset: number | string, bytes: Buffer, caller = sender) =>
  caller('files/upload/part', undefined, {
    raw: bytes,
    headers: { 'content-type': 'application/octet-stream', 'x-upload': upload, 'x-upload-offset': String(offset) },
  })
const fileOf = ({ body }: Awaited<ReturnType<Caller>>) => (body['data'] as { file?: UploadedFile }).file
const unfinished = async (caller = sender) =>
  (await caller('files/upload/unfinished', { use })).body['data'] as { upload: string; offset: number }[]
const partFiles = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.part'))

test('an upload in three parts is stored as one that is sent at once', async () => {
  const bytes = pdf(2 * limits.file.upload.part_bytes)
  const { upload, offset, part_bytes } = await begin(bytes.length, { file_name: 'ޙުކުމް 100%.pdf' })
  expect(offset).toBe(0)
  const statuses = []
  let last
  for (let at = 0; at < bytes.length; at += part_bytes) {
    last = await sendPart(upload, at, bytes.subarray(at, at + part_bytes))
    statuses.push(last.status)
  }
  expect(statuses).toEqual([200, 200, 200])
  const file = last && fileOf(last)
  expect(file).toMatchObject({ name: 'ޙުކުމް 100%.pdf', size: bytes.length, type: 'Temp' })
  expect((await api.app.inject(file?.link ?? '')).rawPayload.equals(bytes)).toBe(true)
  expect(await unfinished()).toEqual([])
})

test('an upload whose last answer was lost gives the stored file again until a record uses it', async () => {
  const bytes = pdf(700)
  const changes = { modified: 20 }
  const { upload } = await begin(bytes.length, changes)
  const file = fileOf(await sendPart(upload, 0, bytes))
  expect(await unfinished()).toEqual([])
  expect(await begin(bytes.length, changes)).toMatchObject({ upload, offset: bytes.length })
  expect(fileOf(await sendPart(upload, bytes.length, Buffer.alloc(0)))).toMatchObject({ id: file?.id })
  expect((await sendPart(upload, bytes.length, Buffer.alloc(0), other)).status).toBe(404)

  await api.pool.query("update files set type = 'Permanent' where id = $1", [file?.id])
  expect((await sendPart(upload, bytes.length, Buffer.alloc(0))).status).toBe(404)
  const again = await begin(bytes.length, changes)
  expect(again.offset).toBe(0)
  expect(again.upload).not.toBe(upload)
  await sender('files/upload/cancel', { upload: again.upload })
})

test('an interrupted upload continues where it stopped, and its parts are accepted once', async () => {
  const bytes = pdf(3000)
  const { upload } = await begin(bytes.length, { modified: 2 })
  expect((await sendPart(upload, 0, bytes.subarray(0, 1000))).status).toBe(200)
  expect(await unfinished()).toEqual([expect.objectContaining({ upload, offset: 1000 })])
  // The answer to the first part was lost: the client sends it again.
  expect(await sendPart(upload, 0, bytes.subarray(0, 1000))).toMatchObject({
    status: 409,
    body: { code: 'upload-offset' },
  })
  const again = await begin(bytes.length, { modified: 2 })
  expect(again).toMatchObject({ upload, offset: 1000 })
  const rest = bytes.subarray(1000)
  const both = await Promise.all([sendPart(upload, 1000, rest), sendPart(upload, 1000, rest)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.flatMap((answer) => (answer.status === 200 ? (fileOf(answer)?.size ?? 0) : []))).toEqual([bytes.length])
})

test('an empty part stores an upload of which every byte was received', async () => {
  const bytes = pdf()
  const { upload } = await begin(bytes.length, { modified: 3 })
  await sendPart(upload, 0, bytes.subarray(0, bytes.length - 1))
  await api.pool.query('update uploads set size = received where id = $1', [upload])
  expect(fileOf(await sendPart(upload, bytes.length - 1, Buffer.alloc(0)))?.size).toBe(bytes.length - 1)
})

test('an empty part gives the file that another call has stored before its parts were read', async () => {
  const bytes = pdf()
  const { upload } = await begin(bytes.length, { modified: 30 })
  await sendPart(upload, 0, bytes.subarray(0, bytes.length - 1))
  await api.pool.query('update uploads set size = received where id = $1', [upload])
  const repeated = () => sendPart(upload, bytes.length - 1, Buffer.alloc(0))
  const disk = openDiskStore(api.filesFolder)
  let stored: UploadedFile | undefined
  async function* readLate(...parts: Parameters<typeof disk.readParts>) {
    stored = fileOf(await repeated())
    yield* disk.readParts(...parts) as AsyncIterable<Buffer>
  }
  const files = {
    ...disk,
    readParts: (...parts: Parameters<typeof disk.readParts>) => Readable.from(readLate(...parts)),
  }
  const { rows } = await api.pool.query<{ user_id: number }>('select owner_id as user_id from uploads where id = $1', [
    upload,
  ])
  const part = {
    session: { ...rows[0], abilities: ['create-caseFiles'] } as unknown as Session,
    upload,
    offset: bytes.length - 1,
    length: 0,
  }
  const { file } = await addPart({ db: api.db, files }, part, Readable.from([]))
  expect(file?.id).toBe(stored?.id)
  expect(fileOf(await repeated())?.id).toBe(stored?.id)
})

describe('refused uploads in parts', () => {
  test.each<[string, object, string]>([
    ['another kind of file', { file_name: 'a.exe' }, 'pdf_file'],
    ['an empty file', { size: 0 }, 'pdf_file'],
    ['a field without files', { use: 'caseFiles.title' }, 'use'],
    ['more bytes than a PDF may have', { size: limits.file.pdf_bytes + 1 }, 'size'],
  ])('an upload of %s is refused before its bytes are sent', async (_what, changes, field) => {
    const answer = await beginCall(sender, 100, changes)
    expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, [field]])
  })

  test('an upload that is no PDF by its content is refused at its field and forgotten', async () => {
    const bytes = Buffer.from('<html>'.repeat(100))
    const { upload } = await begin(bytes.length, { modified: 4 })
    const answer = await sendPart(upload, 0, bytes)
    expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, ['pdf_file']])
    expect((await unfinished()).map((one) => one.upload)).not.toContain(upload)
  })

  test('a part of another user, beyond the file, or without an offset is refused', async () => {
    const { upload } = await begin(500, { modified: 5 })
    expect((await sendPart(upload, 0, Buffer.alloc(100), other)).status).toBe(404)
    expect((await sendPart(upload, 0, Buffer.alloc(501))).status).toBe(413)
    for (const offset of ['x', '', ' ', '0x0', '0e1'])
      expect(errorsOf((await sendPart(upload, offset, Buffer.alloc(1))).body)).toHaveProperty('X-Upload-Offset')
    expect(errorsOf((await sendPart('x', 0, Buffer.alloc(1))).body)).toHaveProperty('X-Upload')
    expect((await other('files/upload/cancel', { upload })).status).toBe(404)
    expect((await sendPart(upload, 0, Buffer.alloc(100))).status).toBe(200)
  })

  test('unfinished uploads count against the quota of their user until they are canceled', async () => {
    const owner = await api.as(await buildUser(api.databaseUrl, { can: ['create-caseFiles'] }), password)
    const uploads: string[] = []
    const most = Math.floor(limits.file.unsaved_bytes / limits.file.pdf_bytes)
    for (let number = 0; number < most; number += 1) {
      const { body } = await beginCall(owner, limits.file.pdf_bytes, { modified: number })
      uploads.push((body['data'] as Begun).upload)
    }
    const tooMany = () => beginCall(owner, limits.file.pdf_bytes, { modified: most })
    expect((await tooMany()).status).toBe(422)
    expect((await owner('files/upload/cancel', { upload: uploads[0] })).status).toBe(200)
    expect((await tooMany()).status).toBe(200)
  })
})

test('the sweep deletes an upload of yesterday, which begins again from the start', async () => {
  const folder = api.filesFolder
  const store = openDiskStore(folder)
  const { upload } = await begin(500, { modified: 6 })
  await sendPart(upload, 0, Buffer.alloc(100))
  expect(await partFiles(folder)).toContain(`${upload}.0.part`)
  await api.pool.query("update uploads set created_at = now() - interval '25 hours' where id = $1", [upload])
  expect((await sendPart(upload, 100, Buffer.alloc(100))).status).toBe(404)
  expect(await begin(500, { modified: 6 })).toMatchObject({ offset: 0 })
  await api.pool.query("update uploads set created_at = now() - interval '25 hours'")
  await sweepFiles(api.db, store)
  expect(await unfinished()).toEqual([])
  expect((await api.pool.query('select from uploads')).rows).toEqual([])
  expect(await store.removeParts(Date.now() + 1000)).toBeGreaterThan(0)
  expect(await partFiles(folder)).toEqual([])
})

test('an upload that leaves too little space on the disk is answered with 507', async () => {
  const full = await openApi({ fileReserve: 10 ** 15 })
  try {
    const caller = await full.as(await buildUser(full.databaseUrl, { can: ['create-caseFiles'] }), password)
    const { body } = await beginCall(caller, 100)
    const { upload } = body['data'] as Begun
    expect((await sendPart(upload, 0, Buffer.alloc(100), caller)).status).toBe(507)
  } finally {
    await full.close()
  }
})
