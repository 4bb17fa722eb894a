import { z } from 'zod'
import { limits } from '../limits.ts'

/** A socket as the server that keeps it numbers it. */
export const socketId = z.string().regex(/^\d{1,20}\.\d{1,20}$/)

export const broadcastingAuthInput = z.strictObject({
  socket_id: socketId,
  channel_name: z.string().min(1).max(200),
  /** On the channel of a record: what one does with it. */
  doing: z.enum(['View', 'Update']).optional(),
  /** The last change that the caller knows of: what came after it is told again. */
  since: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

/** What pusher-js hands on to the socket. A broadcaster outside is told of the person on presence channels only. */
export type BroadcastingAuth = { auth: string; channel_data?: string }

export const broadcastingUserInput = z.strictObject({ socket_id: socketId })

/** What pusher-js signs in with where a broadcaster outside keeps the sockets: by it all of one person can be ended. */
export type BroadcastingUser = { auth: string; user_data: string }

/**
 * Where the socket of an installation is: its public key, and the port when it is not that of the web. With a `host` it
 * is kept outside: what comes there as `Changed` says only up to which `sequence` something is new, and
 * `broadcasting/missed` what.
 */
export type BroadcastingPlace = { key: string; port: number | null; host: string | null; tls: boolean | null }

export const broadcastingMissedInput = z.strictObject({
  channel_name: z.string().min(1).max(200),
  /** The last change that the caller knows of; without it, only the number of the last one is answered. */
  since: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export const broadcastingHereInput = z.strictObject({
  socket_id: socketId,
  /** All records that are looked at through the socket now. */
  at: z
    .array(
      z.strictObject({ channel_name: z.string().min(1).max(200), doing: z.enum(['View', 'Update']).default('View') }),
    )
    .max(limits.live.channels),
})

/** What a socket of ours would have been told, in its order; with `reload` it is too much, or too long ago. */
export type BroadcastingMissed = {
  sequence: number
  messages: { name: string; data: Omit<LiveMessage, 'event'> & { event: LiveMessage['event'] | 'Notified' } }[]
  reload?: true
  /** On the channel of who is at which records of a list: who is there now. */
  records?: AtRecord[]
}

/** Who looks at a record, as its channel tells everybody there. */
export type Present = { name: string; doing: 'View' | 'Update' }

/** What happened to a row. A `Deleted` row, and one that left the list, is a plain number. */
export type LiveMessage = {
  /** The order of changes: larger is later. */
  sequence: number
  event: 'Created' | 'Updated' | 'Deleted'
  data: Record<string, unknown> | number
  /** The values of the list's filters that the row now has, dot-joined; null when it is gone. */
  group: string | null
  /** The socket of whoever made it, as it came with the call. */
  from: string | null
}

/** Who is at one record of a list now; nobody, when the last has gone. */
export type AtRecord = { id: number; people: (Present & { id: number })[] }
