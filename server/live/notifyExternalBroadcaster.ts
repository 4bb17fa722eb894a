import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { terminateConnections, type ExternalBroadcaster, notifyChannels } from './externalBroadcaster.ts'
import { coalescedTask } from './coalescedTask.ts'

type Options = { db: Db; broadcaster: ExternalBroadcaster; loadRows: LoadRows; onError: (error: unknown) => void }

/** Changes that are sent, and users that are disconnected, per batch. */
const batchSize = 100

/**
 * Notifies an external broadcaster which channels have changes. One of the servers does it at a time, once for a batch
 * of changes, and from the stored position on, so that a crash loses nothing.
 */
export function openExternalNotifier({ db, broadcaster, loadRows, onError }: Options) {
  const task = coalescedTask(async () => {
    while (!task.isClosed() && (await notifyNextBatch({ db, broadcaster, loadRows })));
  }, onError)
  return { deliver: task.trigger, close: task.close }
}

/** Returns true if more changes may be waiting. What the broadcaster rejects is sent again later. */
function notifyNextBatch({ db, broadcaster, loadRows }: Omit<Options, 'onError'>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // A server that hangs must not block the others.
    await sql`set local idle_in_transaction_session_timeout = '15s'`.execute(transaction)
    // The row lock elects one server. It is released when that server dies.
    const { rows } = await sql<{ sequence: number }>`
      select sequence from external_broadcast_position for update skip locked`.execute(transaction)
    const [position] = rows
    if (!position) return false
    const hasMore = await disconnectRevoked(transaction, broadcaster)

    const log = createEventLog(transaction, loadRows)
    const changes = await log.after(position.sequence, batchSize)
    const last = changes.at(-1)
    if (!last) return hasMore

    const events = await log.toOutgoingEvents(changes)
    const channels = [...new Set(events.map(({ channel }) => channel))]
    await notifyChannels(broadcaster, channels, last.sequence)
    await sql`update external_broadcast_position set sequence = ${last.sequence}`.execute(transaction)
    return hasMore || changes.length === batchSize
  })
}

/**
 * Disconnects users whose permissions were revoked; they reconnect and are authorized again. Returns true if more rows
 * may be waiting.
 */
async function disconnectRevoked(db: Db, broadcaster: ExternalBroadcaster): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    delete from revocations
     where id in (select id from revocations order by id limit ${batchSize})
    returning user_id`.execute(db)
  await Promise.all(
    [...new Set(rows.map(({ user_id }) => user_id))].map((userId) => terminateConnections(broadcaster, userId)),
  )
  return rows.length === batchSize
}
