import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import { type ExternalBroadcaster, notifyChannels } from './externalBroadcaster.ts'
import { listChannelOf } from './presence.ts'

/** The process id of sockets that none of our processes holds. */
const noProcessId = '00000000-0000-0000-0000-000000000000'

type Heartbeat = { user_id: number; socket_id: string; at: { channel: string; info: Viewer }[] }

/**
 * Presence with an external broadcaster: each browser sends its full list of open records as a heartbeat. Entries
 * expire without one. Returns the channels of the records whose viewers have changed.
 */
export const storeHeartbeat = (db: Db, { user_id, socket_id, at }: Heartbeat): Promise<string[]> =>
  db.transaction().execute(async (transaction) => {
    // The user id is part of the key, so that no user can replace the entries of another.
    const socket = `${user_id}:${socket_id}`
    const reported = sql`
      select channel, info from jsonb_to_recordset(${JSON.stringify(at)}::jsonb) as reported (channel text, info jsonb)`
    const left = await sql<{ channel: string }>`
      delete from live_presence
       where socket_id = ${socket}
         and (channel, info) not in (${reported})
      returning channel`.execute(transaction)
    await sql`
      update live_presence
         set seen_at = ${validUntil}
       where socket_id = ${socket}`.execute(transaction)
    const joined = await sql<{ channel: string }>`
      insert into live_presence (channel, socket_id, user_id, info, process, seen_at)
      select channel, ${socket}, ${user_id}, info, ${noProcessId}::uuid, ${validUntil}
        from (${reported}) as reported
          on conflict (channel, socket_id) do nothing
      returning channel`.execute(transaction)
    return [...left.rows, ...joined.rows].map(({ channel }) => channel)
  })

const validUntil = sql`now() + make_interval(secs => ${limits.live.external_presence_seconds})`

/**
 * Notifies the lists of these records, whose clients then ask who has the records open. The server that has changed the
 * presence does it, so that several servers notify once.
 */
export const notifyLists = (broadcaster: ExternalBroadcaster, records: readonly string[]) =>
  notifyChannels(broadcaster, [...new Set(records.map(listChannelOf))], 0)
