import type { LiveMessage } from '#shared/calls/live.ts'
import { type ConnectionCallbacks, type ConnectionState, join, socketIdOf } from './connectionState.ts'
import { sendLeave } from './externalPusher.ts'
import { closeConnection, disconnect, openConnection, reconnectNow } from './openConnection.ts'

export type LiveConnection = ReturnType<typeof buildConnection>

/** The one live connection of a tab: opened for the first subscriber, and opened again whenever it is lost. */
export function buildConnection(callbacks: ConnectionCallbacks) {
  const connection: ConnectionState = { ...callbacks, state: 'off', ownIds: new Set(), attempts: 0 }
  return {
    open: () => openConnection(connection),
    /** Joins subscribed channels that were refused: the user may have their permission back. */
    rejoin: () => {
      for (const channel of callbacks.subscriptions.channels()) join(connection, channel)
    },
    state: () => connection.state,
    socketId: () => socketIdOf(connection),
    /** Whether a change was made in this tab. */
    isOwn: ({ from }: LiveMessage) => from !== null && connection.ownIds.has(from),
    membersOf: (channel: string) => membersOf(connection, channel),
    join: (channel: string) => join(connection, channel),
    leave: (channel: string) => {
      connection.pusher?.unsubscribe(channel)
      sendLeave(connection, channel)
    },
    reconnectNow: () => reconnectNow(connection),
    disconnect: () => disconnect(connection),
    close: () => closeConnection(connection),
  }
}

/** The members of a presence channel by user id, as pusher-js stores them. */
function membersOf({ pusher }: ConnectionState, channel: string): Record<string, unknown> {
  const joined = pusher?.channel(channel)
  return joined && 'members' in joined ? { ...(joined.members as { members: Record<string, unknown> }).members } : {}
}
