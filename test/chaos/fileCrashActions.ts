import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Api, Caller } from '#test/api.ts'
import { uniquePdf } from '#test/files.ts'
import { beginUpload, send, sendPart, uploadedBy } from '#test/uploads.ts'
import type { openCases } from './caseActions.ts'
import type { FileServer } from './fileServers.ts'
import { ageFiles } from './storedFiles.ts'

/** The actions that change stored files, each prepared again and again, so that its process can be killed at each step. */

type FileStage = { api: Api; staff: Caller } & Pick<Awaited<ReturnType<typeof openCases>>, 'create'>
type Run = (server: FileServer) => Promise<unknown>
export type FileAction = (stage: FileStage) => Promise<Run>

/** Sent in several chunks. */
export const newPdf = () => uniquePdf(150_000)
const use = 'caseFiles.pdf_file'
const upload =
  (bytes: Buffer<ArrayBuffer>): Run =>
  ({ client }) =>
    client.upload(use, bytes, 'a.pdf')

async function createCase({ staff, create }: FileStage) {
  const { id: file } = uploadedBy(await send(staff, newPdf()))
  return { file, ...(await create({ pdf_file: file })) }
}

async function startUpload({ staff }: FileStage): Promise<Run> {
  const bytes = newPdf()
  const begun = await beginUpload(staff, bytes.length, { name: `${randomUUID()}.pdf`, use })
  await sendPart(staff, begun, bytes.subarray(0, 1000))
  return ({ client }) => sendPart(client.call, { ...begun, offset: 1000 }, bytes.subarray(1000))
}

/** An upload and a file without a record that have expired, bytes without a row, and a part, next to a file in use. */
async function expireFiles(stage: FileStage) {
  const { api, staff } = stage
  const { id, version } = await createCase(stage)
  const uploads: number[] = []
  for (let count = 0; count < 3; count += 1) uploads.push(uploadedBy(await send(staff, newPdf())).id)
  await staff('caseFiles/partialUpdate', { id, version, pdf_file: uploads[0] })
  await sql`update files set created_at = now() - interval '2 days' where id = ${uploads[1]}`.execute(api.db)
  await sql`delete from files where id = ${uploads[2]}`.execute(api.db)
  await sql`
    update files set unreferenced_at = now() - interval '40 days'
     where type = 'Permanent' and not exists (select from case_files where pdf_file_id = files.id)`.execute(api.db)
  writeFileSync(join(api.filesFolder, `${randomUUID()}.part`), 'half')
  ageFiles(api, 2)
}

export const fileCrashActions = {
  'an upload': () => Promise.resolve(upload(newPdf())),

  'an upload of stored bytes': async ({ staff }) => {
    const bytes = newPdf()
    await send(staff, bytes)
    return upload(bytes)
  },

  'the last part of an upload': startUpload,

  'a replaced file': async (stage) => {
    const { id, version } = await createCase(stage)
    const { id: pdf_file } = uploadedBy(await send(stage.staff, newPdf()))
    return ({ client }) => client.call('caseFiles/partialUpdate', { id, version, pdf_file })
  },

  'a file removed from its case': async (stage) => {
    const { id: row, file } = await createCase(stage)
    return ({ client }) => client.call('files/delete', { id: file, resource: 'caseFiles', row })
  },

  'a deleted case': async (stage) => {
    const { id, version } = await createCase(stage)
    return ({ client }) => client.call('caseFiles/delete', { id, version })
  },

  'a deleted upload': async ({ staff }) => {
    const { id } = uploadedBy(await send(staff, newPdf()))
    return ({ client }) => client.call('files/delete', { id })
  },

  'a sweep': async (stage) => {
    await expireFiles(stage)
    return ({ sweep }) => sweep()
  },
} satisfies Record<string, FileAction>
