import { z } from 'zod'
import { limits } from '#shared/limits.ts'

/** The id that the server gives to a socket. */
export const socketId = z
  .string()
  .max(41)
  .regex(/^\d{1,20}\.\d{1,20}$/)

const channelName = z.string().min(1).max(limits.live.channel_letters)
const sequence = z.int().min(0).max(limits.live.sequence)

export const broadcastingAuthInput = z.strictObject({
  socket_id: socketId,
  channel_name: channelName,
  /** On the channel of a record: whether the user views or edits it. */
  doing: z.enum(['View', 'Update']).optional(),
  /** The sequence of the last change that the client has; later changes are replayed. */
  since: sequence.optional(),
  /** The digest of the permissions that the page knows (`permissionsDigest`): it is notified if they are others by now. */
  permissions: z.string().max(7).optional(),
})

/** The channel authorization that pusher-js sends to the socket; `channel_data` only on presence channels of an external broadcaster. */
export type BroadcastingAuth = { auth: string; channel_data?: string }

export const broadcastingUserInput = z.strictObject({ socket_id: socketId })

/** User authentication at an external broadcaster, so that all sockets of one user can be terminated. */
export type BroadcastingUser = { auth: string; user_data: string }

/**
 * How clients connect to the broadcaster: its public key, and its port when it differs from that of the web. A `host` means
 * an external broadcaster: its `Changed` events carry only the latest `sequence`, and `broadcasting/missed` returns the
 * changes.
 */
export type BroadcastingConnection = { key: string; port: number | null; host: string | null; tls: boolean | null }

export const broadcastingMissedInput = z.strictObject({
  channel_name: channelName,
  /** The sequence of the last change that the client has; without it, only the latest sequence is returned. */
  since: sequence.optional(),
})

export const broadcastingHereInput = z.strictObject({
  socket_id: socketId,
  /** Heartbeat: all records open through this socket. */
  at: z
    .array(z.strictObject({ channel_name: channelName, doing: z.enum(['View', 'Update']).default('View') }))
    .max(limits.live.channels),
})

/** The line of a text, counted from 0, in which the user of a socket writes; null when they have left the text. */
export const broadcastingLineInput = z.strictObject({
  socket_id: socketId,
  channel_name: channelName,
  line: z.int().min(0).max(limits.live.line).nullable(),
})

/** The missed messages, in order; `reload` when they are too many or no longer available. */
export type MissedMessages = {
  sequence: number
  messages: { name: string; data: LiveMessage }[]
  reload?: true
  /** On the presence channel of a list: the current viewers of its records. */
  records?: RecordViewers[]
}

/**
 * Presence: a user who views or edits a record, as sent to the members of its channel. `line`: the line of its text in which
 * they write, counted from 0.
 */
export type Viewer = { name: string; doing: 'View' | 'Update'; line?: number }

/** A change of a row. A deleted row, or one that left the list, is a plain number. */
export type LiveMessage = {
  /** The position in the order of changes. */
  sequence: number
  /** `Notified`: the user of the channel has a new notification. */
  event: 'Created' | 'Updated' | 'Deleted' | 'Notified'
  data: Record<string, unknown> | number
  /** The current values of the list filters, joined by dots; null when the row is gone. */
  group: string | null
  /** The socket id that came with the call of the user who made the change. */
  from: string | null
}

/** The current viewers of one record of a list; empty when the last one has left. */
export type RecordViewers = { id: number; people: (Viewer & { id: number })[] }
