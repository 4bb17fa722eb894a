import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import type { Channel } from '#server/events/channels.ts'
import { type ChangeEvent, buildEvents, buildUserEvents, buildReaderEvent, type OutgoingEvent } from './messages.ts'
import { findReferences } from './readers.ts'

/** Loads the rows that exist, with all fields of their list; field permissions are applied later. */
export type LoadRows = (resource: Resource, ids: readonly number[]) => Promise<Map<number, Row>>

/** The events of a channel, in order; `reload` when they are too many or no longer available. */
type MissedEvents = { sequence: number; events: OutgoingEvent[]; reload?: true }

type LoadedRows = { resource: Resource; rows: Map<number, Row>; references: Map<number, string> }

type SequenceRange = { since: number | undefined; until: number }

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]))

/** Reads the transactional outbox `live_events`, which keeps changes for a limited time. */
export function createEventLog(db: Db, loadRows: LoadRows) {
  /**
   * The events of some changes, in order. Each row is loaded once, as it is now, together with the others of its
   * resource.
   */
  async function toOutgoingEvents(changes: readonly ChangeEvent[]): Promise<OutgoingEvent[]> {
    const loaded = new Map<string, LoadedRows>()
    for (const [name, resourceChanges] of Map.groupBy(changes.filter(isOfRow), ({ resource }) => resource)) {
      const resource = byName.get(name)
      if (resource) loaded.set(name, await load(resource, resourceChanges))
    }
    return changes.flatMap((change) => {
      if (!isOfRow(change)) return buildUserEvents(change)
      const { resource, rows, references } = loaded.get(change.resource) ?? {}
      if (!resource) return []
      const row = change.event === 'Deleted' ? undefined : rows?.get(change.row_id)
      const reference = references?.get(change.row_id)
      return [
        ...buildEvents(resource, change, row),
        ...(reference === undefined ? [] : [buildReaderEvent(change, reference)]),
      ]
    })
  }

  async function load(resource: Resource, changes: readonly ChangeEvent[]): Promise<LoadedRows> {
    const idsOf = (some: readonly ChangeEvent[]) => [...new Set(some.map(({ row_id }) => row_id))]
    const existingIds = idsOf(changes.filter(({ event }) => event !== 'Deleted'))
    const rows = existingIds.length > 0 ? await loadRows(resource, existingIds) : new Map<number, Row>()
    return { resource, rows, references: await findReferences(db, resource, idsOf(changes)) }
  }

  return {
    toOutgoingEvents,
    lastSequence: () => lastSequence(db),
    after: (sequence: number, limit: number) => readEvents(db, sql`sequence > ${sequence}`, limit),

    /** The events of a channel after `since`, up to `until`. */
    async missedEvents(channel: Channel, { since, until }: SequenceRange): Promise<MissedEvents> {
      if (since === undefined || since >= until) return noneMissed(db, { since, until })
      const where = sql`sequence > ${since} and sequence <= ${until} and ${channelCondition(channel)}`
      const changes = await readEvents(db, where, limits.live.replay_events + 1)
      if (changes.length > limits.live.replay_events || !(await reachesBackTo(db, since)))
        return { sequence: until, events: [], reload: true }
      const events = await toOutgoingEvents(changes)
      return { sequence: until, events: events.filter((one) => one.channel === channel.name) }
    },
  }
}

const isOfRow = ({ event }: ChangeEvent) => event !== 'Notified'

function channelCondition(channel: Channel) {
  if (channel.kind === 'User') return sql`event = 'Notified' and row_id = ${channel.id}`
  const { name } = channel.kind === 'Case' ? caseFiles : channel.resource
  return sql`event <> 'Notified' and resource = ${name}`
}

async function readEvents(db: Db, where: RawBuilder<unknown>, limit: number): Promise<ChangeEvent[]> {
  const { rows } = await sql<ChangeEvent>`
    select sequence, resource, row_id, event, previous_filters, from_socket, from_session
      from live_events
     where ${where}
     order by sequence
     limit ${limit}`.execute(db)
  return rows
}

/** The sequence of the last change; 0 when none is stored. */
export const lastSequence = async (db: Db): Promise<number> =>
  (
    await sql<{ last: number }>`
    -- prepared: last_sequence
    select coalesce(max(sequence), 0) as last from live_events`.execute(db)
  ).rows[0]?.last ?? 0

/** A client that knows a later change than was ever numbered reloads: the library was restored to an earlier time. */
async function noneMissed(db: Db, { since, until }: SequenceRange): Promise<MissedEvents> {
  const none = { sequence: until, events: [] }
  if (since === undefined || since === until) return none
  const { rows } = await sql<{ last_value: number }>`select last_value from live_sequence`.execute(db)
  const { last_value } = onlyRow(rows, 'the sequence of live events has no value')
  return last_value < since ? { ...none, reload: true } : none
}

/** Whether every change after `since` is still stored. */
async function reachesBackTo(db: Db, since: number) {
  const { rows } = await sql<{ first: number | null }>`select min(sequence) as first from live_events`.execute(db)
  return (rows[0]?.first ?? Infinity) <= since + 1
}
