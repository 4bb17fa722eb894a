import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { addTempFile } from '#server/files/fileRows.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

/** The application, a file store, and a second connection for the tests of the file sweep. */

type SavedRecord = { id: number; version: number }

export let api: Api
export let otherConnection: Connection
export let folder: string
export let store: FileStore
export let staff: Caller
export let owner: number

const permissions = ['read', 'create', 'update', 'delete'].flatMap((act) =>
  ['caseFiles', 'dynamicPages', 'phrases'].map((name) => `${act}-${name}`),
)

export async function openSweepTest() {
  api = await openApi()
  otherConnection = connect(api.databaseUrl, { connections: 4 })
  const email = await buildUser(api.databaseUrl, { can: permissions })
  staff = await api.as(email, password)
  owner = await idOf(sql`select id from users where email = ${email}`)
  await sql`insert into courts (name) values ('A')`.execute(api.db)
  await sql`insert into case_types (name) values ('A')`.execute(api.db)
  await sql`insert into relation_types (name) values ('A')`.execute(api.db)
}

export async function closeSweepTest() {
  await otherConnection.close()
  await api.close()
}

/** Opens an empty store. Returns a function that deletes it. */
export function newStore() {
  folder = mkdtempSync(join(tmpdir(), 'hukum-sweep-'))
  store = openDiskStore(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function idOf(query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(api.db)
  return (rows as { id: number }[])[0]?.id ?? 0
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Stores a text as an upload does. */
export async function upload(db: Connection['db'], text: string, media_type = 'application/pdf') {
  const received = await store.receive(Readable.from([Buffer.from(text)]), 1000)
  if (received === 'too-large') throw new Error('the text exceeds the maximum size')
  const row = await addTempFile(db, received, { name: 'a.pdf', media_type, owner_id: owner })
  if (!row) throw new Error('the owner has used up the quota of uploads')
  return row.id
}
export const uploadPicture = (text: string) => upload(api.db, text, 'image/png')

/** Moves the times of all rows and stored files back. */
export async function age({ days }: { days: number }) {
  const then = new Date(Date.now() - days * 86_400_000)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  await sql`
    update files
       set created_at = created_at - make_interval(days => ${days}), unreferenced_at = unreferenced_at - make_interval(days => ${days})`.execute(
    api.db,
  )
}

/** One sweep that marks unreferenced files, and one after their retention. */
export async function sweepTwice() {
  await sweepFiles(api.db, store)
  await age({ days: limits.file.unreferenced_days + 1 })
  return sweepFiles(api.db, store)
}

export const hasRow = async (id: number) => (await idOf(sql`select id from files where id = ${id}`)) === id
export async function hasBytes(text: string) {
  const bytes = await store.read(hashOf(text))
  if (!bytes) return false
  expect(Buffer.concat((await bytes.toArray()) as Buffer[]).toString()).toBe(text)
  return true
}

export async function createRecord(resource: string, fields: object): Promise<SavedRecord> {
  const { status, body } = await staff(`${resource}/create`, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return find(resource, (body['data'] as SavedRecord).id)
}
const find = async (resource: string, id: number) =>
  (await staff(`${resource}/find`, { id })).body['data'] as SavedRecord
export async function updateRecord(resource: string, { id, version }: SavedRecord, fields: object) {
  const { status, body } = await staff(`${resource}/partialUpdate`, { id, version, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
}

let count = 0
export const createCase = (more: object) =>
  createRecord('caseFiles', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: `${(count += 1)}/Cv-C/2020` }],
    ...more,
  })
export const createPage = (page_content: string) =>
  createRecord('dynamicPages', { name: `P${(count += 1)}`, route: `p-${count}`, page_content })
export const withPicture = (id: number) => `<p>a<img data-file="${id}" alt="b"></p>`
