import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { closeConnections, type ExternalBroadcaster, wake } from './externalBroadcaster.ts'
import { repeat } from './coalescedTask.ts'

type Options = { db: Db; outside: ExternalBroadcaster; loadRows: LoadRows; onTrouble: (error: unknown) => void }

/** So many changes are told together, and the connections of so many people ended. */
const batch = 100

/**
 * Tells a broadcaster outside which channels have something new: by one of the servers, once for many changes, and
 * from where the last one stopped, so that a server that is killed leaves nothing untold.
 */
export function openWaking({ db, outside, loadRows, onTrouble }: Options) {
  const work = repeat(async () => {
    while (!work.isClosed() && (await wakeNext({ db, outside, loadRows })));
  }, onTrouble)
  return { deliver: work.again, close: work.close }
}

/** Answers whether there may be more. What the broadcaster did not take stays to be told. */
function wakeNext({ db, outside, loadRows }: Omit<Options, 'onTrouble'>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // A server that hangs must not keep the others from telling.
    await sql`set local idle_in_transaction_session_timeout = '15s'`.execute(transaction)
    // Who finds the row locked leaves it to the server that tells now; one that died gave it back.
    const { rows } = await sql<{ sequence: number }>`
      select sequence from external_broadcast_position for update skip locked`.execute(transaction)
    const [place] = rows
    if (!place) return false
    const mayBeMore = await endTaken(transaction, outside)

    const log = createEventLog(transaction, loadRows)
    const changes = await log.after(place.sequence, batch)
    const last = changes.at(-1)
    if (!last) return mayBeMore

    const events = await log.toOutgoingEvents(changes)
    const channels = [...new Set(events.map(({ channel }) => channel))]
    for (let from = 0; from < channels.length; from += limits.broadcaster.channels)
      await wake(outside, channels.slice(from, from + limits.broadcaster.channels), last.sequence)
    await sql`update external_broadcast_position set sequence = ${last.sequence}`.execute(transaction)
    return mayBeMore || changes.length === batch
  })
}

/**
 * Ends the connections of those from whom something was taken: they come back, and are given tickets by what is left
 * to them. Answers whether there may be more.
 */
async function endTaken(db: Db, outside: ExternalBroadcaster): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    delete from revocations
     where id in (select id from revocations order by id limit ${batch})
    returning user_id`.execute(db)
  await Promise.all([...new Set(rows.map(({ user_id }) => user_id))].map((person) => closeConnections(outside, person)))
  return rows.length === batch
}
