import { sql } from 'kysely'
import { join } from 'node:path'
import { runInline } from '#server/workerPool/workerPool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { Review } from '#shared/calls/review.ts'
import { buildPage, storePages } from '#test/analysisPages.ts'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { pdfWithGlyph } from '#test/files.ts'
import { buildUser, password } from '#test/factories.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { analyze } from '#server/resources/analysis/analyze.ts'
import { nightlyTest } from '#test/nightly.ts'

let api: Api
let staff: Caller
let files = 0

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)
})
afterAll(() => api.close())

/** An analysis that waits to be run, of a PDF with a glyph whose letter it does not say. */
async function create(height?: number) {
  files += 1
  const file = uploadedBy(await send(staff, pdfWithGlyph(`Case ${files}`, height), { use: 'analysis.pdf_file' }))
  const { id } = rowOf(
    (await staff('analysis/create', { court: 1, title: 'A', pdf_file: file.id, accept_duplicate: true })).body,
  )
  await staff('analysis/runAnalysis', { id })
  return id
}

/** Runs the job of an analysis as often as the queue does, and throws with its faults unless it is done. */
async function runJob(id: number) {
  const faults: string[] = []
  const dependencies = {
    db: api.db,
    files: openDiskStore(join(api.folder, 'files')),
    offload: runInline,
    readsScans: false,
    print: (fault: string) => faults.push(fault),
    stopping: new AbortController().signal,
  }
  const { rows } = await sql<{ id: number }>`
    update analysis_runs
       set due_at = now()
     where analysis_id = ${id}
       and state = 'queued'
    returning id`.execute(api.db)
  for (const { id: run } of rows) await analyze(dependencies, { run })
  const last = await sql<{ state: string; failure_code: string | null }>`
    select state, failure_code from analysis_runs where analysis_id = ${id} order by id desc limit 1`.execute(api.db)
  if (last.rows[0]?.state === 'queued') await runJob(id)
  else expect(last.rows[0], faults.join('\n')).toMatchObject({ state: 'done' })
}

/** An analysis that has read a page with such a glyph. */
async function build(outline: string) {
  const { rows } = await sql<{ id: number }>`
    with pdf as (
      insert into files (sha256, name, media_type, size, type)
      values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id)
    insert into analysis (court_id, pdf_file_id, status, title) select 1, id, 'Analyzed', 'A' from pdf
    returning id`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const glyph = { outline, box: { x: 1, y: 1, width: 8, height: 9 }, count: 2, letter: null }
  const pages = [1, 2].map((number) => ({ ...buildPage(number, ['މި ކޯ\ufffdގެ']), unknown_glyphs: [glyph] }))
  await storePages((text, values) => api.pool.query(text, values), id, pages)
  return id
}

const reviewOf = async (id: number) => (await staff('analysis/review', { id })).body['data'] as Review
const glyphOf = async (id: number) => {
  const [glyph] = (await reviewOf(id)).glyphs
  if (!glyph) throw new Error('the analysis has no glyph without a letter')
  return glyph
}
const textOf = async (id: number) =>
  JSON.stringify(rowOf((await staff('analysis/find', { id })).body)['case_content'] ?? null)

async function setLetter(id: number, letter: string | undefined, caller = staff, extra: object = {}) {
  const { version } = await reviewOf(id)
  const { outline } = await glyphOf(id)
  return caller('analysis/setLetter', { id, version, outline, ...(letter !== undefined && { letter }), ...extra })
}

test('a letter that a user gives for a glyph is read in this file again, and in every new file', async () => {
  const id = await create()
  await runJob(id)
  expect((await reviewOf(id)).glyphs).toMatchObject([{ page: 1, count: 1, read: null, given: null }])
  const { outline } = await glyphOf(id)
  const other = await build(outline)

  const { body } = await setLetter(id, 'ޓު')
  expect(body['data']).toMatchObject({ glyphs: [{ read: null, given: 'ޓު' }], outdated: 2 })
  expect((await staff('analysis/readWithLetters', {})).body['data']).toEqual({ count: 2 })
  expect(rowOf((await staff('analysis/find', { id: other })).body)).toMatchObject({ is_waiting: true })
  await runJob(id)
  expect(await textOf(id)).toContain('ޓު')
  expect(await reviewOf(id)).toMatchObject({ glyphs: [{ read: 'ޓު', given: 'ޓު' }], outdated: 0 })
  const next = await create()
  await runJob(next)
  expect(await textOf(next)).toContain('ޓު')
})

nightlyTest('a file that was read with a letter is read again after the letter is taken back', async () => {
  const id = await create(650)
  await runJob(id)
  await setLetter(id, 'ޓު')
  await staff('analysis/readWithLetters', {})
  await runJob(id)
  expect(await textOf(id)).toContain('ޓު')
  expect((await setLetter(id, undefined)).body['data']).toMatchObject({ glyphs: [{ given: null }], outdated: 1 })
  await staff('analysis/readWithLetters', {})
  await runJob(id)
  expect(await textOf(id)).not.toContain('ޓު')
  expect((await reviewOf(id)).outdated).toBe(0)
})

test('an analysis that another user works on is left out when files are read again, and the others are queued', async () => {
  const [locked, free] = [await build('00000000000000b0'), await build('00000000000000b0')]
  await setLetter(free, 'ށ')
  const answer = await api.db.transaction().execute(async (transaction) => {
    await sql`select from analysis where id = ${locked} for update`.execute(transaction)
    return staff('analysis/readWithLetters', {})
  })
  expect(answer).toMatchObject({ status: 200, body: { data: { count: 1 } } })
  const isWaiting = async (id: number) => rowOf((await staff('analysis/find', { id })).body)['is_waiting']
  expect([await isWaiting(free), await isWaiting(locked)]).toEqual([true, false])
})

test('the pages of a deleted analysis are not read', async () => {
  const id = await build('00000000000000b1')
  expect((await staff('analysis/reviewPage', { id, page: 1 })).status).toBe(200)
  await sql`update analysis set deleted_at = now() where id = ${id}`.execute(api.db)
  for (const call of ['analysis/review', 'analysis/reviewPage'])
    expect(await staff(call, { id, ...(call === 'analysis/reviewPage' && { page: 1 }) }), call).toMatchObject({
      status: 404,
    })
})

test('a glyph of several pages is listed once, at its first place', async () => {
  expect((await reviewOf(await build('00000000000000a0'))).glyphs).toMatchObject([{ page: 1, count: 4 }])
})

test('the letter of a glyph is recorded with the one before it, and can be taken back', async () => {
  const id = await build('00000000000000a1')
  for (const letter of ['ހ', 'ށ', undefined]) await setLetter(id, letter)
  expect((await reviewOf(id)).glyphs).toMatchObject([{ given: null }])
  const { rows } = await sql<{ change: unknown }>`
    select jsonb_build_array(before ->> 'letter', after ->> 'letter') as change
      from audit
     where action = 'set-letter' and row_id = ${id}
     order by id`.execute(api.db)
  expect(rows.map(({ change }) => change)).toEqual([
    [null, 'ހ'],
    ['ހ', 'ށ'],
    ['ށ', null],
  ])
  expect(JSON.stringify((await staff('analysis/history', { id })).body)).toContain('set-letter')
})

test('an ornament is no letter, and is not asked for again', async () => {
  const id = await build('00000000000000a2')
  expect((await setLetter(id, '')).status).toBe(200)
  expect(await reviewOf(id)).toMatchObject({ glyphs: [{ given: '' }], outdated: 1 })
})

test('a letter is refused that is too long or invisible, for a glyph of another file, or in an older version', async () => {
  const id = await build('00000000000000a3')
  for (const letter of ['ށށށށށށށށށ', ' ', '\u202e', '\0']) {
    const { status, body } = await setLetter(id, letter)
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['letter']])
  }
  expect(await setLetter(id, 'ށ', staff, { outline: '0123456789abcdef' })).toMatchObject({ status: 404 })
  expect(await setLetter(id, 'ށ', staff, { version: 99 })).toMatchObject({ status: 409 })
})

test('a letter is given by those who may update an analysis, and files are read again by those who may do that', async () => {
  const id = await build('00000000000000a4')
  const reader = await api.as(await buildUser(api.databaseUrl, { can: ['read-analysis'] }), password)
  const reviewer = await api.as(
    await buildUser(api.databaseUrl, { can: ['read-analysis', 'update-analysis'] }),
    password,
  )
  expect(await setLetter(id, 'ށ', reader)).toMatchObject({ status: 403 })
  expect(await setLetter(id, 'ށ', reviewer)).toMatchObject({ status: 200 })
  expect(await reviewer('analysis/readWithLetters', {})).toMatchObject({ status: 403 })
})
