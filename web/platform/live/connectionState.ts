import type Pusher from 'pusher-js'
import type { BroadcastingAuth, BroadcastingUser, MissedMessages, RecordViewers } from '#shared/calls/live.ts'
import type { SubscriptionRegistry } from './subscriptionRegistry.ts'

type Timer = ReturnType<typeof setTimeout>

/** The mutable state of the live connection of a tab, with its callbacks. */
export type ConnectionState = ConnectionCallbacks & {
  state: LiveState
  pusher?: Pusher | undefined
  /** Every socket id that this tab has had: a message from one of them is its own change. */
  ownIds: Set<string>
  isOpening?: boolean
  /** Failed attempts since the connection was last open for some seconds, and the timer of the next one. */
  attempts: number
  /** In milliseconds of the monotonic clock. */
  connectedAt?: number | undefined
  timer?: Timer
  /** Runs with an external broadcaster only. */
  heartbeatTimer?: Timer | undefined
  /** Whether the last heartbeat named any record. */
  hadRecords?: boolean
}

export function changeState(connection: ConnectionState, next: LiveState) {
  if (connection.state === next) return
  connection.state = next
  connection.onStateChange(next)
}

export function join({ state, pusher, subscriptions }: ConnectionState, channel: string) {
  if (state === 'connected' && subscriptions.isSubscribed(channel)) pusher?.subscribe(channel)
}

/** The permission is revoked. Unsubscribes, as pusher-js would otherwise not authorize the channel again. */
export function dropChannel({ pusher, subscriptions }: ConnectionState, channel: string) {
  pusher?.unsubscribe(channel)
  subscriptions.refused(channel)
}

/** Sent with each call as X-Socket-Id, and the name of this tab at an external broadcaster. */
export const socketIdOf = ({ state, pusher }: ConnectionState) =>
  state === 'connected' ? pusher?.connection.socket_id : undefined

/**
 * `off` without a user or a subscriber; `offline` while the server cannot be reached and attempts to reconnect go on.
 */
export type LiveState = 'off' | 'connecting' | 'connected' | 'offline'

/**
 * With `isExternal`, an external broadcaster holds the sockets; its messages carry only the number of the last change.
 */
export type ServerAddress = { key: string; host: string; port: number; isSecure: boolean; isExternal: boolean }
/** A transient failure is retried; a refusal is final. */
type ConnectionFailure = 'transient' | 'refused'

export type ConnectionCallbacks = {
  subscriptions: SubscriptionRegistry
  /** Whether a session can authorize calls. */
  isSignedIn: () => boolean
  /** How long to wait after this many failed attempts to connect, in milliseconds. */
  backoff: (attempts: number) => number
  fetchServerAddress: () => Promise<ServerAddress | ConnectionFailure>
  authorizeChannel: (
    socketId: string,
    channel: string,
    since: number | undefined,
  ) => Promise<BroadcastingAuth | ConnectionFailure>
  /** User authentication for an external broadcaster, so that a revoked permission ends the connection there too. */
  authenticateUser: (socketId: string) => Promise<BroadcastingUser | ConnectionFailure>
  /** Presence heartbeat, for an external broadcaster: the records that are open in this tab. */
  sendHeartbeat: (socketId: string, records: string[]) => void
  /** The messages of a channel since a change, for an external broadcaster. */
  fetchMissed: (channel: string, since: number | undefined) => Promise<MissedMessages | ConnectionFailure>
  onStateChange: (state: LiveState) => void
  /** The permissions of the user have changed. */
  onPermissionsChange: () => void
  /** The members of a presence channel have changed. */
  onMembersChange: (channel: string) => void
  /** The users at one record of a list, and at all of its records. */
  onRecordViewers: (channel: string, viewers: RecordViewers) => void
  onAllRecordViewers: (channel: string, viewers: RecordViewers[]) => void
}
