import type { Socket } from '#server/live/socket.ts'
import { buildIndex } from '#server/live/sockets.ts'

export type People = ReturnType<typeof buildPeople>

/** Whose the sockets are that somebody has signed in with. */
export function buildPeople() {
  const byUser = buildIndex()
  const users = new WeakMap<Socket, string>()

  return {
    of: (socket: Socket) => users.get(socket),
    socketsOf: byUser.get,

    signIn(socket: Socket, user: string) {
      users.set(socket, user)
      byUser.add(user, socket)
    },

    remove: (socket: Socket) => byUser.remove(users.get(socket) ?? '', socket),
  }
}
