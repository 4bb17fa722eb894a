import { sql } from 'kysely'
import { runInline } from '#server/workerPool/workerPool.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { runPendingJobs } from '#server/jobs/runner.ts'
import { openTasks } from '#server/worker/tasks.ts'
import type { Api } from '#test/api.ts'
import { bucketEnvOf } from '#test/bucketServer.ts'
import { readablePdf } from '#test/files.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { analyze } from './analyze.ts'
import { openBucketStore } from '#server/files/bucketStore.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { join } from 'node:path'
import { extendLease, resumeRuns, takeRun } from './runs.ts'
import { silentLog } from '#test/log.ts'
import { freePort } from '#test/processes.ts'
import { type Caller } from '#test/api.ts'
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

/** Creates an analysis of a PDF of one page, and returns its id. */
async function create(bytes = readablePdf('Judgment 12')) {
  const file = uploadedBy(await send(staff, bytes, { use: 'analysis.pdf_file' }))
  const { body } = await staff('analysis/create', { court, pdf_file: file.id, accept_duplicate: true })
  return rowOf(body).id
}

const found = async (id: number) => rowOf((await staff('analysis/find', { id })).body)
const start = async (id: number, call = 'runAnalysis') =>
  staff(`analysis/${call}`, { id, version: (await found(id)).version })

/** Staff without the permission do not see it. */
const chargeOf = async (id: number) => {
  const { rows } = await sql<{ charge_status: string }>`select charge_status from analysis where id = ${id}`.execute(
    api.db,
  )
  return rows[0]?.charge_status
}

const runOf = async (id: number) => {
  const { rows } = await sql<{
    id: number
    state: string
    failure_code: string | null
    attempts: number
    deliveries: number
  }>`
    select id, state, failure_code, attempts, deliveries
      from analysis_runs
     where analysis_id = ${id}
     order by id desc
     limit 1`.execute(api.db)
  if (!rows[0]) throw new Error('the analysis has no run')
  return rows[0]
}

const dependencies = (stopping = new AbortController().signal) => ({
  db: api.db,
  files: openDiskStore(join(api.folder, 'files')),
  stopping,
  offload: runInline,
  readsScans: false,
  print: () => undefined,
})
/** The files, and what happens once the process of an analysis has begun and was sent all of its file. */
const filesWith = ({ onRead }: { onRead: () => unknown }): FileStore => {
  const { files } = dependencies()
  return {
    ...files,
    read: async (sha256) => {
      const file = await files.read(sha256)
      file?.once('end', onRead)
      return file
    },
  }
}

/** Runs the job of an analysis in this process. */
const runJob = async (id: number) => analyze(dependencies(), { run: (await runOf(id)).id })

test('an analysis that is started is read by a job, and its pages, figures and text are stored', async () => {
  const id = await create()
  expect((await start(id)).status).toBe(200)
  expect(await found(id)).toMatchObject({ run_state: 'queued', run_place: 1, is_waiting: true, status: 'Pending' })
  const env = readEnv({})
  const { tasks, close } = openTasks({
    env,
    db: api.db,
    secrets: api.secrets,
    files: dependencies().files,
    folder: api.folder,
    address: '',
    log: silentLog,
  })
  await runPendingJobs({ databaseUrl: api.databaseUrl, tasks })
  close()
  expect(await runOf(id)).toMatchObject({ state: 'done', failure_code: null })
  const row = await found(id)
  expect(row).toMatchObject({
    status: 'Analyzed',
    run_state: null,
    is_waiting: false,
    page_count: 1,
    scanned_page_count: 0,
    analyzable_page_count: 1,
    diff_percent: 0,
  })
  expect(JSON.stringify(row['case_content'])).toContain('Judgment 12')
  const { rows: pages } = await sql`select number, text from analysis_pages where analysis_id = ${id}`.execute(api.db)
  expect(pages).toMatchObject([{ number: 1, text: expect.stringContaining('Judgment 12') as string }])
})

test('every run reads scanned pages where the setting says so', async () => {
  const id = await create()
  await start(id)
  const run = await runOf(id)
  expect(await takeRun(api.db, run.id, true)).toMatchObject({ reads_scans: true })
})

test('an analysis has one unfinished run, also when several users start it at once', async () => {
  const id = await create()
  const answers = await Promise.all([1, 2, 3].map(() => staff('analysis/runAnalysis', { id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

test('two deliveries of one job have one effect', async () => {
  const id = await create()
  await start(id)
  const before = (await found(id)).version
  await Promise.all([runJob(id), runJob(id)])
  await runJob(id)
  expect(await runOf(id)).toMatchObject({ state: 'done', deliveries: 1 })
  expect((await found(id)).version).toBe(before + 1)
})

test('a run whose worker was lost is taken up after its lease, and what the lost worker writes is discarded', async () => {
  const id = await create()
  await start(id)
  const run = await runOf(id)
  const lost = await takeRun(api.db, run.id, false)
  expect(await takeRun(api.db, run.id, false)).toBeUndefined()
  await sql`update analysis_runs set leased_until = now() - interval '1 second' where id = ${run.id}`.execute(api.db)
  await resumeRuns(api.db)
  await runJob(id)
  expect(await runOf(id)).toMatchObject({ state: 'done', deliveries: 2 })
  expect(lost && (await extendLease(api.db, lost, { done: 1, of: 1 }))).toBe(false)
})

test('a queued run gets a job only when none waits for it', async () => {
  const id = await create()
  await start(id)
  const key = `analyze-${(await runOf(id)).id}`
  for (const _ of ['one waits', 'it was removed']) {
    await resumeRuns(api.db)
    const { rows } = await api.pool.query('select revision from graphile_worker.remove_job($1)', [key])
    expect(rows).toEqual([{ revision: 0 }])
  }
})

nightlyTest('a worker that stops gives its run back, and the next one ends it', async () => {
  const id = await create()
  await start(id)
  const stopping = new AbortController()
  const files = filesWith({ onRead: () => stopping.abort() })
  await analyze({ ...dependencies(stopping.signal), files }, { run: (await runOf(id)).id })
  expect(await runOf(id)).toMatchObject({ state: 'queued', deliveries: 0, attempts: 0 })
  await runJob(id)
  expect(await runOf(id)).toMatchObject({ state: 'done' })
})

test('a cancelled analysis stops its run, and a result that arrives later is discarded', async () => {
  const id = await create()
  await start(id)
  let cancelled: ReturnType<Caller> | undefined
  const files = filesWith({ onRead: () => (cancelled = staff('analysis/cancel', { id })) })
  await analyze({ ...dependencies(), files }, { run: (await runOf(id)).id })
  expect(await cancelled).toMatchObject({ status: 200 })
  expect(await runOf(id)).toMatchObject({ state: 'cancelled' })
  expect(await found(id)).toMatchObject({
    status: 'Cancelled',
    run_state: null,
    page_count: null,
  })
  expect(await chargeOf(id)).toBe('Non-Chargeable (Manual Cancellation)')
})

describe('failures', () => {
  test('a file that cannot be read fails at once with its reason, and can be started again', async () => {
    const id = await create(
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400, 'x'), Buffer.from('\nstartxref\n9\n%%EOF\n')]),
    )
    await start(id)
    await runJob(id)
    expect(await runOf(id)).toMatchObject({ state: 'failed', failure_code: 'unreadable', attempts: 1 })
    expect(await found(id)).toMatchObject({ status: 'Pending', run_state: 'failed', failure_code: 'unreadable' })
    expect((await start(id)).status).toBe(200)
    expect(await found(id)).toMatchObject({ run_state: 'queued', failure_code: null })
  })

  test('a failure of the moment is tried three times, and then given up', async () => {
    const id = await create()
    await sql`update files set sha256 = sha256('gone') where id = (select pdf_file_id from analysis where id = ${id})`.execute(
      api.db,
    )
    await start(id)
    const attempts = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await sql`update analysis_runs set due_at = now() where analysis_id = ${id}`.execute(api.db)
      await runJob(id)
      attempts.push(await runOf(id))
    }
    expect(attempts).toMatchObject([
      { state: 'queued', failure_code: 'file-missing', attempts: 1 },
      { state: 'queued', failure_code: 'file-missing', attempts: 2 },
      { state: 'failed', failure_code: 'file-missing', attempts: 3 },
    ])
  })

  test('a run waits, and uses up no attempt, while the bucket of the files is away', async () => {
    const id = await create()
    await start(id)
    const { id: run } = await runOf(id)
    await analyze({ ...dependencies(), files: openBucketStore(bucketEnvOf(await freePort())) }, { run })
    expect(await runOf(id)).toMatchObject({ state: 'queued', failure_code: null, attempts: 0, deliveries: 0 })
    await runJob(id)
    expect(await runOf(id)).toMatchObject({ state: 'done' })
  })
})

test('a payment that is pending is marked as paid, and no other charge', async () => {
  const id = await create()
  expect(await staff('analysis/markAsPaid', { id })).toMatchObject({
    status: 422,
    body: { code: 'payment-not-pending' },
  })
  await sql`update analysis set charge_status = 'Pending Payment' where id = ${id}`.execute(api.db)
  expect((await staff('analysis/markAsPaid', { id })).status).toBe(200)
  expect(await chargeOf(id)).toBe('Paid')
})

test('a record explains its status and its effort score', async () => {
  const id = await create()
  await start(id)
  await runJob(id)
  const row = await found(id)
  expect(row['status_reason']).toMatch(/was read/)
  expect(row['effort_reasons']).toMatch(/pages: 1/)
})

test('another run keeps what users have changed, and takes over the rest', async () => {
  const id = await create()
  await start(id)
  await runJob(id)
  const read = await found(id)
  await staff('analysis/update', { id, version: read.version, title: 'ސުރުޚީ', content_start_page: 0 })
  await start(id)
  await runJob(id)
  expect(await found(id)).toMatchObject({ title: 'ސުރުޚީ', content_start_page: 0, status: 'Analyzed' })
  const { body } = await staff('analysis/history', { id })
  expect((body['data'] as { action: string }[]).map(({ action }) => action)).toEqual([
    'finish-run',
    'reanalyze',
    'update',
    'finish-run',
    'analyze',
    'create',
  ])
})

test('the share of changed text follows the text of the form, without another version', async () => {
  const id = await create()
  await start(id)
  await runJob(id)
  const { version, case_content } = await found(id)
  const content = JSON.parse(JSON.stringify(case_content).replace('Judgment', 'Verdict')) as object
  const { body } = await staff('analysis/set', { id, version, Delta: content })
  expect(body).toMatchObject({ Status: 'success' })
  expect(rowOf(body).version).toBe(version + 1)
  const after = await found(id)
  expect(after.version).toBe(version + 1)
  expect(Number(after['diff_percent'])).toBeGreaterThan(0)
})
