import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RecordViewers, Viewer } from '#shared/calls/live.ts'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { frameOf } from './frame.ts'
import type { Socket, Subscription } from './socket.ts'
import type { SocketRegistry } from './sockets.ts'
import { encodeMessage } from './protocol.ts'
import { createMutex } from '#shared/mutex.ts'

type Members = Map<string, Viewer>

/** Entries expire when their server has sent no heartbeat for this many seconds. */
const expiry_seconds = 20

/**
 * Presence: the current viewers of each record on all servers, stored in the database and sent to the viewers on this
 * server.
 */
export function openPresence(db: Db, sockets: SocketRegistry) {
  const state: PresenceState = {
    db,
    sockets,
    process: randomUUID(),
    lastSent: new Map(),
    listed: new Map(),
    serialize: createMutex(),
  }
  return {
    refresh: (channel: string) => refresh(state, channel),
    /** Sends what changed while no notification was received. */
    async refreshAll() {
      await Promise.all([...state.lastSent.keys()].map((channel) => refresh(state, channel)))
      await Promise.all([...state.listed.keys()].map((model) => state.serialize(() => refreshList(state, model))))
    },
    addViewer: (socket: Socket, subscription: Subscription) => addViewer(state, socket, subscription),
    removeViewer: (socket: Socket, channels: readonly string[]) => removeViewer(state, socket, channels),
    findViewers: (resource: Pick<Resource, 'model'>) => findListed(state, resource),

    /**
     * Renews the entries of this server, also expired ones, and deletes the expired entries of others. Returns the channels
     * of these.
     */
    heartbeat: async (): Promise<string[]> => {
      await state.serialize(() => storeViewers(state, openRecordsOf(state)))
      const { rows } = await sql<{ channel: string }>`
        delete from live_presence
         where seen_at < now() - make_interval(secs => ${expiry_seconds})
        returning channel`.execute(db)
      return rows.map(({ channel }) => channel)
    },

    async close() {
      await state.serialize(() => sql`delete from live_presence where process = ${state.process}`.execute(db))
    },
  }
}

/** The state of one process. */
type PresenceState = {
  db: Db
  sockets: SocketRegistry
  process: string
  /** The members that were last sent to the sockets of this process. */
  lastSent: Map<string, Members>
  /** By the model of a list: the records with viewers that the sockets of this process know. */
  listed: Map<string, Set<number>>
  /** Runs work one at a time, so that an older result never arrives last. */
  serialize: ReturnType<typeof createMutex>
}

const refresh = (state: PresenceState, channel: string) => state.serialize(() => readAndBroadcast(state, channel))

async function readAndBroadcast(state: PresenceState, channel: string): Promise<Members> {
  const { db, sockets, lastSent } = state
  const now = await readMembers(db, channel)
  const before = lastSent.get(channel)
  broadcastMembers(sockets, channel, { before: before ?? new Map<string, Viewer>(), now })
  if (!before || !isSameInList(before, now)) broadcastToList(state, listRecordOf(channel), viewersOf(now))
  if (sockets.ofChannel(channel).size > 0) lastSent.set(channel, now)
  else lastSent.delete(channel)
  return now
}

/** Sends who joined and left to the viewers of the record. */
function broadcastMembers(
  sockets: SocketRegistry,
  channel: string,
  { before, now }: { before: Members; now: Members },
) {
  const send = (event: string, data: { user_id: string; user_info?: Viewer }) =>
    broadcast(sockets, channel, { event, data, exceptUserId: data.user_id })
  for (const [id, info] of now)
    if (!isSameViewer(before.get(id), info)) send('pusher_internal:member_added', { user_id: id, user_info: info })
  for (const id of before.keys()) if (!now.has(id)) send('pusher_internal:member_removed', { user_id: id })
}

/** Sends the viewers of a record to the clients that show its list. */
function broadcastToList(state: PresenceState, { model, id }: ListRecord, people: RecordViewers['people']) {
  const listed = listedOf(state, model)
  if (people.length > 0) listed.add(id)
  else listed.delete(id)
  const data: RecordViewers = { id, people }
  broadcast(state.sockets, listChannel(model), { event: 'Presence', data })
}

/** The current viewers of the records of a list, for a socket that has joined its channel. */
async function findListed(state: PresenceState, resource: Pick<Resource, 'model'>): Promise<RecordViewers[]> {
  const records = await findViewers(state.db, resource)
  const listed = listedOf(state, resource.model)
  for (const { id } of records) listed.add(id)
  return records
}

/** Sends the viewers of all records to the clients that show their list. */
async function refreshList(state: PresenceState, model: string) {
  if (state.sockets.ofChannel(listChannel(model)).size === 0) {
    state.listed.delete(model)
    return
  }
  const now = new Map((await findViewers(state.db, { model })).map(({ id, people }) => [id, people]))
  for (const id of new Set([...listedOf(state, model), ...now.keys()]))
    broadcastToList(state, { model, id }, now.get(id) ?? [])
}

function listedOf({ listed }: PresenceState, model: string): Set<number> {
  const ids = listed.get(model) ?? new Set()
  listed.set(model, ids)
  return ids
}

type Broadcast = { event: string; data: object; exceptUserId?: string }

/** Sends to all sockets of a channel, except those of one user. */
function broadcast(sockets: SocketRegistry, channel: string, { event, data, exceptUserId }: Broadcast) {
  const frame = frameOf(encodeMessage(event, data, channel))
  for (const socket of sockets.ofChannel(channel)) {
    if (exceptUserId !== undefined && String(socket.user?.user_id) === exceptUserId) continue
    const subscription = socket.subscriptions.get(channel)
    if (subscription) socket.deliver(subscription, frame)
  }
}

/** Adds a viewer and returns the current ones. */
async function addViewer(state: PresenceState, socket: Socket, { channel, info }: Subscription) {
  await state.serialize(() => storeViewers(state, [{ channel: channel.name, socket, info }]))
  const members = await refresh(state, channel.name)
  // The socket may have unsubscribed before the entry was written.
  if (!socket.subscriptions.has(channel.name)) await removeViewer(state, socket, [channel.name])
  return { presence: { count: members.size, ids: [...members.keys()], hash: Object.fromEntries(members) } }
}

/** Serialized with the additions, so that a client that leaves and returns at once stays present. */
async function removeViewer(state: PresenceState, socket: Socket, channels: readonly string[]) {
  const records = channels.filter((channel) => channel.startsWith('presence-'))
  if (records.length === 0) return
  await state.serialize(() =>
    sql`
      delete from live_presence
       where socket_id = ${socket.id}
         and channel = any(${records})`.execute(state.db),
  )
}

type OpenRecord = { channel: string; socket: Socket; info: Viewer | undefined }

/** The open records of the sockets of this server. */
function openRecordsOf({ lastSent, sockets }: PresenceState): OpenRecord[] {
  return [...lastSent.keys()].flatMap((channel) =>
    [...sockets.ofChannel(channel)].map((socket) => ({
      channel,
      socket,
      info: socket.subscriptions.get(channel)?.info,
    })),
  )
}

async function storeViewers({ db, process }: PresenceState, openRecords: readonly OpenRecord[]) {
  const rows = openRecords.flatMap(({ channel, socket: { id, user }, info }) =>
    user && info ? [{ channel, socket_id: id, user_id: user.user_id, info }] : [],
  )
  if (rows.length === 0) return
  await sql`
    insert into live_presence (channel, socket_id, user_id, info, process)
    select channel, socket_id, user_id, info, ${process}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as open_records (channel text, socket_id text, user_id bigint, info jsonb)
        on conflict (channel, socket_id) do update set seen_at = now(), info = excluded.info`.execute(db)
}

type ReportedLine = { socket_id: string; channel_name: string; line: number | null; user_id: number }

/** Stores the line in which a user writes. Only a socket of theirs that is at the record to edit it has one. */
export async function storeLine(db: Db, { socket_id, channel_name, line, user_id }: ReportedLine) {
  await sql`
    update live_presence
       set line = ${line}
     where channel = ${channel_name}
       and socket_id = ${socket_id}
       and user_id = ${user_id}
       and info->>'doing' = 'Update'`.execute(db)
}

const readMembers = async (db: Db, channel: string): Promise<Members> =>
  (await readMembersByChannel(db, sql`channel = ${channel}`)).get(channel) ?? new Map<string, Viewer>()

/**
 * The members of the channels that have any. Each user once, however many windows they have open; editing takes precedence
 * over viewing.
 */
async function readMembersByChannel(db: Db, where: RawBuilder<unknown>): Promise<Map<string, Members>> {
  const { rows } = await sql<{ channel: string; user_id: string; info: Viewer; line: number | null }>`
    select distinct on (channel, user_id) channel, user_id::text, info, line
      from live_presence
     where ${where}
       and seen_at > now() - make_interval(secs => ${expiry_seconds})
     order by channel, user_id, info->>'doing', line nulls last`.execute(db)
  const members = new Map<string, Members>()
  for (const { channel, user_id, info, line } of rows) {
    const ofChannel = members.get(channel) ?? new Map<string, Viewer>()
    members.set(channel, ofChannel.set(user_id, { ...info, ...(line !== null && { line }) }))
  }
  return members
}

type ListRecord = { model: string; id: number }

/** The model and the id of a record, from its channel. */
function listRecordOf(record: string): ListRecord {
  const [, model = '', id] = /^presence-(\w+)\.(\d+)$/.exec(record) ?? []
  return { model, id: Number(id) }
}

const listChannel = (model: string) => `private-${presenceChannel({ model })}`

/** The presence channel of the list of a record, from the channel of the record. */
export const listChannelOf = (record: string) => listChannel(listRecordOf(record).model)

const viewersOf = (members: Members) => [...members].map(([id, info]) => ({ ...info, id: Number(id) }))

/** The current viewers of the records of a list. */
export async function findViewers(db: Db, { model }: Pick<Resource, 'model'>): Promise<RecordViewers[]> {
  const byChannel = await readMembersByChannel(db, sql`channel like ${`presence-${model}.%`}`)
  return [...byChannel].map(([channel, members]) => ({ id: listRecordOf(channel).id, people: viewersOf(members) }))
}

const isSameInList = (before: Members, now: Members) =>
  before.size === now.size && [...now].every(([id, viewer]) => isSameActivity(before.get(id), viewer))

const isSameViewer = (one: Viewer | undefined, other: Viewer) => isSameActivity(one, other) && one?.line === other.line

const isSameActivity = (one: Viewer | undefined, other: Viewer) => one?.name === other.name && one.doing === other.doing
