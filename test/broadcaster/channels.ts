import { frameOf } from '#server/live/frame.ts'
import type { Socket } from '#server/live/socket.ts'
import { createSocketIndex } from '#server/live/sockets.ts'
import { encodeMessage } from '#server/live/protocol.ts'

/** A channel that a socket may join; with a member on a presence channel. */
export type Subscription = { channel: string; member: Member | undefined }

/** A user of a presence channel, as the protocol describes one to the others. */
type Member = { user_id: string; user_info?: unknown }

export type Channels = ReturnType<typeof buildChannels>

/** The subscriptions of every socket, and the members of presence channels. */
export function buildChannels() {
  const byChannel = createSocketIndex()
  const members = buildMembers()
  const subscriptions = new WeakMap<Socket, Map<string, Member | undefined>>()
  const subscriptionsOf = (socket: Socket) => subscriptions.get(socket) ?? new Map<string, Member | undefined>()

  function broadcast(channel: string, text: string, except?: string) {
    const frame = frameOf(text)
    for (const socket of byChannel.get(channel)) if (socket.id !== except) socket.write(frame)
  }

  return {
    broadcast,

    /** The names of the channels of a socket. */
    of: (socket: Socket) => [...subscriptionsOf(socket).keys()],

    subscribe(socket: Socket, { channel, member }: Subscription) {
      subscriptions.set(socket, subscriptionsOf(socket).set(channel, member))
      if (member && members.add(channel, member))
        broadcast(channel, encodeMessage('pusher_internal:member_added', member, channel), socket.id)
      byChannel.add(channel, socket)
      const data = member ? { presence: members.of(channel) } : {}
      socket.send(encodeMessage('pusher_internal:subscription_succeeded', data, channel))
    },

    unsubscribe(socket: Socket, channel: string) {
      const member = subscriptionsOf(socket).get(channel)
      byChannel.remove(channel, socket)
      subscriptionsOf(socket).delete(channel)
      if (member && members.remove(channel, member))
        broadcast(channel, encodeMessage('pusher_internal:member_removed', { user_id: member.user_id }, channel))
    },
  }
}

type PresentMember = { member: Member; sockets: number }

/** The members of each presence channel: a user with several sockets is one member. */
function buildMembers() {
  const byChannel = new Map<string, Map<string, PresentMember>>()

  return {
    /** True for the first socket of the user on the channel. */
    add(channel: string, member: Member): boolean {
      const present = byChannel.get(channel) ?? new Map<string, PresentMember>()
      byChannel.set(channel, present)
      const existing = present.get(member.user_id)
      present.set(member.user_id, { member, sockets: (existing?.sockets ?? 0) + 1 })
      return existing === undefined
    },

    /** True for the last socket of the user on the channel. */
    remove(channel: string, { user_id }: Member): boolean {
      const present = byChannel.get(channel)
      const entry = present?.get(user_id)
      if (!present || !entry) return false
      entry.sockets -= 1
      if (entry.sockets > 0) return false
      present.delete(user_id)
      if (present.size === 0) byChannel.delete(channel)
      return true
    },

    /** The `presence` of a successful subscription. */
    of(channel: string) {
      const present = [...(byChannel.get(channel)?.values() ?? [])].map(({ member }) => member)
      return {
        count: present.length,
        ids: present.map(({ user_id }) => user_id),
        hash: Object.fromEntries(present.map(({ user_id, user_info }) => [user_id, user_info ?? {}])),
      }
    },
  }
}
