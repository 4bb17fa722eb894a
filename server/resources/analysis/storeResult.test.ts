import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileResult } from '#server/analysis/child/messages.ts'
import type { Page } from '#server/analysis/types.ts'
import type { AnalysisQueue } from '#shared/calls/analyses.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { runInline } from '#server/workerPool/workerPool.ts'
import { buildPage } from '#test/analysisPages.ts'
import type { Api } from '#test/api.ts'
import { readablePdf } from '#test/files.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { withoutTable } from '#test/withoutTable.ts'
import { analyze } from './analyze.ts'
import { takeRun } from './runs.ts'
import { storeResult } from './storeResult.ts'
import { type Caller } from '#test/api.ts'

let api: Api
let staff: Caller

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)
})
afterAll(() => api.close())

/** Queues a run of a file, and returns the id of its analysis and its own. */
async function queue(bytes: Buffer) {
  const file = uploadedBy(await send(staff, bytes, { use: 'analysis.pdf_file' }))
  const { body } = await staff('analysis/create', { court: 1, pdf_file: file.id, accept_duplicate: true })
  const { id } = rowOf(body)
  await staff('analysis/runAnalysis', { id })
  const { rows } = await sql<{ id: number }>`select id from analysis_runs where analysis_id = ${id}`.execute(api.db)
  return { id, run: rows[0]?.id ?? 0 }
}

const resultOf = (page_count: number): FileResult => ({
  text: '',
  fields: {
    judgement_number: null,
    case_numbers: [],
    court: null,
    judges: [],
    claimant: [],
    respondant: [],
    date: null,
    hijri_date: null,
    title: null,
    case_type: null,
    keywords: [],
    related_case_numbers: [],
    content_start_page: null,
  },
  figures: {
    page_count,
    scanned_page_count: 0,
    content_start_page: 1,
    tables_detected: 0,
    analyzable_page_count: page_count,
    confidence_level: 90,
    effort_score: 1,
  },
  warnings: [],
  content: { content: [{ insert: 'ޙުކުމް\n' }], footnotes: [], annotations: [] },
})

async function* pagesOf(count: number): AsyncGenerator<Page> {
  for (let number = 1; number <= count; number += 1) yield await Promise.resolve(buildPage(number, ['ޙުކުމް']))
}

test('a result of which pages are missing is not stored', async () => {
  const { id, run } = await queue(readablePdf('Judgment 21'))
  const held = await takeRun(api.db, run, false)
  if (!held) throw new Error('the run cannot be taken')
  const dependencies = { db: api.db, offload: runInline }
  await expect(storeResult(dependencies, held, resultOf(3), pagesOf(2))).rejects.toThrow('crashed')
  expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Pending', page_count: null })
  await storeResult(dependencies, held, resultOf(3), pagesOf(3))
  expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Analyzed', page_count: 3 })
})

test('the queue says how many files wait, how old the oldest is, and what was read in the last hour', async () => {
  const readQueue = async () => (await staff('analysis/queue')).body['data'] as AnalysisQueue
  const before = await readQueue()
  const { id, run } = await queue(readablePdf('Judgment 23'))
  await sql`update analysis_runs set requested_at = now() - interval '2 days' where id = ${run}`.execute(api.db)
  const waiting = await readQueue()
  expect([waiting.waiting, waiting.places[0]]).toEqual([before.waiting + 1, { id, place: 1 }])
  expect(waiting.oldest_seconds).toBeGreaterThanOrEqual(2 * 24 * 60 * 60)
  const held = await takeRun(api.db, run, false)
  if (!held) throw new Error('the run cannot be taken')
  await storeResult({ db: api.db, offload: runInline }, held, resultOf(2), pagesOf(2))
  expect(await readQueue()).toMatchObject({
    waiting: before.waiting,
    pages_last_hour: before.pages_last_hour + 2,
    files_last_hour: before.files_last_hour + 1,
  })
})

test('the process of an analysis whose result cannot be stored ends', async () => {
  const { run } = await queue(readablePdf('Judgment 22', 400))
  const dependencies = {
    db: api.db,
    files: openDiskStore(join(api.folder, 'files')),
    offload: runInline,
    readsScans: false,
    stopping: new AbortController().signal,
    print: () => undefined,
  }
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = processes()
  await withoutTable(api.db, 'analysis_pages', () => analyze(dependencies, { run }))
  await expect.poll(processes, { timeout: 20_000 }).toBe(before)
})
