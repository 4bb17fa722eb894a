import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'

/** The process id of sockets that none of our processes holds. */
const NO_PROCESS_ID = '00000000-0000-0000-0000-000000000000'

type Heartbeat = { user_id: number; socket_id: string; at: { channel: string; info: Viewer }[] }

/**
 * Presence with an external broadcaster: each browser sends its full list of open records as a heartbeat. Entries
 * expire without one; an unchanged heartbeat broadcasts nothing.
 */
export async function storeHeartbeat(db: Db, { user_id, socket_id, at }: Heartbeat) {
  // The user id is part of the key, so that no user can replace the entries of another.
  const socket = `${user_id}:${socket_id}`
  const reported = sql`
    select channel, info from jsonb_to_recordset(${JSON.stringify(at)}::jsonb) as reported (channel text, info jsonb)`
  await sql`
    delete from live_presence
     where socket_id = ${socket}
       and (channel, info) not in (${reported})`.execute(db)
  await sql`
    insert into live_presence (channel, socket_id, user_id, info, process, seen_at)
    select channel, ${socket}, ${user_id}, info, ${NO_PROCESS_ID}::uuid,
           now() + make_interval(secs => ${limits.live.external_presence_seconds})
      from (${reported}) as reported
        on conflict (channel, socket_id) do update set seen_at = excluded.seen_at`.execute(db)
}
