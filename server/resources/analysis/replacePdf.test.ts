import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/diskStore.ts'
import { runInline } from '#server/workerPool/workerPool.ts'
import type { Api } from '#test/api.ts'
import { readablePdf } from '#test/files.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { analyze } from './analyze.ts'
import { takeRun } from './runs.ts'
import { type Caller, errorsOf } from '#test/api.ts'
import { nightlyTest } from '#test/nightly.ts'

let api: Api
let staff: Caller
let court: number

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id`.execute(api.db)
  court = rows[0]?.id ?? 0
})
afterAll(() => api.close())

const upload = async (text: string, pages = 1) =>
  uploadedBy(await send(staff, readablePdf(text, pages), { use: 'analysis.pdf_file' })).id
const create = async (text: string, pages = 1) =>
  rowOf((await staff('analysis/create', { court, pdf_file: await upload(text, pages) })).body).id
const found = async (id: number) => rowOf((await staff('analysis/find', { id })).body)
const update = async (id: number, more: object) =>
  staff('analysis/update', { id, version: (await found(id)).version, ...more })
const start = async (id: number) => staff('analysis/runAnalysis', { id })
const stored = async (id: number) =>
  (await api.pool.query('select * from analysis where id = $1', [id])).rows[0] as object

async function lastRun(analysis_id: number) {
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from analysis_runs where analysis_id = ${analysis_id} order by id desc limit 1`.execute(api.db)
  if (!rows[0]) throw new Error('the analysis has no run')
  return rows[0]
}

/** Runs the last run of an analysis; `beforeEnd` happens once its file was read. */
async function runJob(id: number, beforeEnd: () => unknown = () => undefined) {
  const files = openDiskStore(join(api.folder, 'files'))
  const read = async (sha256: Buffer) => {
    const file = await files.read(sha256)
    file?.once('end', beforeEnd)
    return file
  }
  const dependencies = { db: api.db, offload: runInline, readsScans: false, print: () => undefined }
  const stopping = new AbortController().signal
  await analyze({ ...dependencies, stopping, files: { ...files, read } }, { run: (await lastRun(id)).id })
}

test('an analysis whose PDF is replaced after it was read is unread again, and keeps what people have written', async () => {
  const id = await create('Judgment 12')
  await start(id)
  await runJob(id)
  await update(id, { title: 'ސުރުޚީ' })
  await sql`update analysis set charge_status = 'Pending Payment' where id = ${id}`.execute(api.db)

  const answer = await update(id, { pdf_file: await upload('Judgment 13') })
  expect(answer.body['Message']).toMatch(/analyze the new one/)
  expect(await stored(id)).toMatchObject({
    status: 'Pending',
    charge_status: 'Pending Analysis',
    confidence_level: null,
    title: 'ސުރުޚީ',
  })
  const { rows: pages } = await sql`select from analysis_pages where analysis_id = ${id}`.execute(api.db)
  expect([pages.length, (await found(id))['analysis_warnings']]).toEqual([0, []])

  await start(id)
  await runJob(id)
  const read = await found(id)
  expect(read).toMatchObject({ status: 'Analyzed', title: 'ސުރުޚީ' })
  expect(JSON.stringify(read['case_content'])).toMatch(/13/)
  expect(JSON.stringify(read['case_content'])).not.toMatch(/12/)
})

test('corrections of the review survive that the PDF is replaced by another copy of the judgment', async () => {
  const id = await create('Judgment 22')
  await start(id)
  await runJob(id)
  const { body } = await staff('analysis/reviewPage', { id, page: 1 })
  const { lines } = body['data'] as { lines: { text: string }[] }
  const line = lines.findIndex(({ text }) => text.includes('Judgment 22'))
  const from = lines[line]?.text.indexOf('Judgment') ?? 0
  const correction = { page: 1, line, start: from, end: from + 8, before: 'Judgment', after: 'Verdict' }
  const act = '11111111-1111-4111-8111-111111111111'
  const corrected = await staff('analysis/correct', {
    id,
    version: (await found(id)).version,
    act,
    corrections: [correction],
  })
  expect(corrected.body).toMatchObject({ Status: 'success' })
  // Other bytes with the same text.
  const bytes = Buffer.concat([readablePdf('Judgment 22'), Buffer.from('\n')])
  await update(id, { pdf_file: uploadedBy(await send(staff, bytes, { use: 'analysis.pdf_file' })).id })
  expect(JSON.stringify((await found(id))['case_content'])).toMatch(/Verdict 22/)
  await start(id)
  await runJob(id)
  expect(JSON.stringify((await found(id))['case_content'])).toMatch(/Verdict 22/)
})

test('an analysis is not finalized by the save that replaces its PDF', async () => {
  const id = await create('Judgment 31')
  await start(id)
  await runJob(id)
  const answer = await update(id, { pdf_file: await upload('Judgment 32'), is_finalized: true })
  expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([422, ['is_finalized']])
})

test('a PDF that an analysis has already leaves it as it was read', async () => {
  const id = await create('Judgment 41')
  await start(id)
  await runJob(id)
  expect((await update(id, { pdf_file: await upload('Judgment 41') })).status).toBe(200)
  expect(await found(id)).toMatchObject({ status: 'Analyzed' })
})

test('a run whose PDF is replaced while it works stores nothing of it, and reads the new one', async () => {
  const id = await create('Judgment 51')
  const pdf_file = await upload('Judgment 52')
  await start(id)
  let replaced: ReturnType<Caller> | undefined
  await runJob(id, () => (replaced = update(id, { pdf_file })))
  expect(await replaced).toMatchObject({ status: 200 })
  expect(await lastRun(id)).toMatchObject({ state: 'queued' })
  expect(await found(id)).toMatchObject({ is_waiting: true, status: 'Pending', page_count: null })
  await runJob(id)
  expect(JSON.stringify((await found(id))['case_content'])).toMatch(/Judgment 52/)
})

nightlyTest('an analysis that is run again keeps waiting when its PDF is replaced', async () => {
  const id = await create('Judgment 61')
  await start(id)
  await runJob(id)
  await start(id)
  const held = await takeRun(api.db, (await lastRun(id)).id, false)
  await update(id, { pdf_file: await upload('Judgment 62') })
  expect(held).toBeDefined()
  expect(await found(id)).toMatchObject({ is_waiting: true, status: 'Pending', run_state: 'queued' })
})

nightlyTest('an analysis is read whose PDF is replaced by one with fewer pages', async () => {
  const id = await create('Judgment 71', 3)
  await start(id)
  await runJob(id)
  expect(await found(id)).toMatchObject({ page_count: 3, analyzable_page_count: 3 })
  await update(id, { pdf_file: await upload('Judgment 72') })
  await start(id)
  await runJob(id)
  expect(await found(id)).toMatchObject({ status: 'Analyzed', page_count: 1, analyzable_page_count: 1 })
})
