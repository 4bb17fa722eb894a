import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import type { Channel } from '#server/events/channels.ts'
import { type Happened, tell, tellPerson, tellReaders, type Told } from './messages.ts'
import { findReferences } from './readers.ts'

/** Loads those of some rows that are there, as their list shows them to whoever may see everything. */
export type LoadRows = (resource: Resource, ids: readonly number[]) => Promise<Map<number, Row>>

/** What was told on a channel, in its order; with `reload` it was too much or too long ago to be told again. */
export type Missed = { sequence: number; told: Told[]; reload?: true }

type Found = { resource: Resource; rows: Map<number, Row>; references: Map<number, string> }

type Span = { since: number | undefined; until: number }

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]))

/** What happened, as the database keeps it for a while. */
export function readsLog(db: Db, loadRows: LoadRows) {
  /** What is told of some changes, in their order. Their rows are loaded together, each once, as it is now. */
  async function toldOf(events: readonly Happened[]): Promise<Told[]> {
    const found = new Map<string, Found>()
    for (const [name, here] of Map.groupBy(events.filter(isOfRow), ({ resource }) => resource)) {
      const resource = byName.get(name)
      if (resource) found.set(name, await find(resource, here))
    }
    return events.flatMap((happened) => {
      if (!isOfRow(happened)) return tellPerson(happened)
      const { resource, rows, references } = found.get(happened.resource) ?? {}
      if (!resource) return []
      const row = happened.event === 'Deleted' ? undefined : rows?.get(happened.row_id)
      const reference = references?.get(happened.row_id)
      return [...tell(resource, happened, row), ...(reference === undefined ? [] : [tellReaders(happened, reference)])]
    })
  }

  async function find(resource: Resource, events: readonly Happened[]): Promise<Found> {
    const idsOf = (some: readonly Happened[]) => [...new Set(some.map(({ row_id }) => row_id))]
    const there = idsOf(events.filter(({ event }) => event !== 'Deleted'))
    const rows = there.length > 0 ? await loadRows(resource, there) : new Map<number, Row>()
    return { resource, rows, references: await findReferences(db, resource, idsOf(events)) }
  }

  return {
    toldOf,
    last: () => lastOf(db),
    after: (sequence: number, most: number) => readEvents(db, sql`sequence > ${sequence}`, most),

    /** What came on a channel after `since`, up to `until`. */
    async missed(channel: Channel, { since, until }: Span): Promise<Missed> {
      if (since === undefined || since >= until) return { sequence: until, told: [] }
      const where = sql`sequence > ${since} and sequence <= ${until} and ${about(channel)}`
      const events = await readEvents(db, where, limits.live.replay_events + 1)
      if (events.length > limits.live.replay_events || !(await isKept(db, since)))
        return { sequence: until, told: [], reload: true }
      const told = await toldOf(events)
      return { sequence: until, told: told.filter((one) => one.channel === channel.name) }
    },
  }
}

const isOfRow = ({ event }: Happened) => event !== 'Notified'

function about(channel: Channel) {
  if (channel.kind === 'User') return sql`event = 'Notified' and row_id = ${channel.id}`
  const { name } = channel.kind === 'Case' ? caseFiles : channel.resource
  return sql`event <> 'Notified' and resource = ${name}`
}

async function readEvents(db: Db, where: RawBuilder<unknown>, most: number): Promise<Happened[]> {
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

/** Whether everything after a change is kept: it reaches back to the change right after it. */
async function isKept(db: Db, since: number) {
  const { rows } = await sql<{ first: number | null }>`select min(sequence) as first from live_events`.execute(db)
  return (rows[0]?.first ?? Infinity) <= since + 1
}
