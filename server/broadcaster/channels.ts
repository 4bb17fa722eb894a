import { frameOf } from '#server/live/frame.ts'
import type { Socket } from '#server/live/socket.ts'
import { buildIndex } from '#server/live/sockets.ts'
import { write } from '#server/live/wire.ts'
import { buildMembers, type Member } from './members.ts'
import type { Ticket } from './tickets.ts'

export type Channels = ReturnType<typeof buildChannels>

/** Which sockets are on which channel, and what they are told there. */
export function buildChannels() {
  const byChannel = buildIndex()
  const members = buildMembers()
  const joined = new WeakMap<Socket, Map<string, Member | undefined>>()
  const joinedBy = (socket: Socket) => joined.get(socket) ?? new Map<string, Member | undefined>()

  function tell(channel: string, text: string, except?: string) {
    const frame = frameOf(text)
    for (const socket of byChannel.get(channel)) if (socket.id !== except) socket.write(frame)
  }

  return {
    tell,

    /** The names of those that a socket has joined. */
    of: (socket: Socket) => [...joinedBy(socket).keys()],

    enter(socket: Socket, { channel, member }: Ticket) {
      joined.set(socket, joinedBy(socket).set(channel, member))
      if (member && members.arrive(channel, member))
        tell(channel, write('pusher_internal:member_added', member, channel), socket.id)
      byChannel.add(channel, socket)
      const told = member ? { presence: members.of(channel) } : {}
      socket.send(write('pusher_internal:subscription_succeeded', told, channel))
    },

    leave(socket: Socket, channel: string) {
      const member = joinedBy(socket).get(channel)
      byChannel.remove(channel, socket)
      joinedBy(socket).delete(channel)
      if (member && members.leave(channel, member))
        tell(channel, write('pusher_internal:member_removed', { user_id: member.user_id }, channel))
    },
  }
}
