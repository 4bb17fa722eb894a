import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { removeUnusedPictures } from './pagePictures.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

test('the pictures of a PDF are deleted once all of its analyses are, and those of other PDFs and of one that is drawn stay', async () => {
  await sql`
    with court as (insert into courts (name) values ('A') returning id),
         pdf as (
           insert into files (sha256, name, media_type, size)
           select sha256(content::bytea), 'a.pdf', 'application/pdf', 1 from unnest(array['used', 'twice', 'deleted']) as content
           returning id, sha256)
    insert into analysis (court_id, pdf_file_id, deleted_at)
    select court.id, pdf.id, case when is_deleted then now() end
      from court, pdf, (values ('used', false), ('twice', true), ('twice', false), ('deleted', true)) as given (content, is_deleted)
     where sha256 = sha256(content::bytea)`.execute(connection.db)
  const folder = await mkdtemp(join(tmpdir(), 'hukum-pictures-'))
  const used = [`${hashOf('twice')}-12.png`, `${hashOf('used')}-1.png`, '3f0e.part'].sort()
  const unused = ['deleted', 'without a row'].flatMap((content) =>
    [1, 2].map((page) => `${hashOf(content)}-${page}.png`),
  )
  for (const name of [...used, ...unused]) await writeFile(join(folder, name), '')
  await removeUnusedPictures(connection.db, folder)
  expect((await readdir(folder)).sort()).toEqual(used)
  await rm(folder, { recursive: true })
  await removeUnusedPictures(connection.db, folder)
  await rm(folder, { recursive: true })
})
