import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'

/** No server of ours holds these sockets. */
const nowhere = '00000000-0000-0000-0000-000000000000'

type Said = { user_id: number; socket_id: string; at: { channel: string; info: Viewer }[] }

/**
 * Keeps who looks at records through a socket that is kept outside: as its browser says it, all of them each time, and
 * for as long as it goes on saying so. What is said again is not told again.
 */
export async function keepPresent(db: Db, { user_id, socket_id, at }: Said) {
  // Nobody speaks for the socket of another.
  const socket = `${user_id}:${socket_id}`
  const said = sql`
    select channel, info from jsonb_to_recordset(${JSON.stringify(at)}::jsonb) as said (channel text, info jsonb)`
  await sql`
    delete from live_presence
     where socket_id = ${socket}
       and (channel, info) not in (${said})`.execute(db)
  await sql`
    insert into live_presence (channel, socket_id, user_id, info, process, seen_at)
    select channel, ${socket}, ${user_id}, info, ${nowhere}::uuid,
           now() + make_interval(secs => ${limits.live.external_presence_seconds})
      from (${said}) as said
        on conflict (channel, socket_id) do update set seen_at = excluded.seen_at`.execute(db)
}
