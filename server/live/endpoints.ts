import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import {
  type BroadcastingAuth,
  broadcastingAuthInput,
  broadcastingHereInput,
  broadcastingLineInput,
  type MissedMessages,
  broadcastingMissedInput,
  type BroadcastingConnection,
  type BroadcastingUser,
  broadcastingUserInput,
  type Viewer,
} from '#shared/calls/live.ts'
import { permission, table } from '#shared/resource/names.ts'
import { channelFilters } from '#shared/resource/resource.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { z } from 'zod'
import { type Channel, mayJoin, readChannel } from '#server/events/channels.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { perReader } from './messages.ts'
import { findViewers, storeLine } from './presence.ts'
import { notifyLists, storeHeartbeat } from './externalPresence.ts'
import type { ExternalBroadcaster } from './externalBroadcaster.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import { mayReadCase } from './readers.ts'
import { signExternalChannelAuth, signChannelAuth, signUserAuth } from './channelAuth.ts'

type Options = {
  keys: LiveKeys
  /** The port of the sockets, when it differs from that of the web. */
  port: number | null
  broadcaster: ExternalBroadcaster | undefined
  loadRows: (db: Db, ...which: Parameters<LoadRows>) => ReturnType<LoadRows>
}

/** The endpoints of live channels. */
export function liveEndpoints({ keys, port, broadcaster, loadRows }: Options): Endpoints {
  const connection = broadcaster?.connection ?? { key: keys.key, port, host: null, tls: null }
  return {
    'broadcasting/auth': authenticatedEndpoint({
      about: 'Authorizes one socket to subscribe to one channel, as pusher-js requests it.',
      input: broadcastingAuthInput,
      rateLimits: ['broadcasting-auth'],
      transaction: false,
      run: (context, input) => authorizeChannel({ keys, broadcaster }, context, input),
    }),
    'broadcasting/missed': authenticatedEndpoint({
      about: 'The events of a channel after a change, as far as this session may see them.',
      input: broadcastingMissedInput,
      rateLimits: ['broadcasting-missed'],
      transaction: false,
      run: (context, input) => loadMissed(loadRows, context, input),
    }),
    ...presenceEndpoints(broadcaster),
    'broadcasting/user': authenticatedEndpoint({
      about: 'User authentication of a socket at an external broadcaster, as pusher-js requests it.',
      input: broadcastingUserInput,
      rateLimits: ['broadcasting-auth'],
      transaction: false,
      run: async ({ session }, { socket_id }): Promise<BroadcastingUser> =>
        signUserAuth(broadcaster?.keys ?? keys, socket_id, session.user_id),
    }),
    'broadcasting/place': authenticatedEndpoint({
      about: 'The address of the socket server.',
      input: z.strictObject({}),
      transaction: false,
      run: async (): Promise<BroadcastingConnection> => connection,
    }),
  }
}

/** What a client reports about its records. */
const presenceEndpoints = (broadcaster: Options['broadcaster']): Endpoints => ({
  'broadcasting/here': authenticatedEndpoint({
    about: 'Presence heartbeat of a socket at an external broadcaster: all records open in it.',
    input: broadcastingHereInput,
    rateLimits: ['broadcasting-auth'],
    // The lists are notified once the presence is committed.
    transaction: false,
    run: (context, input) => receiveHeartbeat(broadcaster, context, input),
  }),
  'broadcasting/line': authenticatedEndpoint({
    about: 'Reports the line of a text in which the user of a socket writes, to the others at the record.',
    input: broadcastingLineInput,
    rateLimits: ['broadcasting-auth'],
    run: async ({ db, session }, input) => {
      await storeLine(db, { ...input, user_id: session.user_id })
      return {}
    },
  }),
})

async function authorizeChannel(
  { keys, broadcaster }: Pick<Options, 'keys' | 'broadcaster'>,
  context: SessionContext,
  { socket_id, channel_name, since, permissions, doing = 'View' }: z.output<typeof broadcastingAuthInput>,
): Promise<BroadcastingAuth> {
  const channel = await findOpenChannel(context, channel_name)
  const viewer = viewerClaims(channel, context, doing)
  if (broadcaster) return signExternalChannelAuth(broadcaster.keys, socket_id, channel_name, viewer)
  const known = { ...(since !== undefined && { since }), ...(permissions !== undefined && { permissions }) }
  const claims = { session_id: context.session.id, ...known, ...viewer }
  return signChannelAuth(keys, socket_id, channel_name, claims)
}

async function loadMissed(
  loadRows: Options['loadRows'],
  context: SessionContext,
  { channel_name, since }: z.output<typeof broadcastingMissedInput>,
): Promise<MissedMessages> {
  const { db, session, socketId } = context
  const channel = await findOpenChannel(context, channel_name)
  const log = createEventLog(db, (resource, ids) => loadRows(db, resource, ids))
  const { events, ...missed } = await log.missedEvents(channel, { since, until: await log.lastSequence() })
  const reader = { id: socketId ?? '', session_id: session.id, user: session }
  const messages = events.map((one) => perReader(one, (data) => ({ name: one.name, data }))(reader))
  if (channel.kind !== 'Present') return { ...missed, messages }
  return { ...missed, messages, records: await findViewers(db, channel.resource) }
}

/** Deleted records are skipped: a client that still shows one stays a viewer of its others. */
async function receiveHeartbeat(
  broadcaster: Options['broadcaster'],
  context: SessionContext,
  { socket_id, at }: z.output<typeof broadcastingHereInput>,
) {
  const { user_id } = context.session
  const records: { channel: string; info: Viewer }[] = []
  for (const { channel_name: name, doing } of at) {
    const channel = authorizedChannel(context, name)
    const { user_info: info } = viewerClaims(channel, context, doing)
    if (!info) throw new ApiError('not-allowed')
    if (await canOpenChannel(context, channel)) records.push({ channel: name, info })
  }
  const changed = await storeHeartbeat(context.db, { user_id, socket_id, at: records })
  if (broadcaster) await notifyLists(broadcaster, changed)
  return {}
}

/** A channel that this session may read and whose rows exist. */
async function findOpenChannel(context: SessionContext, name: string): Promise<Channel> {
  const channel = authorizedChannel(context, name)
  if (!(await canOpenChannel(context, channel))) throw new ApiError('not-allowed')
  return channel
}

/** Parses the name of a channel. Throws when it is malformed or the session may not read it. */
function authorizedChannel({ session }: SessionContext, name: string): Channel {
  const channel = readChannel(name)
  if (!channel || !mayJoin(channel, session)) throw new ApiError('not-allowed')
  return channel
}

/** The presence data of a user. A user without the permission to edit is shown as viewing. */
function viewerClaims(channel: Channel, { session }: SessionContext, requested: Viewer['doing']) {
  if (channel.kind !== 'Record') return {}
  const mayChange = session.abilities.includes(permission('update', channel.resource))
  const doing = mayChange ? requested : 'View'
  return { user_id: String(session.user_id), user_info: { name: session.user.name, doing } }
}

/** Whether the rows of a channel exist and, for a case, the session may read it. */
async function canOpenChannel({ db, session }: SessionContext, channel: Channel): Promise<boolean> {
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
  const declared = channelFilters(resource)
  return filters.flatMap((value, index) => {
    const field = resource.fields[declared[index]?.[1].field ?? '']
    return field?.kind === 'select' ? [[table(resourceByName(field.from)), Number(value)]] : []
  })
}
