import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import {
  age,
  api,
  closeSweepTest,
  createCase,
  createPage,
  createRecord,
  hasBytes,
  hasRow,
  newStore,
  openSweepTest,
  owner,
  staff,
  store,
  sweepTwice,
  updateRecord,
  upload,
  uploadPicture,
  withPicture,
} from '#test/fileSweep.ts'
import { buildUser, password } from '#test/factories.ts'
import { sweepFiles } from './sweep.ts'

beforeAll(openSweepTest)
afterAll(closeSweepTest)
beforeEach(newStore)

test('a removal of a file that is repeated with its key gets the same answer', async () => {
  const id = await upload(api.db, 'repeated')
  const { id: row, version } = await createCase({ pdf_file: id })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const remove = () => staff('files/delete', { id, resource: 'caseFiles', row, version }, { headers })
  const first = await remove()
  expect(first).toMatchObject({ status: 200, body: { data: { version: version + 1 } } })
  expect(await remove()).toEqual(first)
})

test('a user who may update a record and not read it removes its file', async () => {
  const id = await upload(api.db, 'unread')
  const { id: row } = await createCase({ pdf_file: id })
  const writer = await api.as(await buildUser(api.databaseUrl, { can: ['update-caseFiles'] }), password)
  const input = { id, resource: 'caseFiles', row }
  expect(await writer('files/link', input)).toMatchObject({ status: 403 })
  expect(await writer('files/delete', input)).toMatchObject({ status: 200 })
  const reader = await api.as(await buildUser(api.databaseUrl, { can: ['read-caseFiles'] }), password)
  expect(await reader('files/delete', input)).toMatchObject({ status: 403 })
})

describe('files without a reference', () => {
  const releases: Record<string, () => Promise<[text: string, id: number]>> = {
    'it was replaced by another': async () => {
      const [old, fresh] = [await upload(api.db, 'old'), await upload(api.db, 'fresh')]
      const record = await createCase({ pdf_file: old })
      await updateRecord('caseFiles', record, { pdf_file: fresh })
      return ['old', old]
    },
    'it was taken from its record': async () => {
      const id = await upload(api.db, 'taken')
      const { id: row, version } = await createCase({ pdf_file: id })
      expect((await staff('files/delete', { id, resource: 'caseFiles', row, version })).status).toBe(200)
      return ['taken', id]
    },
    'its picture was taken from the text': async () => {
      const id = await uploadPicture('picture')
      await updateRecord('dynamicPages', await createPage(withPicture(id)), { page_content: '<p>b</p>' })
      return ['picture', id]
    },
    'the record with its text was deleted': async () => {
      const id = await uploadPicture('page')
      const page = await createPage(withPicture(id))
      expect((await staff('dynamicPages/delete', { id: page.id })).status).toBe(200)
      return ['page', id]
    },
  }
  test.each(Object.entries(releases))('a file is deleted a month after %s', async (_why, release) => {
    const [text, id] = await release()
    await age({ days: limits.file.unreferenced_days + 1 })
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days - 1 })
    await sweepFiles(api.db, store)
    expect([await hasRow(id), await hasBytes(text)]).toEqual([true, true])
    await age({ days: 2 })
    await sweepFiles(api.db, store)
    expect([await hasRow(id), await hasBytes(text)]).toEqual([false, false])
  })
})

describe('files with a reference', () => {
  const referrers: Record<string, () => Promise<[text: string, id: number]>> = {
    'in a record': async () => {
      const id = await upload(api.db, 'record')
      await createCase({ pdf_file: id })
      return ['record', id]
    },
    'in a soft-deleted record': async () => {
      const id = await upload(api.db, 'deleted')
      const record = await createCase({ pdf_file: id })
      expect((await staff('caseFiles/delete', { id: record.id })).status).toBe(200)
      return ['deleted', id]
    },
    'in a text': async () => {
      const id = await uploadPicture('text')
      await createPage(withPicture(id))
      return ['text', id]
    },
    'in the text of a repeater row': async () => {
      const id = await uploadPicture('repeated')
      await createCase({ related_cases: [{ type: 1, number: '9/Cv-C/1999', description: withPicture(id) }] })
      return ['repeated', id]
    },
    'in the text of a judgment': async () => {
      const id = await uploadPicture('judgment')
      const content = [{ insert: { picture: { file: id, alt: 'a' } } }, { insert: '\n' }]
      await createCase({ case_content: { content, footnotes: [], annotations: [] } })
      return ['judgment', id]
    },
    'in an earlier text of a judgment': async () => {
      const id = await uploadPicture('earlier')
      const content = [{ insert: { picture: { file: id, alt: 'a' } } }, { insert: '\n' }]
      const made = await createCase({ case_content: { content, footnotes: [], annotations: [] } })
      await updateRecord('caseFiles', made, {
        case_content: { content: [{ insert: 'a\n' }], footnotes: [], annotations: [] },
      })
      return ['earlier', id]
    },
    'in the meaning of a phrase': async () => {
      const id = await uploadPicture('meaning')
      await createRecord('phrases', { dhivehi_phrase: 'އަ', english_phrase: 'a', meaning: withPicture(id) })
      return ['meaning', id]
    },
    'that is the avatar of a user': async () => {
      const id = await uploadPicture('person')
      await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
      await sql`update users set avatar_file_id = ${id} where id = ${owner}`.execute(api.db)
      return ['person', id]
    },
  }
  test.each(Object.entries(referrers))('a file is deleted a month after %s', async (_where, refer) => {
    const [text, id] = await refer()
    await age({ days: 2 })
    await sweepTwice()
    expect([await hasRow(id), await hasBytes(text)]).toEqual([true, true])
  })

  test('a file that is referenced again gets a new month of retention', async () => {
    const id = await upload(api.db, 'again')
    await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days + 1 })
    const record = await createCase({})
    await sql`update case_files set pdf_file_id = ${id} where id = ${record.id}`.execute(api.db)
    await sweepFiles(api.db, store)
    expect(await hasRow(id)).toBe(true)
    await sql`update case_files set pdf_file_id = null where id = ${record.id}`.execute(api.db)
    await sweepFiles(api.db, store)
    expect(await hasRow(id), 'its retention starts again').toBe(true)
  })

  test('bytes are deleted only when no other file has the same ones', async () => {
    const [gone, stays] = [await upload(api.db, 'same'), await upload(api.db, 'same')]
    await createCase({ pdf_file: stays })
    await age({ days: 2 })
    await sweepTwice()
    expect([await hasRow(gone), await hasRow(stays), await hasBytes('same')]).toEqual([false, true, true])
  })
})
