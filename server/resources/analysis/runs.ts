import { sql } from 'kysely'
import type { AnalysisFailure } from '#server/analysis/failure.ts'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/events/announce.ts'
import { addJob } from '#server/jobs/queue.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { type AnalysisFailureCode, retriedFailures } from '#shared/resources/analysisMessages.ts'

/** A run that this worker holds. What it writes counts only while the token is that of the run. */
export type HeldRun = {
  id: number
  analysis_id: number
  reads_scans: boolean
  requested_by_id: number | null
  attempts: number
  deliveries: number
  run_token: string
}

type NewRun = { analysis_id: number; user_id: number; readsScans: boolean }

/** Queues a run in the transaction of the call. The database allows one unfinished run of an analysis. */
export async function queueRun(db: Db, { analysis_id, user_id, readsScans }: NewRun): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into analysis_runs (analysis_id, requested_by_id, reads_scans)
    values (${analysis_id}, ${user_id}, ${readsScans})
    returning id`.execute(db)
  for (const { id } of rows) await addRunJob(db, id)
}

/** Whether the last finished run has read scanned pages: one that runs again reads them as well. */
export async function wasReadByOcr(db: Db, analysis_id: number): Promise<boolean> {
  const { rows } = await sql<{ reads_scans: boolean }>`
    select reads_scans
      from analysis_runs
     where analysis_id = ${analysis_id}
       and state = 'done'
     order by id desc
     limit 1`.execute(db)
  return rows[0]?.reads_scans === true
}

/** Its outcome is stored in the run: the queue never tries it again by itself. */
const addRunJob = (db: Db, run: number) => addJob(db, 'analyze', { run }, { key: `${keyPrefix}${run}`, maxAttempts: 1 })

const keyPrefix = 'analyze-'

/** Queues the runs that are due and for which no job waits: another attempt, or one whose worker was lost. */
export async function resumeRuns(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id
      from analysis_runs
     where ((state = 'queued' and due_at <= now()) or (state = 'running' and leased_until < now()))
       and not exists (
         select from graphile_worker.jobs
          where key = ${keyPrefix} || analysis_runs.id
            and locked_at is null
            and attempts < max_attempts)
     order by requested_at, id`.execute(db)
  for (const { id } of rows) await addRunJob(db, id)
}

/**
 * Takes a run: undefined when it has ended, when another worker holds it, or when its next attempt is not due. With
 * `readsScans` it reads scanned pages, also when that was not asked for.
 */
export async function takeRun(db: Db, id: number, readsScans: boolean): Promise<HeldRun | undefined> {
  const { rows } = await sql<HeldRun>`
    update analysis_runs
       set state = 'running', run_token = gen_random_uuid(), deliveries = deliveries + 1, pages_done = 0, page_count = null,
           leased_until = now() + make_interval(secs => ${limits.analysis.lease_seconds}),
           reads_scans = reads_scans or ${readsScans},
           started_at = coalesce(started_at, now())
     where id = ${id}
       and ((state = 'queued' and due_at <= now()) or (state = 'running' and leased_until < now()))
    returning id, analysis_id, reads_scans, requested_by_id, attempts, deliveries, run_token`.execute(db)
  return rows[0]
}

/** Starts an unfinished run over. What the worker that holds it writes is discarded. */
export async function restartRun(db: Db, analysis_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update analysis_runs
       set state = 'queued', run_token = null, leased_until = null, due_at = now(), attempts = 0, deliveries = 0,
           pages_done = 0, page_count = null, failure_code = null
     where analysis_id = ${analysis_id}
       and state in ('queued', 'running')
    returning id`.execute(db)
  for (const { id } of rows) await addRunJob(db, id)
}

const isHeld = ({ id, run_token }: HeldRun) => sql`id = ${id} and run_token = ${run_token} and state = 'running'`

type Progress = { done: number; of: number | undefined }

/** Extends the lease. Returns false when the run was cancelled or is held by another worker. */
export async function extendLease(db: Db, run: HeldRun, { done, of }: Progress): Promise<boolean> {
  const { rows } = await sql`
    update analysis_runs
       set leased_until = now() + make_interval(secs => ${limits.analysis.lease_seconds}),
           pages_done = ${done}, page_count = ${of ?? null}
     where ${isHeld(run)}
    returning id`.execute(db)
  return rows.length > 0
}

/** Ends a run in the transaction of its result. Returns false when the result must be discarded. */
export async function endRun(db: Db, run: HeldRun, pageCount: number): Promise<boolean> {
  const { rows } = await sql`
    update analysis_runs
       set state = 'done', finished_at = now(), run_token = null, leased_until = null, failure_code = null,
           pages_done = ${pageCount}, page_count = ${pageCount}
     where ${isHeld(run)}
    returning id`.execute(db)
  return rows.length > 0
}

/** Gives a run back at a shutdown, for the next worker. */
export async function releaseRun(db: Db, run: HeldRun): Promise<void> {
  await sql`
    update analysis_runs
       set state = 'queued', run_token = null, leased_until = null, deliveries = deliveries - 1
     where ${isHeld(run)}`.execute(db)
}

/** Stores why a run failed: it is tried again later, or the analysis has failed. */
export async function failRun(db: Db, run: HeldRun, { code }: AnalysisFailure): Promise<void> {
  const attempts = run.attempts + 1
  const isRetried = retriedFailures.includes(code) && attempts < limits.analysis.attempts
  await db.transaction().execute(async (transaction) => {
    // In the order of locks of a result, and of a call.
    await sql`select from analysis where id = ${run.analysis_id} for update`.execute(transaction)
    if (isRetried) await retryRun(transaction, run, code)
    else await giveUp(transaction, run, code)
  })
}

async function retryRun(db: Db, run: HeldRun, code: AnalysisFailureCode) {
  const delay_seconds = limits.analysis.retry_seconds * 4 ** run.attempts
  await sql`
    update analysis_runs
       set state = 'queued', run_token = null, leased_until = null, attempts = attempts + 1, failure_code = ${code},
           due_at = now() + make_interval(secs => ${delay_seconds})
     where ${isHeld(run)}`.execute(db)
  await announceProgress(db, run.analysis_id)
}

async function giveUp(db: Db, run: HeldRun, code: AnalysisFailureCode) {
  const { rows } = await sql`
    update analysis_runs
       set state = 'failed', finished_at = now(), run_token = null, leased_until = null, attempts = attempts + 1,
           failure_code = ${code}
     where ${isHeld(run)}
    returning id`.execute(db)
  if (rows.length === 0) return
  // Triggers end the waiting, and notify the lists and the user.
  const { rows: failed } = await sql<{ version: number }>`
    update analysis set failed_at = now(), failure_code = ${code} where id = ${run.analysis_id} returning version`.execute(
    db,
  )
  for (const { version } of failed)
    await record(
      { db, session: undefined },
      {
        action: 'fail-run',
        resource: analysis.name,
        row_id: run.analysis_id,
        row_version: version,
        ...(run.requested_by_id !== null && { actor_id: run.requested_by_id }),
        before: { is_waiting: true },
        after: { is_waiting: false },
      },
    )
}

/** Announces to the lists that a run has advanced. */
export async function announceProgress(db: Db, analysis_id: number): Promise<void> {
  const { rows } = await sql<{ id: number; version: number; court: { id: number }; status: string }>`
    select id, version, jsonb_build_object('id', court_id) as court, status
      from analysis
     where id = ${analysis_id}
       and deleted_at is null`.execute(db)
  const [before] = rows
  if (!before) return
  const source = { db, socketId: undefined, session: undefined }
  await announce(source, { resource: analysis, event: 'Updated', id: analysis_id, before })
}
