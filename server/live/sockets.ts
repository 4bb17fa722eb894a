import type { KnownSession } from '#server/session/session.ts'
import { permissionsDigest } from '#shared/permissionsDigest.ts'
import { createPermissionInterner, type SocketUser } from './permissionInterner.ts'
import { encodeMessage } from './protocol.ts'
import type { Socket } from './socket.ts'

export type SocketRegistry = ReturnType<typeof createSocketRegistry>

/** The open sockets of this process: all, by session, by channel. `onSignedIn` is called for each that binds to a session. */
export function createSocketRegistry(onSignedIn: (socket: Socket) => void = () => undefined) {
  const all = new Set<Socket>()
  const bySession = createSocketIndex()
  const byChannel = createSocketIndex()
  const internUser = createPermissionInterner()

  return {
    all: () => all,
    count: () => all.size,
    sessions: () => bySession.keys(),
    ofSession: bySession.get,
    ofChannel: byChannel.get,
    add: (socket: Socket) => all.add(socket),

    /** Binds the socket to a session, whose end closes it. Returns false when it belongs to another session. */
    bind(socket: Socket, session_id: string): boolean {
      if (socket.session_id === undefined) {
        socket.session_id = session_id
        socket.isAnonymous = false
        bySession.add(session_id, socket)
        onSignedIn(socket)
      }
      return socket.session_id === session_id
    },

    /**
     * Sets the user of the socket and their current permissions; the client is notified when they are others than before, or
     * of a new socket than those of the digest `known`: they can have changed since the page was loaded.
     */
    setUser(socket: Socket, session: KnownSession, known?: string) {
      const user = internUser(session)
      if (isChanged(user, { before: socket.user, known })) socket.send(encodeMessage('PermissionsChanged', {}))
      socket.user = user
    },

    subscribe: (socket: Socket, channel: string) => byChannel.add(channel, socket),

    unsubscribe(socket: Socket, channel: string): boolean {
      byChannel.remove(channel, socket)
      return socket.subscriptions.delete(channel)
    },

    remove(socket: Socket) {
      all.delete(socket)
      if (socket.session_id !== undefined) bySession.remove(socket.session_id, socket)
      for (const channel of socket.subscriptions.keys()) byChannel.remove(channel, socket)
      socket.subscriptions.clear()
    },
  }
}

const isChanged = (
  { abilities }: SocketUser,
  { before, known }: { before: SocketUser | undefined; known: string | undefined },
) => (before ? before.abilities !== abilities : known !== undefined && known !== permissionsDigest(abilities))

const noSockets: ReadonlySet<Socket> = new Set()

/** Sockets by a string key. */
export function createSocketIndex() {
  const sets = new Map<string, Set<Socket>>()
  return {
    keys: () => [...sets.keys()],
    get: (key: string): ReadonlySet<Socket> => sets.get(key) ?? noSockets,
    add(key: string, socket: Socket) {
      const set = sets.get(key)
      if (set) set.add(socket)
      else sets.set(key, new Set([socket]))
    },
    remove(key: string, socket: Socket) {
      const set = sets.get(key)
      set?.delete(socket)
      if (set?.size === 0) sets.delete(key)
    },
  }
}
