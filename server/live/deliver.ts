import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/resources/index.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Channel } from './channels.ts'
import type { Missed } from './join.ts'
import { type Happened, tell, tellPerson, tellReaders, type Told, writerOf } from './messages.ts'
import type { Socket } from './socket.ts'
import type { Sockets } from './sockets.ts'

/** Loads a row as its list shows it to whoever may see everything. */
export type LoadRow = (resource: Resource, id: number) => Promise<Row | undefined>

/** By what the readers of a row know it; undefined for what only the office reads. */
export type FindReference = (resource: Resource, id: number) => Promise<string | undefined>

type Options = {
  db: Db
  sockets: Sockets
  loadRow: LoadRow
  findReference: FindReference
  onTrouble: (error: unknown) => void
}

/** So many rows are loaded ahead of their sending. */
const batch = 20
const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]))

/** Tells the sockets of this process what the log says, in its order, each change once. */
export async function openDelivery({ db, sockets, loadRow, findReference, onTrouble }: Options) {
  let position = await lastOf(db)
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  async function toldOf(happened: Happened): Promise<Told[]> {
    if (happened.event === 'Notified') return tellPerson(happened)
    const resource = byName.get(happened.resource)
    if (!resource) return []
    const row = happened.event === 'Deleted' ? undefined : await loadRow(resource, happened.row_id)
    const reference = await findReference(resource, happened.row_id)
    return [...tell(resource, happened, row), ...(reference === undefined ? [] : [tellReaders(happened, reference)])]
  }

  async function run() {
    while (again && !closed) {
      again = false
      for (;;) {
        const events = await readLog(db, sql`sequence > ${position}`, batch)
        // Who has no sockets has nobody to load rows for.
        const told = sockets.count() === 0 ? [] : await Promise.all(events.map(toldOf))
        for (const [place, { sequence }] of events.entries()) {
          // From here on whoever joins has this one among what he missed, whoever is in has it sent.
          position = sequence
          await send(sockets, told[place] ?? [])
        }
        if (events.length < batch) break
      }
    }
  }

  function deliver() {
    again = true
    running ??= run()
      .catch((error: unknown) => {
        onTrouble(error)
        setTimeout(deliver, 1000).unref()
      })
      .finally(() => {
        running = undefined
        // Somebody may have asked just when the last look was over.
        if (again && !closed) deliver()
      })
  }

  return {
    deliver,
    position: () => position,

    /** What one socket missed on a channel after `since`, up to `until`. */
    missed: async (socket: Socket, channel: Channel, since: number | undefined, until: number): Promise<Missed> => {
      if (since === undefined || since >= until) return { sequence: until, texts: [] }
      const events = await readLog(
        db,
        sql`sequence > ${since} and sequence <= ${until} and ${about(channel)}`,
        limits.live.missed + 1,
      )
      if (events.length > limits.live.missed || !(await isKept(db, since)))
        return { sequence: until, texts: [], reload: true }
      const texts = []
      for (const event of events)
        texts.push(
          ...(await toldOf(event))
            .filter((told) => told.channel === channel.name)
            .map((told) => writerOf(told)(socket)),
        )
      return { sequence: until, texts }
    },

    close: async () => {
      closed = true
      await running
    },
  }
}

const about = (channel: Channel) =>
  channel.kind === 'User'
    ? sql`event = 'Notified' and row_id = ${channel.id}`
    : sql`event <> 'Notified' and resource = ${channel.kind === 'Case' ? 'caseFiles' : channel.resource.name}`

/** Everybody at once is more than one turn of the process may take. */
async function send(sockets: Sockets, told: readonly Told[]) {
  const sends = told.flatMap((one) => {
    const readers = [...sockets.ofChannel(one.channel)]
    const textFor = writerOf(one)
    return readers.map((socket) => ({ socket, channel: one.channel, textFor }))
  })
  for (const [place, { socket, channel, textFor }] of sends.entries()) {
    if (place > 0 && place % limits.live.slice === 0) await nextTurn()
    const subscription = socket.subscriptions.get(channel)
    if (subscription?.waiting) subscription.waiting.push(textFor(socket))
    else if (subscription) socket.send(textFor(socket))
  }
}

async function readLog(db: Db, where: RawBuilder<unknown>, most: number): Promise<Happened[]> {
  const { rows } = await sql<Happened>`
    select sequence, resource, row_id, event, was, from_socket, from_session
      from live_events
     where ${where}
     order by sequence
     limit ${most}`.execute(db)
  return rows
}

const lastOf = async (db: Db) =>
  (await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(db)).rows[0]?.last ??
  0

/** Whether the log still reaches back to a change: what came after it is then there too. */
async function isKept(db: Db, sequence: number) {
  const { rows } = await sql`select from live_events where sequence <= ${sequence} limit 1`.execute(db)
  return sequence === 0 || rows.length > 0
}
