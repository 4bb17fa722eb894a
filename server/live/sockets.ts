import type { KnownSession } from '#server/session/session.ts'
import { keepsRights } from './person.ts'
import type { Socket } from './socket.ts'

export type Sockets = ReturnType<typeof buildSockets>

/** The open sockets of this process: all, by session, by channel. */
export function buildSockets() {
  const all = new Set<Socket>()
  const bySession = buildIndex()
  const byChannel = buildIndex()
  const personOf = keepsRights()

  return {
    all: () => all,
    count: () => all.size,
    sessions: () => bySession.keys(),
    ofSession: bySession.get,
    ofChannel: byChannel.get,
    add: (socket: Socket) => all.add(socket),

    /** From now on the end of the session is the end of the socket. False when it is another's already. */
    bind(socket: Socket, session_id: string): boolean {
      if (socket.session_id === undefined) {
        socket.session_id = session_id
        socket.isStranger = false
        bySession.add(session_id, socket)
      }
      return socket.session_id === session_id
    },

    /** Whose the socket is, and what he may do now. */
    know(socket: Socket, session: KnownSession) {
      const person = personOf(session)
      if (socket.reader?.abilities !== person.abilities) socket.reader = person
    },

    enter: (socket: Socket, channel: string) => byChannel.add(channel, socket),

    leave(socket: Socket, channel: string): boolean {
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

const nobody: ReadonlySet<Socket> = new Set()

/** Sockets by a word. */
export function buildIndex() {
  const sets = new Map<string, Set<Socket>>()
  return {
    keys: () => [...sets.keys()],
    get: (key: string): ReadonlySet<Socket> => sets.get(key) ?? nobody,
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
