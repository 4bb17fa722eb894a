import type { MissedMessages, LiveMessage } from '#shared/calls/live.ts'
import type { Row } from '#shared/calls/crud.ts'
import { liveEvent } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { filtersOf, listsOf } from '#server/events/channels.ts'
import { frameOf } from './frame.ts'
import type { Socket } from './socket.ts'
import { encodeMessage } from './protocol.ts'

/** A change of a row, as the transaction of the change wrote it to `live_events`. */
export type ChangeEvent = {
  sequence: number
  resource: string
  row_id: number
  event: LiveMessage['event']
  /** The filter values of the row before the change; null when it had none or did not exist. */
  previous_filters: string[] | null
  from_socket: string | null
  from_session: string | null
}

/** A live event on one channel. */
export type OutgoingEvent = {
  channel: string
  /** The name of the event. */
  name: string
  data: LiveMessage['data'] | Row | Record<string, never>
  group: string | null
  change: ChangeEvent
  /** Its field permissions hide fields of the data from some readers. */
  resource: Resource | undefined
}

/**
 * The events of a change, on every channel that it affects. `row` is the current row; undefined when it no longer
 * exists.
 */
export function buildEvents(resource: Resource, change: ChangeEvent, row: Row | undefined): OutgoingEvent[] {
  const { row_id, previous_filters } = change
  const values = row && filtersOf(resource, row)
  const lists = values ? listsOf(resource, values) : []
  // Without filters, the row is always in the only list.
  const before = previous_filters ?? (resource.filters ? undefined : [])
  const leftLists = before ? listsOf(resource, before).filter((channel) => !lists.includes(channel)) : []
  const event = { name: liveEvent(resource), group: values?.join('.') ?? null, change, resource }
  return [
    ...lists.map((channel) => ({ ...event, channel, data: row ?? row_id })),
    ...leftLists.map((channel) => ({ ...event, channel, data: row_id })),
    {
      ...event,
      channel: `private-${resource.model}-Select`,
      // Its subscribers need not be readers of the row: they load the choices with their own permissions.
      data: row ? { id: row_id } : row_id,
      group: null,
    },
    {
      ...event,
      channel: `presence-${resource.model}.${row_id}`,
      data: row ? { id: row_id, version: row.version } : row_id,
    },
  ]
}

/**
 * Notifies the readers of a case that it changed. It carries no data: each reader loads the case with their own
 * permissions.
 */
export const buildReaderEvent = (change: ChangeEvent, reference: string): OutgoingEvent => ({
  channel: `private-Case.${reference}`,
  name: 'CaseEvents',
  data: {},
  group: null,
  change,
  resource: undefined,
})

/** Notifies one user of a new notification. */
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

/** The payload of a message. */
type OutgoingMessage = MissedMessages['messages'][number]['data']

/** The recipient of a message. */
export type Reader = Pick<Socket, 'id' | 'session_id' | 'user'>

/** Builds the message with the fields that a reader may see, once for all readers who may see the same fields. */
export function perReader<Result>(
  { data, group, change, resource }: OutgoingEvent,
  build: (message: OutgoingMessage) => Result,
): (reader: Reader) => Result {
  const protectedFields = typeof data === 'number' ? [] : protectedFieldsOf(resource, data)
  const cache = new Map<string, Result>()
  return (reader) => {
    const hidden = protectedFields
      .filter(([, permission]) => !reader.user?.abilities.includes(permission))
      .map(([field]) => field)
    // A client that sent the socket id of another session must not suppress the event on that socket.
    const isForeignSocket = reader.id === change.from_socket && reader.session_id !== change.from_session
    const key = `${hidden.join()} ${isForeignSocket}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached

    const { sequence, event } = change
    const from = isForeignSocket ? null : change.from_socket
    const result = build({ sequence, event, data: omitFields(data, hidden), group, from })
    cache.set(key, result)
    return result
  }
}

/** Encodes an event for a reader, once for all readers who may see the same fields. */
export const encoderOf = (event: OutgoingEvent): ((reader: Reader) => string) =>
  perReader(event, (message) => encodeMessage(event.name, message, event.channel))

/** The frames of all events of one channel, in order: one buffer for all readers who may see the same fields. */
export function framesOf(events: readonly OutgoingEvent[]): (reader: Reader) => Buffer {
  const texts = events.map(encoderOf)
  const encodeFrames = (reader: Reader) => Buffer.concat(texts.map((textFor) => frameOf(textFor(reader))))
  const permissions = new Set(events.flatMap(({ resource }) => (resource ? permissionsOf(resource) : [])))
  const namedSockets = new Set(events.map(({ change }) => change.from_socket))
  const cache = new Map<string, Buffer>()
  return (reader) => {
    // The payload for a socket that is named as the source depends on its session.
    if (namedSockets.has(reader.id)) return encodeFrames(reader)
    let key = ''
    for (const permission of permissions) if (reader.user?.abilities.includes(permission)) key += `${permission} `
    const cached = cache.get(key)
    if (cached) return cached
    const frames = encodeFrames(reader)
    cache.set(key, frames)
    return frames
  }
}

const permissionsOf = ({ fields }: Resource) => Object.values(fields).flatMap(({ permission }) => permission ?? [])

const protectedFieldsOf = (resource: Resource | undefined, data: object) =>
  Object.entries(resource?.fields ?? {}).flatMap(([field, { permission }]): [string, string][] =>
    permission !== undefined && field in data ? [[field, permission]] : [],
  )

const omitFields = (data: OutgoingEvent['data'], hidden: readonly string[]) =>
  typeof data === 'number' || hidden.length === 0
    ? data
    : Object.fromEntries(Object.entries(data).filter(([field]) => !hidden.includes(field)))
