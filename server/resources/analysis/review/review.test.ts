import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { runInline } from '#server/workerPool/workerPool.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/diskStore.ts'
import { deltaOf } from '#server/analysis/delta.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { buildPage, storePages } from '#test/analysisPages.ts'
import { changeOf, doubts, firstPage, openReviews, secondPage } from '#test/analysisReviews.ts'
import type { Api } from '#test/api.ts'
import { readablePdf } from '#test/files.ts'
import { buildUser, password } from '#test/factories.ts'
import { rowOf } from '#test/signedInApi.ts'

import { send, uploadedBy } from '#test/uploads.ts'
import { analyze } from '#server/resources/analysis/analyze.ts'
import { type Caller, errorsOf } from '#test/api.ts'

let reviews: Awaited<ReturnType<typeof openReviews>>
let api: Api
let staff: Caller
let other: Caller

beforeAll(async () => {
  reviews = await openReviews()
  ;({ api, staff, other } = reviews)
})
afterAll(() => api.close())

const build = (...parameters: Parameters<typeof reviews.build>) => reviews.build(...parameters)
const query = (text: string, values: unknown[]) => api.pool.query(text, values)
const reviewOf = (...parameters: Parameters<typeof reviews.reviewOf>) => reviews.reviewOf(...parameters)
const versionOf = (id: number) => reviews.versionOf(id)
const textOf = (id: number) => reviews.textOf(id)
const wordIn = (id: number, text: string) => reviews.wordIn(id, text)
const correct = (...parameters: Parameters<typeof reviews.correct>) => reviews.correct(...parameters)

test('a review lists the doubtful words, the least sure first, and lines of the sample without a confidence', async () => {
  const { items, sample } = await reviewOf(await build())
  const words = items.filter(({ confidence }) => confidence !== undefined)
  expect(words.map(({ text, page }) => [text, page])).toEqual([
    ['ޖަމާކޮންފައި', 1],
    ['ޖަމާކޮންފައި', 2],
    ['އިޢުތިރާޒަށް', 1],
  ])
  expect(sample.size).toBe(1)
  expect(items).toHaveLength(4)
})

test('a field has the confidence of the value that was found, and none once its value is another', async () => {
  const id = await build()
  const extracted = { title: 'ސުރުޚީ', claimant: 'ޢަލީ|މަރިޔަމް', analysis_case_numbers: [`${id}/Cv-C/2021`] }
  await query('update analysis set extracted_fields = $2, claimant = $3 where id = $1', [id, extracted, 'އަޙްމަދު'])
  await query(
    `insert into analysis_found_fields (analysis_id, field, position, value, page, box, confidence)
     select $1, field, 0, value, 2, '{"x": 1, "y": 1, "width": 9, "height": 9}', 0.5
       from (values ('case_numbers', ''), ('title', ''), ('claimant', ''), ('court', 'ހައިކޯޓު')) as found (field, value)`,
    [id],
  )
  const confidences = async () => {
    const { fields } = await reviewOf(id)
    const found = fields.filter(({ page }) => page === 2)
    return Object.fromEntries(found.map(({ name, confidence }) => [name, confidence]))
  }
  expect(await confidences()).toEqual({ analysis_case_numbers: 0.5, title: 0.5, claimant: null, court: null })
  await query('update analysis set title = $2, claimant = $3 where id = $1', [id, 'އެހެން', extracted.claimant])
  await query('update analysis_found_fields set value = (select name from courts where id = 1) where field = $1', [
    'court',
  ])
  expect(await confidences()).toEqual({ analysis_case_numbers: 0.5, title: null, claimant: 0.5, court: 0.5 })
})

test('a scanned page is unread until an engine has read its picture, and its pictures are those of one PDF', async () => {
  const id = await build()
  const scanned = 'update analysis_pages set scanned = true, lines = $2 where analysis_id = $1 and number = 1'
  const stateOf = async () => (await reviewOf(id)).pages.map(({ unread }) => unread)
  const [line] = buildPage(1, firstPage).lines
  await query(scanned, [id, JSON.stringify([{ ...line, engine: 'text-layer' }])])
  expect(await stateOf()).toEqual([true, false])
  await query(scanned, [id, JSON.stringify([{ ...line, engine: 'hukum' }])])
  expect(await stateOf()).toEqual([false, false])
  const { rows } = await query('select pdf_file_id::integer as id from analysis where id = $1', [id])
  expect((await reviewOf(id)).pdf_file).toBe((rows[0] as { id: number }).id)
})

test('a corrected word changes the text and the percentage of difference, and undoing takes both back', async () => {
  const id = await build()
  const answer = await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އިޢުތިރާޟެއް')
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await textOf(id)).toContain('އިޢުތިރާޟެއް')
  expect(rowOf((await staff('analysis/find', { id })).body)['diff_percent']).toBeGreaterThan(0)
  const [{ act } = { act: '' }] = (await reviewOf(id)).corrections
  const undone = await staff('analysis/undoCorrection', { id, version: await versionOf(id), act })
  expect(undone.status).toBe(200)
  expect(await textOf(id)).not.toContain('އިޢުތިރާޟެއް')
  expect(rowOf((await staff('analysis/find', { id })).body)['diff_percent']).toBe(0)
})

test('a removed word is not in the text, and neither is the space after it nor a line that has no other word', async () => {
  const id = await build([buildPage(1, ['1. ފައިސާ އިޢުތިރާޒަށް ވޭ ޖަމާކޮންފައި', 'އިޢުތިރާޒަށް', 'ނެތް'], doubts)])
  const contentOf = async () => (JSON.parse(await textOf(id)) as Delta).content
  const before = await contentOf()
  await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), ' \u200b', { everywhere: true })
  const answer = await correct(id, await wordIn(id, 'ޖަމާކޮންފައި'), '')
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect((await contentOf()).map(({ insert }) => insert)).toEqual(['ފައިސާ ވޭ', ' ', 'ނެތް', '\n'])
  const { corrections } = await reviewOf(id)
  for (const act of new Set(corrections.map((one) => one.act)))
    await staff('analysis/undoCorrection', { id, version: await versionOf(id), act })
  expect(await contentOf()).toEqual(before)
})

test('the history of the analysis has the text before and after a correction', async () => {
  const id = await build()
  const before = JSON.parse(await textOf(id)) as object
  await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އިޢުތިރާޟެއް')
  const after = JSON.parse(await textOf(id)) as object
  expect(after).not.toEqual(before)
  const change = await staff('analysis/textChange', { id, version: await versionOf(id), field: 'case_content' })
  expect(rowOf(change.body)).toEqual({ before, after })
})

test('all alike words are corrected by one act, except those that are decided', async () => {
  const id = await build()
  const { items } = await reviewOf(id)
  const [one, two] = items.filter(({ text }) => text === 'ޖަމާކޮންފައި')
  if (!one || !two) throw new Error('two alike words are expected')
  await correct(id, one, 'ޖަމާކޮށްފައި', { everywhere: true })
  const { corrections } = await reviewOf(id)
  expect(corrections.map(({ page, after }) => [page, after])).toEqual([
    [1, 'ޖަމާކޮށްފައި'],
    [2, 'ޖަމާކޮށްފައި'],
  ])
  expect(new Set(corrections.map(({ act }) => act)).size).toBe(1)

  const next = await build()
  await correct(next, two)
  await correct(next, one, 'ޖަމާކޮށްފައި', { everywhere: true })
  expect((await reviewOf(next)).corrections.map(({ page, kind }) => [page, kind])).toEqual([
    [2, 'accepted'],
    [1, 'fixed'],
  ])
})

test('alike words that the analysis is sure of, and those outside of the judgment, stay as they are', async () => {
  const [line = ''] = secondPage
  const head = buildPage(3, [line], doubts)
  const lines = head.lines.map((one) => ({ ...one, role: 'header' as const }))
  const id = await build([buildPage(1, firstPage, doubts), buildPage(2, secondPage), { ...head, lines }])
  await correct(id, await wordIn(id, 'ޖަމާކޮންފައި'), 'ޖަމާކޮށްފައި', { everywhere: true })
  expect((await reviewOf(id)).corrections.map(({ page }) => page)).toEqual([1])
})

test('corrections survive another run, and those that no longer fit are listed', async () => {
  const id = await build()
  await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އިޢުތިރާޟެއް')
  await correct(id, await wordIn(id, 'ޖަމާކޮންފައި'), 'ޖަމާކޮށްފައި')
  const reread = [firstPage[0] ?? '', 'އައު ފަށެއް', '1. ފައިސާ ޖަމާކުރި', firstPage[2] ?? '']
  await storePages(query, id, [buildPage(1, reread, doubts), buildPage(2, secondPage, doubts)])
  const { corrections, unplaced } = await reviewOf(id)
  expect(corrections.map(({ line, after }) => [line, after])).toEqual([[3, 'އިޢުތިރާޟެއް']])
  expect(unplaced.map(({ before, after }) => [before, after])).toEqual([['ޖަމާކޮންފައި', 'ޖަމާކޮށްފައި']])
})

test('a paragraph that was edited in the form keeps its text when a word of another one is corrected', async () => {
  const id = await build()
  await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އިޢުތިރާޟެއް')
  const text = JSON.parse((await textOf(id)).replace('ބެލިއިރު', 'ބެލިއިރު ފެންނަގޮތުގައި')) as object
  await staff('analysis/set', { id, version: await versionOf(id), Delta: text })
  await correct(id, await wordIn(id, 'ޖަމާކޮންފައި'), 'ޖަމާކޮށްފައި')
  expect(await textOf(id)).toMatch(/ފެންނަގޮތުގައި.*ޖަމާކޮށްފައި.*އިޢުތިރާޟެއް/)
})

test('a correction is one line of NFC without direction marks, and an accepted word stays as it was read', async () => {
  const read = 'cafe\u0301'
  const id = await build([buildPage(1, [`1. ${read} އަކުން`], { [read]: { confidence: 0.4 }, އަކުން: { confidence: 0.5 } })])
  await correct(id, await wordIn(id, read))
  await correct(id, await wordIn(id, 'އަކުން'), ' cafe\u0301\n\u202eއަކުން ')
  expect((await reviewOf(id)).corrections).toMatchObject([
    { after: read, kind: 'accepted' },
    { after: 'caf\u00e9 އަކުން', kind: 'split' },
  ])
})

test('a correction that makes the text longer than a judgment may be is rejected', async () => {
  const id = await build()
  const content = [
    { insert: `${'ކ'.repeat(limits.document.letters - 200)}\n` },
    ...deltaOf([buildPage(1, firstPage)]).content,
  ]
  await sql`update analysis set case_content = ${JSON.stringify({ content, footnotes: [], annotations: [] })} where id = ${id}`.execute(
    api.db,
  )
  const { status, body } = await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އ'.repeat(400))
  expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['corrections']])
})

describe('rejections of a correction', () => {
  test('a correction of an older version is rejected with the changes since', async () => {
    const id = await build()
    const word = await wordIn(id, 'އިޢުތިރާޒަށް')
    await correct(id, word, 'އިޢުތިރާޟެއް')
    const input = { id, version: 1, act: randomUUID(), corrections: [changeOf(word, 'އެހެން')] }
    expect(await other('analysis/correct', input)).toMatchObject({ status: 409 })
  })

  test('a correction of a text that is not there is rejected at its place', async () => {
    const id = await build()
    const word = { ...(await wordIn(id, 'އިޢުތިރާޒަށް')), text: 'އެހެން' }
    const { status, body } = await correct(id, word, 'އިޢުތިރާޟެއް')
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['corrections.0.before']])
  })

  test.each(['Finalized', 'Cancelled'])('an analysis that is %s is not corrected', async (status) => {
    const id = await build()
    const word = await wordIn(id, 'އިޢުތިރާޒަށް')
    const made = await api.pool.query<{ id: number }>('insert into case_files (court_id) values (1) returning id')
    await api.pool.query('update analysis set status = $2, case_file_id = $3 where id = $1', [
      id,
      status,
      status === 'Finalized' ? made.rows[0]?.id : null,
    ])
    expect(await correct(id, word, 'އިޢުތިރާޟެއް')).toMatchObject({ status: 422 })
  })

  test('another user cannot undo a correction', async () => {
    const id = await build()
    await correct(id, await wordIn(id, 'އިޢުތިރާޒަށް'), 'އިޢުތިރާޟެއް')
    const [{ act, mine } = { act: '', mine: true }] = (await reviewOf(id, other)).corrections
    expect(mine).toBe(false)
    expect(await other('analysis/undoCorrection', { id, version: await versionOf(id), act })).toMatchObject({
      status: 404,
    })
  })
})

describe('an analysis of a PDF', () => {
  async function analyzePdf(pages = 1) {
    const file = uploadedBy(await send(staff, readablePdf('Judgment 12', pages), { use: 'analysis.pdf_file' }))
    const input = { court: 1, title: 'A', pdf_file: file.id, accept_duplicate: true }
    const { id } = rowOf((await staff('analysis/create', input)).body)
    await run(id)
    return id
  }
  async function run(id: number) {
    await staff('analysis/runAnalysis', { id, version: await versionOf(id) })
    const { rows } = await api.pool.query<{ id: number }>(
      'select id from analysis_runs where analysis_id = $1 order by id desc limit 1',
      [id],
    )
    const dependencies = {
      db: api.db,
      files: openDiskStore(join(api.folder, 'files')),
      offload: runInline,
      readsScans: false,
      print: () => undefined,
    }
    await analyze({ ...dependencies, stopping: new AbortController().signal }, { run: rows[0]?.id ?? 0 })
  }

  test('a corrected word stays corrected in the text of the next run', async () => {
    const id = await analyzePdf()
    const { body } = await staff('analysis/reviewPage', { id, page: 1 })
    const { lines } = body['data'] as { lines: { text: string }[] }
    const line = lines.findIndex(({ text }) => text.includes('Judgment'))
    const start = lines[line]?.text.indexOf('Judgment') ?? 0
    await correct(id, { page: 1, line, start, end: start + 8, text: 'Judgment' }, 'Judgement')
    await run(id)
    expect(await textOf(id)).toContain('Judgement 12')
    expect(rowOf((await staff('analysis/find', { id })).body)['diff_percent']).toBeGreaterThan(0)
    expect((await reviewOf(id)).corrections).toMatchObject([{ after: 'Judgement' }])
  })
  test('the picture of a page is a PNG for users who may read the PDF', async () => {
    const id = await analyzePdf(2)
    // The number of pages is that of the file, also when a user has corrected it.
    await sql`update analysis set page_count = 1, analyzable_page_count = 1 where id = ${id}`.execute(api.db)
    const { body } = await staff('analysis/pagePicture', { id, page: 2 })
    const { png } = body['data'] as { png: string }
    expect(Buffer.from(png, 'base64').subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(await staff('analysis/pagePicture', { id, page: 3 })).toMatchObject({ status: 404 })
    const updater = await api.as(await buildUser(api.databaseUrl, { can: ['update-analysis'] }), password)
    expect(await updater('analysis/pagePicture', { id, page: 1 })).toMatchObject({ status: 403 })
  })
})
