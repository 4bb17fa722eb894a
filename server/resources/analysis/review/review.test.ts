import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { runInline } from '#server/workerPool/workerPool.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { Review } from '#shared/calls/review.ts'
import { buildPage, storePages } from '../../../../test/analysisPages.ts'
import { changeOf, doubts, firstPage, openReviews, secondPage } from '../../../../test/analysisReviews.ts'
import type { Api } from '../../../../test/api.ts'
import { readablePdf } from '../../../../test/files.ts'
import { buildUser, password } from '../../../../test/factories.ts'
import { type Caller, errorsOf, rowOf } from '../../../../test/signedInApi.ts'

import { send, uploadedBy } from '../../../../test/uploads.ts'
import { analyze } from '../analyze.ts'

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

describe('decisions about what the user did not see', () => {
  const refusalOf = async (call: string, input: object) => {
    const { status, body } = await staff(`analysis/${call}`, input)
    return [status, errorsOf(body)]
  }
  const changed = ['This has been changed elsewhere.']

  test('the check of a value that another user has replaced is rejected', async () => {
    const id = await build()
    await other('analysis/update', { id, version: await versionOf(id), title: 'އެހެން ސުރުޚީ' })
    const check = { id, version: await versionOf(id), field: 'title', value: 'ސުރުޚީ' }
    expect(await refusalOf('checkField', check)).toEqual([400, { value: changed }])
    expect((await reviewOf(id)).fields.filter(({ checked }) => checked)).toEqual([])
  })

  test('a decision about hidden text is rejected after a run that found other hidden text', async () => {
    const hidden = { text: 'ނުފެންނަ', box: { x: 1, y: 1, width: 10, height: 10 }, reason: 'white' as const }
    const page = { ...buildPage(1, firstPage), hidden: [hidden] }
    const id = await build([page])
    const { hidden_key = '' } = (await reviewOf(id)).pages[0] ?? {}
    await storePages(query, id, [{ ...page, hidden: [hidden, { ...hidden, text: 'އެހެން' }] }])
    const decision = { id, version: await versionOf(id), page: 1, hidden_key, reason: 'ވޯޓަރމާކެއް' }
    expect(await refusalOf('decideHidden', decision)).toEqual([400, { hidden_key: changed }])
    expect((await reviewOf(id)).pages[0]?.decided).toBe(false)
  })

  test('the check of a line is rejected after a run that reads another line there', async () => {
    const id = await build([buildPage(1, ['މި މައްސަލައިގެ ޙުކުމް'])])
    await storePages(query, id, [buildPage(1, ['އެހެން ލިޔުމެއް މިއީ'])])
    const check = { id, version: await versionOf(id), page: 1, line: 0, text: 'މި މައްސަލައިގެ ޙުކުމް', is_right: true }
    expect(await refusalOf('checkLine', check)).toEqual([400, { text: changed }])
  })
})

test('hidden text of a page blocks finalizing until a user has decided', async () => {
  const hidden = [{ text: 'ނުފެންނަ', box: { x: 1, y: 1, width: 10, height: 10 }, reason: 'white' as const }]
  const id = await build([{ ...buildPage(1, firstPage), hidden }])
  const finalize = async () =>
    staff('analysis/update', {
      id,
      version: await versionOf(id),
      is_finalized: true,
      case_content: { content: [{ insert: 'ޙުކުމް\n' }], footnotes: [], annotations: [] },
    })
  const refused = await finalize()
  expect([refused.status, Object.keys(errorsOf(refused.body))]).toEqual([400, ['case_content']])
  expect((await reviewOf(id)).pages[0]).toMatchObject({ decided: false, hidden: [{ text: 'ނުފެންނަ' }] })
  const decided = await staff('analysis/decideHidden', {
    id,
    version: await versionOf(id),
    page: 1,
    hidden_key: (await reviewOf(id)).pages[0]?.hidden_key,
    reason: 'ވޯޓަރމާކެއް',
  })
  expect((decided.body['data'] as Review).pages[0]).toMatchObject({ decided: true })
  expect(await finalize()).toMatchObject({ status: 200 })
})

test('a checked field is checked until its value changes', async () => {
  const id = await build()
  await staff('analysis/checkField', { id, version: await versionOf(id), field: 'title', value: 'ސުރުޚީ' })
  const isChecked = async () => (await reviewOf(id)).fields.find(({ name }) => name === 'title')?.checked
  expect(await isChecked()).toBe(true)
  await staff('analysis/update', { id, version: await versionOf(id), title: 'އެހެން ސުރުޚީ' })
  expect(await isChecked()).toBe(false)
})

describe('the blind sample', () => {
  const sampleOf = async (id: number) => (await reviewOf(id)).items.find(({ confidence }) => confidence === undefined)
  const check = async (id: number, is_right: boolean) => {
    const { page, line, text } = (await sampleOf(id)) ?? {}
    return staff('analysis/checkLine', { id, version: await versionOf(id), page, line, text, is_right })
  }

  test('a checked line counts until the next run, which draws lines of its own', async () => {
    const id = await build()
    const { body } = await check(id, true)
    expect((body['data'] as Review).sample.lines).toMatchObject([{ is_right: true }])
    await storePages(query, id, [buildPage(1, ['އެހެން ލިޔުމެއް މިއީ'])])
    expect((await reviewOf(id)).sample).toEqual({ size: 1, lines: [] })
    expect((await sampleOf(id))?.text).toBe('އެހެން ލިޔުމެއް މިއީ')
  })

  test('the lines that were found wrong are counted over all analyses', async () => {
    const before = (await reviewOf(await build())).all_samples
    await check(await build(), true)
    const { body } = await check(await build(), false)
    const after = { checked: before.checked + 2, wrong: before.wrong + 1 }
    expect((body['data'] as Review).all_samples).toEqual(after)
  })

  test('a line that was not drawn cannot be checked', async () => {
    const id = await build([buildPage(1, [...firstPage, 'ސާފު ފޮޅުވަތެއް މިއީ'])])
    const { page = 0, line = 0, text = '' } = (await sampleOf(id)) ?? {}
    const other = { id, version: await versionOf(id), page, line: line === 0 ? 3 : 0, text, is_right: true }
    expect(await staff('analysis/checkLine', other)).toMatchObject({ status: 404 })
  })
})

describe('an analysis of a PDF', () => {
  async function analyzePdf() {
    const file = uploadedBy(await send(staff, readablePdf('Judgment 12'), { use: 'analysis.pdf_file' }))
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
    const id = await analyzePdf()
    const { body } = await staff('analysis/pagePicture', { id, page: 1 })
    const { png } = body['data'] as { png: string }
    expect(Buffer.from(png, 'base64').subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(await staff('analysis/pagePicture', { id, page: 2 })).toMatchObject({ status: 404 })
    const updater = await api.as(await buildUser(api.databaseUrl, { can: ['update-analysis'] }), password)
    expect(await updater('analysis/pagePicture', { id, page: 1 })).toMatchObject({ status: 403 })
  })
})
