import type { MissedMessages, LiveMessage } from '#shared/calls/live.ts'
import type { Row } from '#shared/calls/crud.ts'
import { liveEvent } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { filtersOf, listsOf } from '#server/events/channels.ts'
import { frameOf } from './frame.ts'
import type { Socket } from './socket.ts'
import { write } from './protocol.ts'

/** What happened, as it was written down with the change itself. */
export type ChangeEvent = {
  sequence: number
  resource: string
  row_id: number
  event: LiveMessage['event'] | 'Notified'
  /** The filter values that the row had before; null when it had none, or was not there. */
  previous_filters: string[] | null
  from_socket: string | null
  from_session: string | null
}

/** What is told on one channel. */
export type OutgoingEvent = {
  channel: string
  /** The event's name. */
  name: string
  data: LiveMessage['data'] | Row | Record<string, never>
  group: string | null
  change: ChangeEvent
  /** Says which fields of the data some may not see. */
  resource: Resource | undefined
}

/** What is told of a change, and where. `row` is as it is now; undefined when it is gone. */
export function buildEvents(resource: Resource, change: ChangeEvent, row: Row | undefined): OutgoingEvent[] {
  const { row_id, previous_filters } = change
  const values = row && filtersOf(resource, row)
  const here = values ? listsOf(resource, values) : []
  // A list without filters has no other to go to.
  const before = previous_filters ?? (resource.filters ? undefined : [])
  const left = before ? listsOf(resource, before).filter((channel) => !here.includes(channel)) : []
  const event = { name: liveEvent(resource), group: values?.join('.') ?? null, change, resource }
  return [
    ...here.map((channel) => ({ ...event, channel, data: row ?? row_id })),
    ...left.map((channel) => ({ ...event, channel, data: row_id })),
    { ...event, channel: `private-${resource.model}-Select`, data: row ? choiceOf(resource, row) : row_id },
    {
      ...event,
      channel: `presence-${resource.model}.${row_id}`,
      data: row ? { id: row_id, version: row.version } : row_id,
    },
  ]
}

/** As selects show it: its name, where nobody needs a right of his own to see that. */
const choiceOf = ({ fields }: Resource, { id, name }: Row) =>
  fields['name'] && fields['name'].permission === undefined ? { id, name } : { id }

/** Whoever reads a case hears that it changed, and nothing of what: he reads it anew by his own right. */
export const buildReaderEvent = (change: ChangeEvent, reference: string): OutgoingEvent => ({
  channel: `private-Case.${reference}`,
  name: 'CaseEvents',
  data: {},
  group: null,
  change,
  resource: undefined,
})

/** There is something new for one person. */
export const buildUserEvents = (change: ChangeEvent): OutgoingEvent[] => [
  {
    channel: `private-User.${change.row_id}`,
    name: 'Notified',
    data: change.row_id,
    group: null,
    change,
    resource: undefined,
  },
]

/** As it goes out. */
export type Written = MissedMessages['messages'][number]['data']

/** Who a message is written for. */
export type Reader = Pick<Socket, 'id' | 'session_id' | 'reader'>

/** What each reader may see of it, made once for all who may see the same. */
export function seenBy<Made>(
  { data, group, change, resource }: OutgoingEvent,
  make: (message: Written) => Made,
): (reader: Reader) => Made {
  const guarded = typeof data === 'number' ? [] : guardedIn(resource, data)
  const known = new Map<string, Made>()
  return (reader) => {
    const hidden = guarded
      .filter(([, permission]) => !reader.reader?.abilities.includes(permission))
      .map(([field]) => field)
    // Whoever carries somebody else's number does not make that one look away.
    const isClaimed = reader.id === change.from_socket && reader.session_id !== change.from_session
    const key = `${hidden.join()} ${isClaimed}`
    const before = known.get(key)
    if (before !== undefined) return before

    const { sequence, event } = change
    const from = isClaimed ? null : change.from_socket
    const made = make({ sequence, event, data: without(data, hidden), group, from })
    known.set(key, made)
    return made
  }
}

/** Writes a message as each reader may see it, once for all who may see the same. */
export const writerOf = (event: OutgoingEvent): ((reader: Reader) => string) =>
  seenBy(event, (message) => write(event.name, message, event.channel))

/** Frames of all that is told on one channel, in its order: one buffer for all readers who may see the same. */
export function framesOf(events: readonly OutgoingEvent[]): (reader: Reader) => Buffer {
  const texts = events.map(writerOf)
  const write = (reader: Reader) => Buffer.concat(texts.map((textFor) => frameOf(textFor(reader))))
  const permissions = new Set(events.flatMap(({ resource }) => (resource ? permissionsOf(resource) : [])))
  const named = new Set(events.map(({ change }) => change.from_socket))
  const known = new Map<string, Buffer>()
  return (reader) => {
    // What is written to a socket that is named depends on its session.
    if (named.has(reader.id)) return write(reader)
    let key = ''
    for (const permission of permissions) if (reader.reader?.abilities.includes(permission)) key += `${permission} `
    const before = known.get(key)
    if (before) return before
    const frames = write(reader)
    known.set(key, frames)
    return frames
  }
}

const permissionsOf = ({ fields }: Resource) => Object.values(fields).flatMap(({ permission }) => permission ?? [])

const guardedIn = (resource: Resource | undefined, data: object) =>
  Object.entries(resource?.fields ?? {}).flatMap(([field, { permission }]): [string, string][] =>
    permission !== undefined && field in data ? [[field, permission]] : [],
  )

const without = (data: OutgoingEvent['data'], hidden: readonly string[]) =>
  typeof data === 'number' || hidden.length === 0
    ? data
    : Object.fromEntries(Object.entries(data).filter(([field]) => !hidden.includes(field)))
