import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Connection, type Db } from './database.ts'
import { isUnavailable } from './unavailable.ts'

/** A position in the write-ahead log of the primary (LSN), such as `0/15E4A30`. */
type LogPosition = string

export type Replica = ReturnType<typeof openReplica>

/** How long a read waits for the replica to get there, before the primary answers it. */
const waits_ms = [0, 2, 8]
/** After a failure the primary alone answers for so long. */
const pause_ms = 5000

type Options = { connections: number; onError?: ((reason: string) => void) | undefined }

/**
 * A streaming replica, one server, that answers reads once it has replayed what was committed when the session of the call
 * was looked up at the primary: a user sees their own saves, and no user what was withdrawn. The primary answers when the
 * replica is behind or away.
 */
export function openReplica(url: string, { connections, onError }: Options) {
  // The primary answers meanwhile.
  const connection: Connection = connect(url, { connections, restart_ms: 0 })
  let awayUntil = 0

  function giveUp(error: unknown) {
    awayUntil = performance.now() + pause_ms
    onError?.(error instanceof Error ? error.message : String(error))
  }

  /** The replica, if it has got to the position. */
  async function at(position: LogPosition): Promise<Db | undefined> {
    if (performance.now() < awayUntil) return undefined
    try {
      for (const wait_ms of waits_ms) {
        if (wait_ms > 0) await sleep(wait_ms)
        if (await hasReplayed(connection.db, position)) return connection.db
      }
    } catch (error) {
      giveUp(error)
    }
    return undefined
  }

  return {
    /** Runs a read on the replica, or on the primary. */
    async read<Result>(position: LogPosition, primary: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
      const replica = await at(position)
      if (!replica) return run(primary)
      try {
        return await run(replica)
      } catch (error) {
        // A statement that is in the way of replaying is cancelled too.
        if (!isUnavailable(error)) throw error
        giveUp(error)
        return run(primary)
      }
    },
    close: connection.close,
  }
}

async function hasReplayed(db: Db, position: LogPosition): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean | null }>`
    select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_there`.execute(db)
  return rows[0]?.is_there === true
}
