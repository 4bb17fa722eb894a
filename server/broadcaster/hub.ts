import { z } from 'zod'
import type { Application } from '#server/live/accept.ts'
import { frameOf } from '#server/live/frame.ts'
import { isSigned, isUserSigned, type LiveKeys } from '#server/live/sign.ts'
import type { Socket } from '#server/live/socket.ts'
import { buildIndex, buildSockets } from '#server/live/sockets.ts'
import { type Message, parsed, write, writeData, writeRefused, writeTrouble } from '#server/live/wire.ts'
import { limits } from '#shared/limits.ts'
import { buildMembers, type Member } from './members.ts'

/** What an installation tells through us: we do not read it. */
export type Broadcast = { name: string; channels: readonly string[]; data: string; socket_id?: string | undefined }

const grammar = /^(private-|presence-)?[\w=@,.;-]{1,164}$/
const memberOf = z.object({ user_id: z.string().min(1).max(100), user_info: z.unknown().optional() })

const userOf = z.object({ id: z.string().min(1).max(100) })

export type Hub = ReturnType<typeof openHub>

/** The sockets of an installation that has its channels with us: whoever it signs a ticket for may join. */
export function openHub(keys: LiveKeys) {
  const sockets = buildSockets()
  const byChannel = buildIndex()
  const members = buildMembers()
  const byUser = buildIndex()
  const users = new WeakMap<Socket, string>()
  const joined = new WeakMap<Socket, Map<string, Member | undefined>>()
  const channelsOf = (socket: Socket) => joined.get(socket) ?? new Map<string, Member | undefined>()

  function tell(channel: string, text: string, except?: string) {
    const frame = frameOf(text)
    for (const socket of byChannel.get(channel)) if (socket.id !== except) socket.write(frame)
  }

  function join(socket: Socket, data: Record<string, unknown>) {
    const ticket = readOwn(users.get(socket), data) ?? readTicket(keys, socket.id, data)
    const channels = channelsOf(socket)
    if (!ticket || channels.size >= limits.live.channels) {
      socket.send(writeRefused(String(data['channel'])))
      return
    }
    const { channel, member } = ticket
    if (channels.has(channel)) return
    socket.isStranger = false
    joined.set(socket, channels.set(channel, member))
    if (member && members.arrive(channel, member))
      tell(channel, write('pusher_internal:member_added', member, channel), socket.id)
    byChannel.add(channel, socket)
    const told = member ? { presence: members.of(channel) } : {}
    socket.send(write('pusher_internal:subscription_succeeded', told, channel))
  }

  function leave(socket: Socket, channel: string) {
    const member = channelsOf(socket).get(channel)
    byChannel.remove(channel, socket)
    channelsOf(socket).delete(channel)
    if (member && members.leave(channel, member))
      tell(channel, write('pusher_internal:member_removed', { user_id: member.user_id }, channel))
  }

  function signIn(socket: Socket, data: Record<string, unknown>) {
    const user = readUser(keys, socket.id, data)
    if (user === undefined || users.has(socket)) {
      socket.send(writeTrouble('the signature of the person is wrong'))
      return
    }
    users.set(socket, user)
    byUser.add(user, socket)
    socket.send(write('pusher:signin_success', { user_data: data['user_data'] }))
  }

  const application: Application = {
    key: keys.key,
    sockets,
    // The pages are of the installation that signs the tickets, wherever that is.
    mayCome: () => true,
    onGone: (socket) => {
      for (const channel of [...channelsOf(socket).keys()]) leave(socket, channel)
      byUser.remove(users.get(socket) ?? '', socket)
    },
    onMessage: (socket, { event, data }: Message) => {
      if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
      else if (event === 'pusher:subscribe') join(socket, data)
      else if (event === 'pusher:signin') signIn(socket, data)
      else if (event === 'pusher:unsubscribe') leave(socket, String(data['channel']))
      else if (event.startsWith('client-')) socket.send(writeTrouble('clients send no events'))
    },
  }

  return {
    application,
    broadcast({ name, channels, data, socket_id }: Broadcast) {
      for (const channel of channels) tell(channel, writeData(name, data, channel), socket_id)
    },
    /** Ends all connections of a person of the installation, and takes its channels from each at once. */
    terminate(user: string) {
      for (const socket of [...byUser.get(user)]) {
        application.onGone(socket)
        socket.close('the session has ended')
      }
    },
  }
}

/** Whose a socket is, as the installation has signed it. */
function readUser(keys: LiveKeys, socket_id: string, { auth, user_data }: Record<string, unknown>) {
  if (typeof auth !== 'string' || typeof user_data !== 'string') return undefined
  if (!isUserSigned(keys, socket_id, user_data, auth)) return undefined
  return userOf.safeParse(parsed(user_data)).data?.id
}

/** The channel of a person needs no ticket: the client joins it by itself as soon as it is known whose it is. */
const readOwn = (user: string | undefined, { channel }: Record<string, unknown>) =>
  user !== undefined && channel === `#server-to-user-${user}` ? { channel, member: undefined } : undefined

/** What a socket may join: anything without a ticket that is not private, else exactly what was signed. */
function readTicket(keys: LiveKeys, socket_id: string, { channel, auth, channel_data }: Record<string, unknown>) {
  const kind = typeof channel === 'string' ? grammar.exec(channel) : null
  if (typeof channel !== 'string' || !kind) return undefined
  if (kind[1] === undefined) return { channel, member: undefined }
  const said = typeof channel_data === 'string' ? channel_data : undefined
  if (typeof auth !== 'string' || !isSigned(keys, { socket_id, channel, channel_data: said }, auth)) return undefined
  if (kind[1] === 'private-') return { channel, member: undefined }
  const member = memberOf.safeParse(parsed(said ?? ''))
  return member.success ? { channel, member: member.data } : undefined
}
