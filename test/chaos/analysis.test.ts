import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { runPendingJobs } from '#server/jobs/runner.ts'
import { resumeRuns } from '#server/resources/analysis/runs.ts'
import { openTasks } from '#server/worker/tasks.ts'
import type { Api, Caller } from '#test/api.ts'
import { readablePdf } from '#test/files.ts'
import { runs } from '#test/nightly.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { silentLog } from '#test/log.ts'

/** A worker that is killed while it analyzes. `npm run chaos:analysis` does it a hundred times. */

let api: Api
let staff: Caller
let court: number
const pages = 40

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id`.execute(api.db)
  court = rows[0]?.id ?? 0
})
afterAll(() => api.close())

async function startAnalysis() {
  const file = uploadedBy(await send(staff, readablePdf('Judgment', pages), { use: 'analysis.pdf_file' }))
  const { id } = rowOf((await staff('analysis/create', { court, pdf_file: file.id, accept_duplicate: true })).body)
  await staff('analysis/runAnalysis', { id })
  return id
}

/** Starts a worker and kills it after a time, then ends the leases that it left: a minute in the life of a server. */
async function runAndKill(delay_ms: number) {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../worker.ts')], {
    env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: api.folder, SMTP_URL: 'smtp://127.0.0.1:9' },
    stdio: 'ignore',
  })
  await sleep(delay_ms)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await sql`update analysis_runs set leased_until = now() where state = 'running'`.execute(api.db)
  await resumeRuns(api.db)
}

async function runToEnd() {
  const { tasks, close } = openTasks({
    env: readEnv({}),
    db: api.db,
    secrets: api.secrets,
    files: openDiskStore(api.filesFolder),
    folder: api.folder,
    address: '',
    log: silentLog,
  })
  await runPendingJobs({ databaseUrl: api.databaseUrl, tasks })
  close()
}

/** A hundred kills take minutes. */
const timeout_ms = 3_600_000

test(
  'an analysis whose worker is killed at a random moment ends once, in the right state',
  { timeout: timeout_ms },
  async () => {
    const kills = runs(2, 100)
    const ids: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      ids.push(await startAnalysis())
      await runAndKill(400 + Math.random() * 2600)
    }
    await runToEnd()
    const { rows } = await sql<{
      id: number
      status: string
      done: number
      others: number
      finished: number
      pages: number
    }>`
    select id, status,
           (select count(*)::integer from analysis_runs where analysis_id = analysis.id and state = 'done') as done,
           (select count(*)::integer from analysis_runs where analysis_id = analysis.id and state <> 'done') as others,
           (select count(*)::integer from audit
             where resource = 'analysis' and row_id = analysis.id and action = 'finish-run') as finished,
           (select count(*)::integer from analysis_pages where analysis_id = analysis.id) as pages
      from analysis
     order by id`.execute(api.db)
    expect(rows).toEqual(ids.map((id) => ({ id, status: 'Analyzed', done: 1, others: 0, finished: 1, pages })))
  },
)
