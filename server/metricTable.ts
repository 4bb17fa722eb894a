import type { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { Replica } from '#server/db/replica.ts'
import type { Admission } from '#server/http/admission.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Size } from '#server/security/boundedQueue.ts'
import { passwordQueues } from '#server/security/passwords.ts'
import { sessionIsAlive } from '#server/session/session.ts'
import type { EventLoopMonitor } from '#server/telemetry/eventLoop.ts'
import type { MetricTable, Sample } from '#server/telemetry/metrics.ts'
import type { WorkerPool } from '#server/workerPool/workerPool.ts'

/** What is measured besides requests. */
type Monitored = {
  app: FastifyInstance
  /** For the metrics' own statements. */
  db: Db
  pools: Record<string, pg.Pool>
  replica: Pick<Replica, 'reads'> | undefined
  search: SearchIndex
  admission: Admission
  eventLoop: EventLoopMonitor
  sockets: () => number
  workerPool: Pick<WorkerPool, 'size'>
}

/** Every metric of this application by its name, as `docs/operations.md` explains them. */
export const metricTable = (monitored: Monitored): MetricTable => ({
  ...databaseMetrics(monitored),
  ...indexMetrics(monitored),
  ...processMetrics(monitored),
})

function databaseMetrics({ db, pools, replica }: Monitored): MetricTable {
  const queue = shareForScrape(() => readQueue(db))
  return {
    hukum_database_connections: {
      help: 'Connections of each pool: open, idle, and calls that wait for one.',
      read: () =>
        Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
          samplesOf('state', { total: totalCount, idle: idleCount, waiting: waitingCount }, { pool }),
        ),
    },
    hukum_standby_lag_bytes: {
      help: 'Log that the standby of each replication slot has not confirmed; infinite when it can never catch up.',
      read: () => readStandbyLag(db),
    },
    hukum_clock_ahead_seconds: {
      help: 'By how much the clock of this machine is ahead of that of the database.',
      read: one(() => readClockAhead(db)),
    },
    hukum_replica_reads_total: {
      help: 'Reads that the replica may answer, by who answered them: the replica or the primary.',
      type: 'counter',
      read: () => (replica ? samplesOf('by', replica.reads) : []),
    },
    hukum_jobs: {
      help: 'Jobs of the queue that are due and wait, that run, and that have failed for good.',
      read: async () => {
        const { waiting, running, failed } = await queue()
        return samplesOf('state', { waiting, running, failed })
      },
    },
    hukum_jobs_oldest_waiting_seconds: {
      help: 'For how long the oldest due job has waited.',
      read: one(async () => (await queue()).oldest_s),
    },
    hukum_sessions: { help: 'Live sessions, over all processes.', read: one(() => countSessions(db)) },
  }
}

function indexMetrics({ db, search }: Monitored): MetricTable {
  const lag = shareForScrape(() => readIndexLag(db, search))
  return {
    hukum_index_ready: {
      help: '1 when searches are served, 0 while the index is built.',
      read: one(() => (search.deletionsAppliedUpTo() === undefined ? 0 : 1)),
    },
    hukum_index_lag_changes: {
      help: 'Changes that are not in the index yet, at most 10001.',
      read: one(async () => (await lag()).changes),
    },
    hukum_index_lag_seconds: {
      help: 'The age of the oldest change that is not in the index yet.',
      read: one(async () => (await lag()).seconds),
    },
  }
}

const processMetrics = ({ app, admission, eventLoop, sockets, workerPool }: Monitored): MetricTable => ({
  hukum_event_loop_delay_seconds: {
    help: 'By how much turns of the event loop were late in the last half of a second, on average.',
    read: one(() => eventLoop.delay_ms() / 1000),
  },
  hukum_refused_calls_total: {
    help: 'Calls that were refused because of overload.',
    type: 'counter',
    read: one(() => admission.count().refused),
  },
  hukum_calls: {
    help: 'Calls in progress, without those of signing in.',
    read: one(() => admission.count().inProgress),
  },
  hukum_sockets: { help: 'Open sockets of live channels.', read: one(sockets) },
  hukum_http_connections: { help: 'Open connections of HTTP.', read: one(() => countConnections(app.server)) },
  hukum_password_hashes: {
    help: 'Password hashes that run and wait: of callers known by a session or a browser, and of unknown ones.',
    read: () => Object.entries(passwordQueues()).flatMap(([callers, size]) => samplesOfQueue(size, { callers })),
  },
  hukum_large_bodies: {
    help: 'Large request bodies that are handled and that wait.',
    read: () => samplesOfQueue(app.largeBodies()),
  },
  hukum_worker_pool: {
    help: 'Work on large inputs that runs on worker threads and that waits for one.',
    read: () => samplesOfQueue(workerPool.size()),
  },
  hukum_uploads: { help: 'Files whose bytes are being received.', read: one(app.uploadsInProgress) },
})

const one = (read: () => number | Promise<number>) => async (): Promise<Sample[]> => [{ value: await read() }]

const samplesOf = (label: string, values: Record<string, number>, labels: Record<string, string> = {}): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ value, labels: { ...labels, [label]: name } }))

const samplesOfQueue = ({ running, waiting }: Size, labels: Record<string, string> = {}) =>
  samplesOf('state', { running, waiting }, labels)

/** Metrics of one scrape are read together: they share the answer while it is under way. */
function shareForScrape<Result>(read: () => Promise<Result>) {
  let pending: Promise<Result> | undefined
  return () => (pending ??= read().finally(() => (pending = undefined)))
}

type Queue = { waiting: number; running: number; failed: number; oldest_s: number }

async function readQueue(db: Db): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where is_due)::integer as waiting,
           count(*) filter (where locked_at is not null)::integer as running,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as oldest_s
      from graphile_worker.jobs,
           lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) as state`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, oldest_s: 0 }
}

/** The database is taken to have read its clock in the middle of the query. */
async function readClockAhead(db: Db): Promise<number> {
  const asked = Date.now()
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float as now`.execute(db)
  return (asked + Date.now()) / 2000 - onlyRow(rows, 'PostgreSQL returned no time').now
}

/** A slot whose log was removed has no position any more. */
async function readStandbyLag(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ slot: string; bytes: number }>`
    select slot_name::text as slot,
           case when wal_status = 'lost' then 'infinity'
                else coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float
           end as bytes
      from pg_replication_slots
     where slot_type = 'physical'`.execute(db)
  return rows.map(({ slot, bytes }) => ({ value: bytes, labels: { slot } }))
}

const maxChanges = 10_001

/** How far the index of this process is behind. Fails while it is built: it is behind by an unknown amount. */
async function readIndexLag(db: Db, search: SearchIndex): Promise<{ changes: number; seconds: number }> {
  const snapshot = search.indexedUpTo()
  if (snapshot === undefined) throw new Error('the index is not built yet')
  const { rows } = await sql<{ changes: number; seconds: number }>`
    select count(*)::integer as changes,
           coalesce(extract(epoch from now() - min(at)), 0)::float as seconds
      from (select at
              from change_log
             where transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
               and not pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot)
             order by transaction_id, id
             limit ${maxChanges}) as pending`.execute(db)
  return rows[0] ?? { changes: 0, seconds: 0 }
}

async function countSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from sessions
      join users on users.id = sessions.user_id
     where ${sessionIsAlive}`.execute(db)
  return rows[0]?.count ?? 0
}

const countConnections = (server: HttpServer) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
