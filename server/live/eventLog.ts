import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import type { Channel } from '#server/events/channels.ts'
import { type ChangeEvent, buildEvents, buildUserEvents, buildReaderEvent, type OutgoingEvent } from './messages.ts'
import { findReferences } from './readers.ts'

/** Loads those of some rows that are there, as their list shows them to whoever may see everything. */
export type LoadRows = (resource: Resource, ids: readonly number[]) => Promise<Map<number, Row>>

/** What was told on a channel, in its order; with `reload` it was too much or too long ago to be told again. */
export type Missed = { sequence: number; events: OutgoingEvent[]; reload?: true }

type Found = { resource: Resource; rows: Map<number, Row>; references: Map<number, string> }

type Span = { since: number | undefined; until: number }

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]))

/** What happened, as the database keeps it for a while. */
export function createEventLog(db: Db, loadRows: LoadRows) {
  /** What is told of some changes, in their order. Their rows are loaded together, each once, as it is now. */
  async function toOutgoingEvents(changes: readonly ChangeEvent[]): Promise<OutgoingEvent[]> {
    const found = new Map<string, Found>()
    for (const [name, here] of Map.groupBy(changes.filter(isOfRow), ({ resource }) => resource)) {
      const resource = byName.get(name)
      if (resource) found.set(name, await find(resource, here))
    }
    return changes.flatMap((change) => {
      if (!isOfRow(change)) return buildUserEvents(change)
      const { resource, rows, references } = found.get(change.resource) ?? {}
      if (!resource) return []
      const row = change.event === 'Deleted' ? undefined : rows?.get(change.row_id)
      const reference = references?.get(change.row_id)
      return [
        ...buildEvents(resource, change, row),
        ...(reference === undefined ? [] : [buildReaderEvent(change, reference)]),
      ]
    })
  }

  async function find(resource: Resource, changes: readonly ChangeEvent[]): Promise<Found> {
    const idsOf = (some: readonly ChangeEvent[]) => [...new Set(some.map(({ row_id }) => row_id))]
    const there = idsOf(changes.filter(({ event }) => event !== 'Deleted'))
    const rows = there.length > 0 ? await loadRows(resource, there) : new Map<number, Row>()
    return { resource, rows, references: await findReferences(db, resource, idsOf(changes)) }
  }

  return {
    toOutgoingEvents,
    last: () => lastOf(db),
    after: (sequence: number, most: number) => readEvents(db, sql`sequence > ${sequence}`, most),

    /** What came on a channel after `since`, up to `until`. */
    async missed(channel: Channel, { since, until }: Span): Promise<Missed> {
      if (since === undefined || since >= until) return { sequence: until, events: [] }
      const where = sql`sequence > ${since} and sequence <= ${until} and ${about(channel)}`
      const changes = await readEvents(db, where, limits.live.replay_events + 1)
      if (changes.length > limits.live.replay_events || !(await isKept(db, since)))
        return { sequence: until, events: [], reload: true }
      const events = await toOutgoingEvents(changes)
      return { sequence: until, events: events.filter((one) => one.channel === channel.name) }
    },
  }
}

const isOfRow = ({ event }: ChangeEvent) => event !== 'Notified'

function about(channel: Channel) {
  if (channel.kind === 'User') return sql`event = 'Notified' and row_id = ${channel.id}`
  const { name } = channel.kind === 'Case' ? caseFiles : channel.resource
  return sql`event <> 'Notified' and resource = ${name}`
}

async function readEvents(db: Db, where: RawBuilder<unknown>, most: number): Promise<ChangeEvent[]> {
  const { rows } = await sql<ChangeEvent>`
    select sequence, resource, row_id, event, previous_filters, from_socket, from_session
      from live_events
     where ${where}
     order by sequence
     limit ${most}`.execute(db)
  return rows
}

const lastOf = async (db: Db) =>
  (await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(db)).rows[0]?.last ??
  0

/** Whether everything after a change is kept: it reaches back to the change right after it. */
async function isKept(db: Db, since: number) {
  const { rows } = await sql<{ first: number | null }>`select min(sequence) as first from live_events`.execute(db)
  return (rows[0]?.first ?? Infinity) <= since + 1
}
