import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import {
  type BroadcastingAuth,
  broadcastingAuthInput,
  broadcastingHereInput,
  type MissedMessages,
  broadcastingMissedInput,
  type BroadcastingConnection,
  type BroadcastingUser,
  broadcastingUserInput,
  type Viewer,
} from '#shared/calls/live.ts'
import { permission, table } from '#shared/resource/names.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { z } from 'zod'
import { type Channel, mayJoin, readChannel } from '#server/events/channels.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { seenBy } from './messages.ts'
import { findPresent } from './presence.ts'
import { keepPresent } from './externalPresence.ts'
import type { ExternalBroadcaster } from './externalBroadcaster.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import { mayReadCase } from './readers.ts'
import { writeOutsideTicket, writeTicket, writeUserTicket } from './channelAuth.ts'

type Options = {
  keys: LiveKeys
  /** That of the sockets, when it is not the web's own. */
  port: number | null
  outside: ExternalBroadcaster | undefined
  loadRows: (db: Db, ...which: Parameters<LoadRows>) => ReturnType<LoadRows>
}

/** The calls of live channels. */
export function liveEndpoints({ keys, port, outside, loadRows }: Options): Endpoints {
  const place = outside?.place ?? { key: keys.key, port, host: null, tls: null }
  return {
    'broadcasting/auth': authenticatedEndpoint({
      about: 'A ticket for one socket to one channel, as pusher-js asks for it.',
      input: broadcastingAuthInput,
      limits: ['broadcasting-auth'],
      transaction: false,
      run: (context, input) => giveTicket({ keys, outside }, context, input),
    }),
    'broadcasting/missed': authenticatedEndpoint({
      about: 'What came on a channel since a change, as this session may see it.',
      input: broadcastingMissedInput,
      limits: ['broadcasting-missed'],
      transaction: false,
      run: (context, input) => findMissed(loadRows, context, input),
    }),
    'broadcasting/here': authenticatedEndpoint({
      about: 'Says at which records somebody is through a socket that is kept outside: all of them, time and again.',
      input: broadcastingHereInput,
      limits: ['broadcasting-auth'],
      run: keepHere,
    }),
    'broadcasting/user': authenticatedEndpoint({
      about: 'Says whose a socket is that is kept outside, as pusher-js asks for it to sign in.',
      input: broadcastingUserInput,
      limits: ['broadcasting-auth'],
      transaction: false,
      run: async ({ session }, { socket_id }): Promise<BroadcastingUser> =>
        writeUserTicket(outside?.keys ?? keys, socket_id, session.user_id),
    }),
    'broadcasting/place': authenticatedEndpoint({
      about: 'Where sockets connect to.',
      input: z.strictObject({}),
      transaction: false,
      run: async (): Promise<BroadcastingConnection> => place,
    }),
  }
}

async function giveTicket(
  { keys, outside }: Pick<Options, 'keys' | 'outside'>,
  context: SessionContext,
  { socket_id, channel_name, since, doing = 'View' }: z.output<typeof broadcastingAuthInput>,
): Promise<BroadcastingAuth> {
  const channel = await findOpened(context, channel_name)
  const person = viewerClaims(channel, context, doing)
  if (outside) return writeOutsideTicket(outside.keys, socket_id, channel_name, person)
  const said = { session_id: context.session.id, ...(since !== undefined && { since }), ...person }
  return writeTicket(keys, socket_id, channel_name, said)
}

async function findMissed(
  loadRows: Options['loadRows'],
  context: SessionContext,
  { channel_name, since }: z.output<typeof broadcastingMissedInput>,
): Promise<MissedMessages> {
  const { db, session, socketId } = context
  const channel = await findOpened(context, channel_name)
  const log = createEventLog(db, (resource, ids) => loadRows(db, resource, ids))
  const { events, ...missed } = await log.missed(channel, { since, until: await log.last() })
  const reader = { id: socketId ?? '', session_id: session.id, reader: session }
  const messages = events.map((one) => seenBy(one, (data) => ({ name: one.name, data }))(reader))
  if (channel.kind !== 'Present') return { ...missed, messages }
  return { ...missed, messages, records: await findPresent(db, channel.resource) }
}

/** A record that somebody has deleted meanwhile is left out: whoever still shows it is at the others as before. */
async function keepHere(context: SessionContext, { socket_id, at }: z.output<typeof broadcastingHereInput>) {
  const { user_id } = context.session
  const looked: { channel: string; info: Viewer }[] = []
  for (const { channel_name: name, doing } of at) {
    const channel = openedTo(context, name)
    const { user_info: info } = viewerClaims(channel, context, doing)
    if (!info) throw new ApiError('not-allowed')
    if (await isThere(context, channel)) looked.push({ channel: name, info })
  }
  await keepPresent(context.db, { user_id, socket_id, at: looked })
  return {}
}

/** A channel that is open to this session, and about rows that are there. */
async function findOpened(context: SessionContext, name: string): Promise<Channel> {
  const channel = openedTo(context, name)
  if (!(await isThere(context, channel))) throw new ApiError('not-allowed')
  return channel
}

/** A channel by its name. Refused when there is none, or it is not for this session. */
function openedTo({ session }: SessionContext, name: string): Channel {
  const channel = readChannel(name)
  if (!channel || !mayJoin(channel, session)) throw new ApiError('not-allowed')
  return channel
}

/** Who looks at a record is told to everybody who does. Nobody is seen editing what he may not change. */
function viewerClaims(channel: Channel, { session }: SessionContext, wanted: Viewer['doing']) {
  if (channel.kind !== 'Record') return {}
  const mayChange = session.abilities.includes(permission('update', channel.resource))
  const doing = mayChange ? wanted : 'View'
  return { user_id: String(session.user_id), user_info: { name: session.user.name, doing } }
}

/** Whether the rows are there that a channel is about. */
async function isThere({ db, session }: SessionContext, channel: Channel): Promise<boolean> {
  if (channel.kind === 'Case') return mayReadCase(db, channel.reference, session)
  for (const [name, id] of rowsOf(channel)) {
    const { rows } = await sql`select from ${sql.table(name)} where id = ${id}`.execute(db)
    if (rows.length === 0) return false
  }
  return true
}

function rowsOf(channel: Channel): [table: string, id: number][] {
  if (channel.kind === 'Record') return [[table(channel.resource), channel.id]]
  if (channel.kind !== 'Primary') return []
  const { resource, filters } = channel
  const fields = Object.values(resource.filters ?? {}).map(({ field }) => resource.fields[field])
  return filters.flatMap((value, place) => {
    const field = fields[place]
    return field?.kind === 'select' ? [[table(resourceByName(field.from)), Number(value)]] : []
  })
}
