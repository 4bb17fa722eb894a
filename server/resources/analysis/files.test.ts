import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { AddFileAnswer } from '#shared/calls/analyses.ts'
import { type Api, type ApiAnswer, type Caller, errorsOf } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { readablePdf } from '#test/files.ts'
import { allPermissions, openStaffApi } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { findCourt, importPdf } from './importPdf.ts'

let api: Api
let staff: Caller
let billing: Caller
let court: number

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  court = await valueOf(`insert into courts (name, code) values ('ސިވިލް ކޯޓު', 'Cv-C') returning id as value`)
  const can = [...allPermissions, 'view-charge-status']
  billing = await api.as(await buildUser(api.databaseUrl, { can }), password)
})
afterAll(() => api.close())

async function valueOf(query: string, values: unknown[] = []) {
  const { rows } = await api.pool.query<{ value: number }>(query, values)
  return Number(rows[0]?.value)
}

const upload = async (bytes: Buffer, caller = staff) =>
  uploadedBy(await send(caller, bytes, { name: 'hukum-12.pdf', use: 'analysis.pdf_file' })).id
const answerOf = ({ body }: ApiAnswer) => body as unknown as AddFileAnswer
const add = async (pdf_file: number, more: object = {}, caller = staff) =>
  caller('analysis/addFile', { court, pdf_file, ...more })
const rowOf = async (id: number) =>
  (await api.pool.query<Record<string, unknown>>('select * from analysis where id = $1', [id])).rows[0]

describe('an analysis that is created from its PDF', () => {
  test('an uploaded PDF becomes a pending analysis of the court', async () => {
    const { data, duplicates } = answerOf(await add(await upload(readablePdf('one'))))
    expect([data, duplicates]).toEqual([expect.objectContaining({ status: 'Pending', title: '' }), []])
    expect(await rowOf(data?.id ?? 0)).toMatchObject({ court_id: court, charge_status: 'Pending Analysis' })
  })

  test('a PDF that has an analysis is named with it, and is added only when the user says so', async () => {
    const first = answerOf(await add(await upload(readablePdf('two')))).data
    const again = await upload(readablePdf('two'))
    expect(answerOf(await add(again))).toMatchObject({
      data: null,
      duplicates: [{ id: first?.id, status: 'Pending', court: 'ސިވިލް ކޯޓު', file: 'hukum-12.pdf', title: '' }],
    })
    expect(answerOf(await add(again, { accept_duplicate: true })).data?.id).toBeGreaterThan(first?.id ?? 0)
  })

  test('two uploads of one PDF at the same time make one analysis', async () => {
    const ids = [await upload(readablePdf('three')), await upload(readablePdf('three'))]
    const answers = (await Promise.all(ids.map((id) => add(id)))).map(answerOf)
    expect(answers.filter(({ data }) => data !== null)).toHaveLength(1)
  })

  test('a user who may not read analyses does not see which one has the PDF', async () => {
    const writer = await api.as(await buildUser(api.databaseUrl, { can: ['create-analysis'] }), password)
    await add(await upload(readablePdf('four')))
    expect(answerOf(await add(await upload(readablePdf('four'), writer), {}, writer))).toMatchObject({
      data: null,
      duplicates: [],
    })
  })

  test('an upload of another user is refused, also one whose bytes have an analysis', async () => {
    await add(await upload(readablePdf('five')))
    const foreign = await add(await upload(readablePdf('five'), billing))
    expect([foreign.status, Object.keys(errorsOf(foreign.body))]).toEqual([400, ['pdf_file']])
  })
})

describe('a PDF that an analysis has', () => {
  const save = (call: string, input: object) => staff(`analysis/${call}`, { court, ...input })
  const idOf = ({ body }: ApiAnswer) => (body['data'] as { id: number }).id
  const knownTo = ({ status, body }: ApiAnswer) =>
    [
      status,
      body['code'],
      (body['payload'] as { duplicates?: { id: number }[] }).duplicates?.map(({ id }) => id),
    ] as const

  test('the form of a new analysis is asked about it, and saves it when the user says so', async () => {
    const first = idOf(await save('create', { pdf_file: await upload(readablePdf('ten')) }))
    const pdf_file = await upload(readablePdf('ten'))
    expect(knownTo(await save('create', { pdf_file }))).toEqual([422, 'pdf-known', [first]])
    expect((await save('create', { pdf_file, accept_duplicate: true })).status).toBe(200)
  })

  test('the form of another analysis is asked about it, and an analysis may have its own PDF once more', async () => {
    const first = idOf(await save('create', { pdf_file: await upload(readablePdf('eleven')) }))
    const id = idOf(await save('create', { pdf_file: await upload(readablePdf('twelve')) }))
    const pdf_file = await upload(readablePdf('eleven'))
    expect(knownTo(await staff('analysis/partialUpdate', { id, pdf_file }))).toEqual([422, 'pdf-known', [first]])
    expect((await staff('analysis/partialUpdate', { id, pdf_file: await upload(readablePdf('twelve')) })).status).toBe(
      200,
    )
    expect((await staff('analysis/partialUpdate', { id, pdf_file, accept_duplicate: true })).status).toBe(200)
  })
})

describe('an import', () => {
  test('an imported PDF is not charged, says where it comes from, and is imported once', async () => {
    const bring = async () =>
      answerOf(
        await staff('analysis/import', { court, pdf_file: await upload(readablePdf('six')), ext_file: '2012/six.pdf' }),
      )
    const { data } = await bring()
    expect(await rowOf(data?.id ?? 0)).toMatchObject({
      charge_status: 'Non-Chargeable (Pre-Imported)',
      ext_file: '2012/six.pdf',
    })
    expect(await bring()).toMatchObject({ data: null, duplicates: [{ id: data?.id }] })
  })

  test('an importing user who may not read analyses does not see which one has the PDF', async () => {
    const can = ['create-analysis', 'update-subscriptionConfigs']
    const importer = await api.as(await buildUser(api.databaseUrl, { can }), password)
    await add(await upload(readablePdf('thirteen')))
    const pdf_file = await upload(readablePdf('thirteen'), importer)
    expect(answerOf(await importer('analysis/import', { court, pdf_file }))).toMatchObject({
      data: null,
      duplicates: [],
    })
  })

  test('an import needs the permission to change charges', async () => {
    const analyst = await api.as(await buildUser(api.databaseUrl, { can: ['create-analysis'] }), password)
    const pdf_file = await upload(readablePdf('seven'), analyst)
    expect((await analyst('analysis/import', { court, pdf_file })).status).toBe(403)
  })

  test('files of a folder are imported once, checked by their content', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hukum-import-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const contents = { 'a.pdf': readablePdf('eight'), 'b.pdf': readablePdf('eight'), 'c.pdf': Buffer.from('<html>') }
    const files = openDiskStore(api.filesFolder, { reserve_bytes: 0 })
    const results = []
    for (const [name, bytes] of Object.entries(contents)) {
      const path = join(folder, name)
      writeFileSync(path, bytes)
      results.push(await importPdf({ db: api.db, files }, { path, name, source: `old/${name}`, court }))
    }
    const [first] = results
    expect(results).toEqual([
      { is: 'imported', id: expect.any(Number) as number },
      { ...first, is: 'known' },
      { is: 'refused', reason: expect.stringContaining('PDF') as string },
    ])
    const id = first?.is === 'imported' ? first.id : 0
    expect(await rowOf(id)).toMatchObject({ court_id: court, status: 'Pending', ext_file: 'old/a.pdf' })
    const { body } = await staff('analysis/history', { id })
    expect(body['data']).toMatchObject([{ action: 'import', by: null }])
  })

  test('an imported file keeps a name in Dhivehi with spaces, by which its analysis is found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hukum-import-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [path, name] = [join(folder, 'a.pdf'), 'ޙުކުމް 12 (2020).pdf']
    writeFileSync(path, readablePdf('in Dhivehi'))
    const files = openDiskStore(api.filesFolder, { reserve_bytes: 0 })
    const imported = await importPdf({ db: api.db, files }, { path, name, source: `old/${name}`, court })
    const { body } = await staff('analysis/get', { Court: court, SearchQuery: 'ޙުކުމް 12' })
    expect(body['data']).toMatchObject([{ ...(imported.is !== 'refused' && { id: imported.id }), pdf_file: { name } }])
  })

  test('a court is found by its name in another spelling and by its code', async () => {
    expect(await Promise.all(['ސިވިލް ކޯޓު ', 'Cv-C'].map((name) => findCourt(api.db, name)))).toMatchObject([
      { id: court },
      { id: court },
    ])
    expect(await findCourt(api.db, 'އެހެން ކޯޓެއް')).toBeUndefined()
  })
})

describe('the filter by charge status', () => {
  test('a list is filtered by the charge status for those who may see it', async () => {
    const imported = answerOf(
      await staff('analysis/import', { court, pdf_file: await upload(readablePdf('nine')) }),
    ).data
    const { body } = await billing('analysis/get', { Court: court, ChargeStatus: 'Non-Chargeable (Pre-Imported)' })
    const rows = body['data'] as { id: number; charge_status: string }[]
    expect(rows.map(({ id }) => id)).toContain(imported?.id)
    expect(new Set(rows.map((row) => row.charge_status))).toEqual(new Set(['Non-Chargeable (Pre-Imported)']))
  })

  test.each(['get', 'isDisplayed'])('analysis/%s rejects the filter for others', async (verb) => {
    const answer = await staff(`analysis/${verb}`, {
      Court: court,
      ChargeStatus: 'Paid',
      ...(verb === 'get' ? {} : { id: 1 }),
    })
    expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, ['ChargeStatus']])
  })
})
