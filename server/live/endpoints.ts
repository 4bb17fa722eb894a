import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type Endpoints, type SessionContext, sessionDoor } from '#server/http/endpoint.ts'
import { Refusal } from '#server/http/refusal.ts'
import {
  type BroadcastingAuth,
  broadcastingAuthInput,
  type BroadcastingPlace,
  type Present,
} from '#shared/calls/live.ts'
import { permission, table } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resourceNamed } from '#shared/resources/index.ts'
import { z } from 'zod'
import { type Channel, mayJoin, readChannel } from './channels.ts'
import type { LiveKeys } from './sign.ts'
import { writeTicket } from './tickets.ts'

/** The calls of live channels. `port` is that of the sockets when it is not the web's own. */
export function liveEndpoints(keys: LiveKeys, port: number | null): Endpoints {
  return {
    'broadcasting/auth': sessionDoor({
      about: 'A ticket for one socket to one channel, as pusher-js asks for it.',
      input: broadcastingAuthInput,
      limits: ['broadcasting-auth'],
      transaction: false,
      run: async (context, { socket_id, channel_name, since, doing = 'View' }): Promise<BroadcastingAuth> => {
        const channel = readChannel(channel_name)
        if (!channel || !mayJoin(channel, context.session) || !(await isThere(context, channel)))
          throw new Refusal('not-allowed')
        const said = {
          session_id: context.session.id,
          ...(since !== undefined && { since }),
          ...told(channel, context, doing),
        }
        return writeTicket(keys, socket_id, channel_name, said)
      },
    }),
    'broadcasting/place': sessionDoor({
      about: 'Where sockets connect to.',
      input: z.strictObject({}),
      transaction: false,
      run: async (): Promise<BroadcastingPlace> => ({ key: keys.key, port }),
    }),
  }
}

/** Who looks at a record is told to everybody who does. */
const told = (channel: Channel, { session }: SessionContext, doing: Present['doing']) =>
  channel.kind === 'Record' ? { user_id: String(session.user_id), user_info: { name: session.user.name, doing } } : {}

/** Whether the rows are there that a channel is about. */
async function isThere({ db, session }: SessionContext, channel: Channel): Promise<boolean> {
  if (channel.kind === 'Case') return isReadable(db, channel.reference, mayReadAll(session))
  for (const [name, id] of rowsOf(channel)) {
    const { rows } = await sql`select from ${sql.table(name)} where id = ${id}`.execute(db)
    if (rows.length === 0) return false
  }
  return true
}

const mayReadAll = ({ abilities }: SessionContext['session']) => abilities.includes(permission('read', caseFiles))

/** What is not published is read by nobody but the office. */
async function isReadable(db: Db, reference: string, all: boolean) {
  const { rows } = await sql`
    select from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${all})`.execute(db)
  return rows.length > 0
}

function rowsOf(channel: Channel): [table: string, id: number][] {
  if (channel.kind === 'Record') return [[table(channel.resource), channel.id]]
  if (channel.kind !== 'Primary') return []
  const { resource, filters } = channel
  const fields = Object.values(resource.filters ?? {}).map(({ field }) => resource.fields[field])
  return filters.flatMap((value, place) => {
    const field = fields[place]
    return field?.kind === 'select' ? [[table(resourceNamed(field.from)), Number(value)]] : []
  })
}
