import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RecordViewers, Viewer } from '#shared/calls/live.ts'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { frameOf } from './frame.ts'
import type { Socket, Subscription } from './socket.ts'
import type { Sockets } from './sockets.ts'
import { write as writeMessage } from './protocol.ts'

type Members = Map<string, Viewer>

/** A server that has not been heard of for so long holds no socket any more. */
const forgottenSeconds = 20

/** Who looks at a record now, at whichever server: kept in the database, told to those who look at it here. */
export function openPresence(db: Db, sockets: Sockets) {
  const here: Here = { db, sockets, process: randomUUID(), told: new Map(), turn: Promise.resolve() }
  return {
    refresh: (channel: string) => refresh(here, channel),
    refreshAll: () => Promise.all([...here.told.keys()].map((channel) => refresh(here, channel))),
    arrive: (socket: Socket, subscription: Subscription) => arrive(here, socket, subscription),
    leave: (socket: Socket, channels: readonly string[]) => leave(here, socket, channels),
    find: (resource: Pick<Resource, 'model'>) => findPresent(db, resource),

    /** Says who is at this server, also those who were taken for gone, and takes out what others said who are not. */
    async beat() {
      await inTurn(here, () => write(here, present(here)))
      await sql`
        delete from live_presence
         where seen_at < now() - make_interval(secs => ${forgottenSeconds})`.execute(db)
    },

    async close() {
      await inTurn(here, () => sql`delete from live_presence where process = ${here.process}`.execute(db))
    },
  }
}

/** What one process keeps. */
type Here = {
  db: Db
  sockets: Sockets
  process: string
  /** As it was last told to the sockets of this process. */
  told: Map<string, Members>
  turn: Promise<unknown>
}

/** One reading after the other, so that an older one never comes last. */
function inTurn<T>(here: Here, work: () => Promise<T>): Promise<T> {
  const done = here.turn.then(work)
  here.turn = done.catch(() => undefined)
  return done
}

const refresh = (here: Here, channel: string) => inTurn(here, () => readAndTell(here, channel))

async function readAndTell({ db, sockets, told }: Here, channel: string): Promise<Members> {
  const now = await readMembers(db, channel)
  tellMembers(sockets, channel, { before: told.get(channel) ?? new Map<string, Viewer>(), now })
  tellList(sockets, channel, now)
  if (sockets.ofChannel(channel).size > 0) told.set(channel, now)
  else told.delete(channel)
  return now
}

/** Those who look at the record are told of each other. */
function tellMembers(sockets: Sockets, channel: string, { before, now }: { before: Members; now: Members }) {
  const tell = (event: string, data: { user_id: string; user_info?: Viewer }) =>
    tellAll(sockets, channel, { event, data, but: data.user_id })
  for (const [id, info] of now)
    if (!isSame(before.get(id), info)) tell('pusher_internal:member_added', { user_id: id, user_info: info })
  for (const id of before.keys()) if (!now.has(id)) tell('pusher_internal:member_removed', { user_id: id })
}

/** Those who look at the list see at which of its records somebody is. */
function tellList(sockets: Sockets, channel: string, members: Members) {
  const { list, id } = presentChannelOf(channel)
  const data: RecordViewers = { id, people: peopleOf(members) }
  tellAll(sockets, list, { event: 'Presence', data })
}

type News = { event: string; data: object; but?: string }

/** Tells the sockets of a channel, but those of one person. */
function tellAll(sockets: Sockets, channel: string, { event, data, but }: News) {
  const frame = frameOf(writeMessage(event, data, channel))
  for (const socket of sockets.ofChannel(channel)) {
    if (but !== undefined && String(socket.reader?.user_id) === but) continue
    const subscription = socket.subscriptions.get(channel)
    if (subscription) socket.tell(subscription, frame)
  }
}

/** Puts somebody among those who look, and answers who they are. */
async function arrive(here: Here, socket: Socket, { channel, info }: Subscription) {
  await inTurn(here, () => write(here, [{ channel: channel.name, socket, info }]))
  const members = await refresh(here, channel.name)
  // Who went meanwhile left before he was there.
  if (!socket.subscriptions.has(channel.name)) await leave(here, socket, [channel.name])
  return { presence: { count: members.size, ids: [...members.keys()], hash: Object.fromEntries(members) } }
}

/** Whoever goes and comes back at once is written in this order. */
async function leave(here: Here, socket: Socket, channels: readonly string[]) {
  const records = channels.filter((channel) => channel.startsWith('presence-'))
  if (records.length === 0) return
  await inTurn(here, () =>
    sql`
      delete from live_presence
       where socket_id = ${socket.id}
         and channel = any(${records})`.execute(here.db),
  )
}

type Looking = { channel: string; socket: Socket; info: Viewer | undefined }

/** Those who look at a record through this server. */
function present({ told, sockets }: Here): Looking[] {
  return [...told.keys()].flatMap((channel) =>
    [...sockets.ofChannel(channel)].map((socket) => ({
      channel,
      socket,
      info: socket.subscriptions.get(channel)?.info,
    })),
  )
}

async function write({ db, process }: Here, looking: readonly Looking[]) {
  const rows = looking.flatMap(({ channel, socket: { id, reader }, info }) =>
    reader && info ? [{ channel, socket_id: id, user_id: reader.user_id, info }] : [],
  )
  if (rows.length === 0) return
  await sql`
    insert into live_presence (channel, socket_id, user_id, info, process)
    select channel, socket_id, user_id, info, ${process}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as looking (channel text, socket_id text, user_id bigint, info jsonb)
        on conflict (channel, socket_id) do update set seen_at = now(), info = excluded.info`.execute(db)
}

/** Each person once, however many windows he has open; one that edits counts before one that views. */
async function readMembers(db: Db, channel: string): Promise<Members> {
  const { rows } = await sql<{ user_id: string; info: Viewer }>`
    select distinct on (user_id) user_id::text, info
      from live_presence
     where channel = ${channel}
       and seen_at > now() - make_interval(secs => ${forgottenSeconds})
     order by user_id, info->>'doing'`.execute(db)
  return new Map(rows.map(({ user_id, info }) => [user_id, info]))
}

/** Of the channel of a record: which it is, and on which channel its list hears who is there. */
export function presentChannelOf(record: string) {
  const [, model = '', id] = /^presence-(\w+)\.(\d+)$/.exec(record) ?? []
  return { list: `private-${presenceChannel({ model })}`, id: Number(id) }
}

const peopleOf = (members: Members) => [...members].map(([id, info]) => ({ ...info, id: Number(id) }))

/** Who is at which records of a list. */
export async function findPresent(db: Db, { model }: Pick<Resource, 'model'>): Promise<RecordViewers[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel
      from live_presence
     where channel like ${`presence-${model}.%`}
       and seen_at > now() - make_interval(secs => ${forgottenSeconds})`.execute(db)
  return Promise.all(
    rows.map(async ({ channel }) => ({
      id: Number(channel.split('.')[1]),
      people: peopleOf(await readMembers(db, channel)),
    })),
  )
}

const isSame = (one: Viewer | undefined, other: Viewer) => one?.name === other.name && one.doing === other.doing
