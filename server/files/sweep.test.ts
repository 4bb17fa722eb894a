import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { buildRandom } from '../../db/seed/random.ts'
import { type Api, openApi } from '../../test/api.ts'
import { runs } from '../../test/nightly.ts'
import { buildUser, password } from '../../test/factories.ts'
import { addTempFile, whileBringing } from './fileRows.ts'
import { type FileStore, openStore } from './fileStore.ts'
import { sweepFiles } from './sweep.ts'

type Caller = Awaited<ReturnType<Api['as']>>
type Record_ = { id: number; version: number }

let api: Api
let other: Connection
let folder: string
let store: FileStore
let staff: Caller
let owner: number

const rights = ['read', 'create', 'update', 'delete'].flatMap((act) =>
  ['caseFiles', 'dynamicPages', 'phrases'].map((name) => `${act}-${name}`),
)

beforeAll(async () => {
  api = await openApi()
  other = connect(api.databaseUrl, { connections: 4 })
  const email = await buildUser(api.databaseUrl, { can: rights })
  staff = await api.as(email, password)
  owner = await idOf(sql`select id from users where email = ${email}`)
  await sql`insert into courts (name) values ('A')`.execute(api.db)
  await sql`insert into case_types (name) values ('A')`.execute(api.db)
  await sql`insert into relation_types (name) values ('A')`.execute(api.db)
})
afterAll(async () => {
  await other.close()
  await api.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-sweep-'))
  store = openStore(folder)
  return () => rmSync(folder, { recursive: true, force: true })
})

async function idOf(query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(api.db)
  return (rows as { id: number }[])[0]?.id ?? 0
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** As an upload does it. */
async function bring(db: Connection['db'], text: string, media_type = 'application/pdf') {
  const received = await store.receive(Readable.from([Buffer.from(text)]), 1000)
  if (received === 'too-large') throw new Error('so short a text is too large')
  return (await addTempFile(db, received, { name: 'a.pdf', media_type, owner_id: owner })).id
}
const bringPicture = (text: string) => bring(api.db, text, 'image/png')

/** Everything that is kept was kept a while ago. */
async function age({ days }: { days: number }) {
  const then = new Date(Date.now() - days * 86_400_000)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  await sql`
    update files
       set created_at = created_at - make_interval(days => ${days}), unreferenced_at = unreferenced_at - make_interval(days => ${days})`.execute(
    api.db,
  )
}

/** A sweep that sees what was let go, and one that comes when its time is over. */
async function sweepTwice() {
  await sweepFiles(api.db, store)
  await age({ days: limits.file.unreferenced_days + 1 })
  return sweepFiles(api.db, store)
}

/** Until a sweep waits for an upload, or an upload for a sweep. */
const untilSomebodyWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(other.db)
      expect(rows).toHaveLength(1)
    },
    { timeout: 60_000 },
  )

const isListed = async (id: number) => (await idOf(sql`select id from files where id = ${id}`)) === id
async function isKept(text: string) {
  const bytes = await store.read(hashOf(text))
  if (!bytes) return false
  expect(Buffer.concat((await bytes.toArray()) as Buffer[]).toString()).toBe(text)
  return true
}

async function make(resource: string, fields: object): Promise<Record_> {
  const { status, body } = await staff(`${resource}/create`, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return find(resource, (body['data'] as Record_).id)
}
const find = async (resource: string, id: number) => (await staff(`${resource}/find`, { id })).body['data'] as Record_
async function change(resource: string, { id, version }: Record_, fields: object) {
  const { status, body } = await staff(`${resource}/partialUpdate`, { id, version, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
}

let cases = 0
const makeCase = (more: object) =>
  make('caseFiles', { court: 1, case_types: [1], case_numbers: [{ number: `${(cases += 1)}/Cv-C/2020` }], ...more })
const makePage = (page_content: string) =>
  make('dynamicPages', { name: `P${(cases += 1)}`, route: `p-${cases}`, page_content })
const pictured = (id: number) => `<p>a<img data-file="${id}" alt="b"></p>`

describe('a file goes away, a month after', () => {
  const cases: [string, () => Promise<[string, number]>][] = [
    ['it was replaced by another', async () => {
      const [old, fresh] = [await bring(api.db, 'old'), await bring(api.db, 'fresh')]
      const record = await makeCase({ pdf_file: old })
      await change('caseFiles', record, { pdf_file: fresh })
      return ['old', old]
    }],
    ['it was taken from its record', async () => {
      const id = await bring(api.db, 'taken')
      const { id: row, version } = await makeCase({ pdf_file: id })
      expect((await staff('files/delete', { id, resource: 'caseFiles', row, version })).status).toBe(200)
      return ['taken', id]
    }],
    ['its picture was taken from the text', async () => {
      const id = await bringPicture('picture')
      await change('dynamicPages', await makePage(pictured(id)), { page_content: '<p>b</p>' })
      return ['picture', id]
    }],
    ['the record with its text was deleted', async () => {
      const id = await bringPicture('page')
      const page = await makePage(pictured(id))
      expect((await staff('dynamicPages/delete', { id: page.id })).status).toBe(200)
      return ['page', id]
    }],
  ] // prettier-ignore
  test.each(cases)('%s', async (_why, letGo) => {
    const [text, id] = await letGo()
    await age({ days: limits.file.unreferenced_days + 1 })
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days - 1 })
    await sweepFiles(api.db, store)
    expect([await isListed(id), await isKept(text)]).toEqual([true, true])
    await age({ days: 2 })
    await sweepFiles(api.db, store)
    expect([await isListed(id), await isKept(text)]).toEqual([false, false])
  })
})

describe('a file stays', () => {
  const places: [string, () => Promise<[string, number]>][] = [
    ['in a record', async () => {
      const id = await bring(api.db, 'record')
      await makeCase({ pdf_file: id })
      return ['record', id]
    }],
    ['in a record that was deleted and is kept', async () => {
      const id = await bring(api.db, 'deleted')
      const record = await makeCase({ pdf_file: id })
      expect((await staff('caseFiles/delete', { id: record.id })).status).toBe(200)
      return ['deleted', id]
    }],
    ['in a text', async () => {
      const id = await bringPicture('text')
      await makePage(pictured(id))
      return ['text', id]
    }],
    ['in the text of a repeated row', async () => {
      const id = await bringPicture('repeated')
      await makeCase({ related_cases: [{ type: 1, number: '9/Cv-C/1999', description: pictured(id) }] })
      return ['repeated', id]
    }],
    ['in the meaning of a phrase', async () => {
      const id = await bringPicture('meaning')
      await make('phrases', { dhivehi_phrase: 'އަ', english_phrase: 'a', meaning: pictured(id) })
      return ['meaning', id]
    }],
    ['as the picture of a person', async () => {
      const id = await bringPicture('person')
      await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
      await sql`update users set avatar_file_id = ${id} where id = ${owner}`.execute(api.db)
      return ['person', id]
    }],
  ] // prettier-ignore
  test.each(places)('%s', async (_where, put) => {
    const [text, id] = await put()
    await age({ days: 2 })
    await sweepTwice()
    expect([await isListed(id), await isKept(text)]).toEqual([true, true])
  })

  test('when something refers to it again', async () => {
    const id = await bring(api.db, 'again')
    await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days + 1 })
    const record = await makeCase({})
    await sql`update case_files set pdf_file_id = ${id} where id = ${record.id}`.execute(api.db)
    await sweepFiles(api.db, store)
    expect(await isListed(id)).toBe(true)
    await sql`update case_files set pdf_file_id = null where id = ${record.id}`.execute(api.db)
    await sweepFiles(api.db, store)
    expect(await isListed(id), 'its month begins anew').toBe(true)
  })

  test('as bytes, while another file has the same', async () => {
    const [gone, stays] = [await bring(api.db, 'same'), await bring(api.db, 'same')]
    await makeCase({ pdf_file: stays })
    await age({ days: 2 })
    await sweepTwice()
    expect([await isListed(gone), await isListed(stays), await isKept('same')]).toEqual([false, true, true])
  })
})

describe('a sweep', () => {
  test('takes uploads that no record was saved with after a day, and what came in half', async () => {
    const id = await bring(api.db, 'temp')
    const part = join(folder, '00000000-0000-4000-8000-000000000000.part')
    await writeFile(part, 'half')
    await sweepFiles(api.db, store)
    expect([await isListed(id), await isKept('temp')]).toEqual([true, true])
    await age({ days: 2 })
    await sweepFiles(api.db, store)
    expect([await isListed(id), await isKept('temp'), (await readdir(folder)).includes(part)]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('that was killed between the row and its bytes is ended by the next one', async () => {
    const id = await bring(api.db, 'killed')
    await sql`delete from files where id = ${id}`.execute(api.db)
    await age({ days: 2 })
    expect((await sweepFiles(api.db, store)).bytes).toBe(1)
    expect(await isKept('killed')).toBe(false)
  })

  test('takes no more than so many in a night', async () => {
    await sweepTwice()
    for (let file = 0; file < 7; file += 1) await bring(api.db, `many ${file}`)
    await age({ days: 2 })
    const nights = []
    for (let night = 0; night < 4; night += 1) nights.push(await sweepFiles(api.db, store, { atOnce: 2, most: 3 }))
    expect(nights).toEqual([3, 3, 1, 0].map((count) => ({ rows: count, bytes: count })))
  })

  test('leaves what a save that is not ended yet has just claimed', async () => {
    const id = await bringPicture('claimed')
    await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days + 1 })
    const page = await makePage('<p>a</p>')
    await other.db.transaction().execute(async (save) => {
      await sql`update files set type = 'Permanent' where id = ${id}`.execute(save)
      await sql`update dynamic_pages set page_content = ${pictured(id)} where id = ${page.id}`.execute(save)
      expect((await sweepFiles(api.db, store)).rows).toBe(0)
    })
    await sweepFiles(api.db, store)
    expect(await isListed(id)).toBe(true)
  })

  test('lets an upload of the same bytes wait until they are gone, on however slow a disk', async () => {
    await store.keep(Buffer.from('slow'))
    await age({ days: 2 })
    let upload: Promise<number> | undefined
    const slow: FileStore = {
      ...store,
      // The upload comes after their age was looked at, and before they go.
      drop: async (sha256) => {
        upload = bring(other.db, 'slow')
        await Promise.race([upload, untilSomebodyWaits()])
        return store.drop(sha256, Infinity)
      },
    }
    expect((await sweepFiles(api.db, slow)).bytes).toBe(1)
    expect([await isListed((await upload) ?? 0), await isKept('slow')]).toEqual([true, true])
  })

  test('looks once more for a row when it is alone', async () => {
    await store.keep(Buffer.from('late'))
    await age({ days: 2 })
    let sweep: Promise<unknown> | undefined
    await other.db.transaction().execute(async (upload) => {
      await whileBringing(upload)
      sweep = sweepFiles(api.db, store)
      await untilSomebodyWaits()
      await sql`
        insert into files (sha256, name, media_type, size, owner_id)
        values (${hashOf('late')}, 'a.pdf', 'application/pdf', 4, ${owner})`.execute(upload)
    })
    await sweep
    expect(await isKept('late')).toBe(true)
  })

  test('never takes the bytes of a file that comes in at that moment, also when two sweep', async () => {
    const random = buildRandom(44)
    for (let round = 0; round < runs(12, 40); round += 1) {
      const text = `round ${round % 4}`
      await sql`delete from files where sha256 = ${hashOf(text)}`.execute(api.db)
      await store.keep(Buffer.from(text))
      await age({ days: 2 })
      const upload = async () => {
        await new Promise((settle) => setTimeout(settle, random.whole(0, 30)))
        return bring(other.db, text)
      }
      await Promise.all([sweepFiles(api.db, store), sweepFiles(other.db, store), upload(), upload()])
      expect(await isKept(text), `round ${round}`).toBe(true)
    }
  })
})
