import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { backoff } from '#shared/backoff.ts'
import { connect, type Connection, type Db } from './database.ts'
import { isUnavailable } from './unavailable.ts'

/** A position in the write-ahead log of the primary: its timeline, in hex, and the LSN, such as `00000001 0/15E4A30`. */
type LogPosition = string

/** Up to where the primary has written its log: everything that was committed before is there. */
export const logPosition = sql<LogPosition>`(
  select left(pg_walfile_name(lsn), 8) || ' ' || lsn from pg_current_wal_flush_lsn() as lsn)`

export type Replica = ReturnType<typeof openReplica>

/** How long a read waits for the replica to get there, before the primary answers it. */
const waits_ms = [0, 2, 8]
/** A replica that does not say within this time how far it is counts as away. */
const answer_ms = 250
/** The pauses between probes of a replica that is away. */
const pauses = { first_ms: 1000, longest_ms: 60_000 }
/** After so long a use, the first pause is the shortest again. */
const steady_ms = 60_000
/** A replica that no read has found up to date for so long is not waited for. */
const maxBehind_ms = 60_000

type Options = { connections: number; onAway?: ((reason: string) => void) | undefined }

/**
 * A streaming replica, one server, that answers reads once it has replayed what was committed when the session of the call
 * was looked up at the primary: a user sees their own saves, and no user what was withdrawn. The primary answers when the
 * replica is behind, away, or has no free connection.
 */
export function openReplica(url: string, { connections, onAway = () => undefined }: Options) {
  // The primary answers meanwhile.
  const connection = connect(url, { connections, restart_ms: 0 })
  const { db, pool } = connection
  const use = createUse(onAway)
  const isThere = createCheck(connection, use)
  const reads = { replica: 0, primary: 0 }
  return {
    /** Runs a read on the replica, or on the primary. */
    async read<Result>(position: LogPosition, primary: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
      if (await isThere(position, primary))
        try {
          const result = await run(db)
          reads.replica += 1
          return result
        } catch (error) {
          const code = codeOf(error)
          // A statement that takes too long would at the primary as well.
          if (!isUnavailable(error) || code === sqlState.query_canceled) throw error
          // One that is in the way of replaying is cancelled: others are not.
          if (code !== sqlState.serialization_failure) use.end(error)
        }
      reads.primary += 1
      return run(primary)
    },
    /** The reads since the start, by who answered them. */
    reads,
    pool,
    close: connection.close,
  }
}

/** Whether a replica answers reads now, and has got to a position. */
function createCheck(connection: Connection, use: Use) {
  const { db, pool } = connection
  let database = ''
  const hasFreeConnection = () => pool.idleCount > 0 || pool.totalCount < pool.options.max

  async function probe(position: LogPosition, primary: Db) {
    // To connect may take longer than an answer.
    await sql`select`.execute(db)
    database = await readDatabase(primary)
    if ((await follow(connection, position, database)) === 'behind') throw behindError()
  }

  return async (position: LogPosition, primary: Db): Promise<boolean> => {
    if (!use.isOn()) {
      use.begin(() => probe(position, primary))
      return false
    }
    if (!hasFreeConnection()) return false
    try {
      const state = await follow(connection, position, database)
      if (state !== 'busy') use.record(state === 'there')
      return state === 'there'
    } catch (error) {
      use.end(error)
      return false
    }
  }
}

const behindError = () => new Error('it is behind')

type Use = ReturnType<typeof createUse>

/**
 * Whether a replica is used: not before a probe in the background has succeeded, so that no read waits for one that is away.
 * Each probe that fails doubles the pause before the next one.
 */
function createUse(onAway: (reason: string) => void) {
  /** When the use began, and the first of the reads in turn that found the replica behind. */
  let [since, behindSince]: (number | undefined)[] = []
  let isProbing = false
  let [failures, pausedUntil] = [0, 0]

  function pause(error: unknown) {
    pausedUntil = performance.now() + backoff(failures, pauses)
    failures += 1
    onAway(error instanceof Error ? error.message : String(error))
  }

  function start() {
    since = performance.now()
    behindSince = undefined
  }

  /** Of the reads that fail together, the first one ends it. */
  function end(error: unknown) {
    if (since === undefined) return
    if (performance.now() - since > steady_ms) failures = 0
    since = undefined
    pause(error)
  }

  return {
    isOn: () => since !== undefined,
    /** Probes, when it is time. */
    begin(probe: () => Promise<void>) {
      if (isProbing || performance.now() < pausedUntil) return
      isProbing = true
      void probe()
        .then(start, pause)
        .finally(() => (isProbing = false))
    },
    /** Whether the replica had got to the position of a read. */
    record(isThere: boolean) {
      behindSince = isThere ? undefined : (behindSince ?? performance.now())
      if (behindSince !== undefined && performance.now() - behindSince > maxBehind_ms) end(behindError())
    },
    end,
  }
}

/** What a replica has in common with its primary alone. */
const databaseKey = sql<string>`(
  select system_identifier || ' ' || pg_database.oid
    from pg_control_system(), pg_database
   where datname = current_database())`

async function readDatabase(primary: Db): Promise<string> {
  const { rows } = await sql<{ key: string }>`select ${databaseKey} as key`.execute(primary)
  return rows[0]?.key ?? ''
}

/** Whether a replica has replayed the log up to a position, now or in some ms. Throws when it is away, or none of the database. */
async function follow(connection: Connection, position: LogPosition, database: string): Promise<Followed> {
  for (const wait_ms of waits_ms) {
    if (wait_ms > 0) await sleep(wait_ms)
    const state = await stateInTime(connection, position, database)
    if (state !== 'behind') return state
  }
  return 'behind'
}

/** `busy`: it got no connection. */
type Followed = 'there' | 'behind' | 'busy'

async function stateInTime({ db, pool }: Connection, position: LogPosition, database: string): Promise<Followed> {
  let isAsked = false
  const answer = db.connection().execute((one) => {
    isAsked = true
    return readState(one, position, database)
  })
  const { promise: late, resolve, reject } = Promise.withResolvers<Followed>()
  const giveUp = () =>
    !isAsked && pool.waitingCount > 0 ? resolve('busy') : reject(new Error(`it did not answer within ${answer_ms} ms`))
  // An event loop that was blocked first reads what has arrived meanwhile.
  const timer = setTimeout(() => setImmediate(giveUp), answer_ms)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Throws for a replica whose log is another one: positions of two logs are numbers that can be compared. */
async function readState(db: Db, position: LogPosition, database: string): Promise<'there' | 'behind'> {
  const [timeline = '', lsn] = position.split(' ')
  const { rows } = await sql<{ refusal: string | null; is_there: boolean | null }>`
    select case when not pg_is_in_recovery() then 'it is no standby'
                when ${databaseKey} <> ${database} then 'it is of another database'
                when min_recovery_end_timeline <> ${Number.parseInt(timeline, 16)} then 'it is on another timeline'
           end as refusal,
           pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_there
      from pg_control_recovery()`.execute(db)
  const [row] = rows
  if (row?.refusal) throw new Error(row.refusal)
  return row?.is_there ? 'there' : 'behind'
}
