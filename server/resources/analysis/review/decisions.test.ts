import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Review } from '#shared/calls/review.ts'
import { buildPage, storePages } from '#test/analysisPages.ts'
import { doubts, firstPage, openReviews, secondPage } from '#test/analysisReviews.ts'
import { type Api, type Caller, errorsOf } from '#test/api.ts'

let reviews: Awaited<ReturnType<typeof openReviews>>
let api: Api
let staff: Caller
let other: Caller

beforeAll(async () => {
  reviews = await openReviews()
  ;({ api, staff, other } = reviews)
})
afterAll(() => api.close())

const query = (text: string, values: unknown[]) => api.pool.query(text, values)
const build = (...parameters: Parameters<typeof reviews.build>) => reviews.build(...parameters)
const reviewOf = (id: number) => reviews.reviewOf(id)
const versionOf = (id: number) => reviews.versionOf(id)

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

test('the review names the judges who are not in the list of judges', async () => {
  await query(`insert into judges (name) values ('މޫސާ ޢަލީ')`, [])
  const id = await build()
  const unknownAfter = async (...names: string[]) => {
    const analysis_judges = names.map((name) => ({ name }))
    await staff('analysis/update', { id, version: await versionOf(id), analysis_judges })
    return (await reviewOf(id)).unknown_judges
  }
  expect(await unknownAfter('މޫސާ ޢަލީ', 'އަޙްމަދު')).toEqual(['އަޙްމަދު'])
  expect(await unknownAfter('މޫސާ ޢަލީ')).toEqual([])
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

test('a decision about hidden text is taken back without a reason, and the audit log has every reason', async () => {
  const hidden = [{ text: 'ނުފެންނަ', box: { x: 1, y: 1, width: 10, height: 10 }, reason: 'white' as const }]
  const id = await build([{ ...buildPage(1, firstPage), hidden }])
  const { hidden_key } = (await reviewOf(id)).pages[0] ?? {}
  const decide = async (reason?: string) => {
    const version = await versionOf(id)
    return staff('analysis/decideHidden', { id, version, page: 1, hidden_key, ...(reason && { reason }) })
  }
  for (const reason of ['ވޯޓަރމާކެއް', 'ހެޑެރެއް', undefined]) expect((await decide(reason)).status).toBe(200)
  expect((await reviewOf(id)).pages[0]?.decided).toBe(false)
  expect((await decide()).status).toBe(404)
  const { rows } = await query(
    `select before ->> 'reason' as before, after ->> 'reason' as after from audit
      where action = 'decide-hidden' and row_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { before: null, after: 'ވޯޓަރމާކެއް' },
    { before: 'ވޯޓަރމާކެއް', after: 'ހެޑެރެއް' },
    { before: 'ހެޑެރެއް', after: null },
  ])
})

test('a correction that fits no line of the last run is done by any user, and one that fits stays', async () => {
  const id = await build()
  await reviews.correct(id, await reviews.wordIn(id, 'ޖަމާކޮންފައި'), 'ޖަމާކޮށްފައި', { everywhere: true })
  const [, unchanged = ''] = secondPage
  await storePages(query, id, [buildPage(1, firstPage, doubts), buildPage(2, ['އެހެން ލިޔުމެއް', unchanged])])
  const [{ act } = { act: '' }] = (await reviewOf(id)).unplaced
  const finish = async () => other('analysis/undoCorrection', { id, version: await versionOf(id), act, unplaced: true })
  expect((await finish()).status).toBe(200)
  const { corrections, unplaced } = await reviewOf(id)
  expect([corrections.map(({ page }) => page), unplaced]).toEqual([[1], []])
  expect((await finish()).status).toBe(404)
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
