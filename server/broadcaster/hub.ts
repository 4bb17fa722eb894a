import type { Application } from '#server/live/accept.ts'
import type { LiveKeys } from '#server/live/sign.ts'
import type { Socket } from '#server/live/socket.ts'
import { buildSockets } from '#server/live/sockets.ts'
import { type Message, write, writeData, writeRefused, writeTrouble } from '#server/live/wire.ts'
import { limits } from '#shared/limits.ts'
import { buildChannels, type Channels } from './channels.ts'
import { buildPeople, type People } from './people.ts'
import { readOwn, readTicket, readUser } from './tickets.ts'

/** What an installation tells through us: we do not read it. */
export type Broadcast = { name: string; channels: readonly string[]; data: string; socket_id?: string | undefined }

export type Hub = ReturnType<typeof openHub>

/** The sockets of an installation that has its channels with us: whoever it signs a ticket for may join. */
export function openHub(keys: LiveKeys) {
  const here: Here = { keys, channels: buildChannels(), people: buildPeople() }
  const application: Application = {
    key: keys.key,
    sockets: buildSockets(),
    // The pages are of the installation that signs the tickets, wherever that is.
    mayCome: () => true,
    onGone: (socket) => forget(here, socket),
    onMessage: (socket, message) => hear(here, socket, message),
  }

  return {
    application,
    broadcast({ name, channels, data, socket_id }: Broadcast) {
      for (const channel of channels) here.channels.tell(channel, writeData(name, data, channel), socket_id)
    },
    /** Ends all connections of a person of the installation, and takes its channels from each at once. */
    terminate(user: string) {
      for (const socket of [...here.people.socketsOf(user)]) {
        application.onGone(socket)
        socket.close('the session has ended')
      }
    },
  }
}

/** What is kept of one installation. */
type Here = { keys: LiveKeys; channels: Channels; people: People }

function forget({ channels, people }: Here, socket: Socket) {
  for (const channel of channels.of(socket)) channels.leave(socket, channel)
  people.remove(socket)
}

function hear(here: Here, socket: Socket, { event, data }: Message) {
  if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
  else if (event === 'pusher:subscribe') join(here, socket, data)
  else if (event === 'pusher:signin') signIn(here, socket, data)
  else if (event === 'pusher:unsubscribe') here.channels.leave(socket, String(data['channel']))
  else if (event.startsWith('client-')) socket.send(writeTrouble('clients send no events'))
}

function join({ keys, channels, people }: Here, socket: Socket, data: Record<string, unknown>) {
  const ticket = readOwn(people.of(socket), data) ?? readTicket(keys, socket.id, data)
  const joined = channels.of(socket)
  if (ticket && joined.includes(ticket.channel)) return
  if (!ticket || joined.length >= limits.live.channels) {
    socket.send(writeRefused(String(data['channel'])))
    return
  }
  socket.isStranger = false
  channels.enter(socket, ticket)
}

function signIn({ keys, people }: Here, socket: Socket, data: Record<string, unknown>) {
  const user = readUser(keys, socket.id, data)
  if (user === undefined || people.of(socket) !== undefined) {
    socket.send(writeTrouble('the signature of the person is wrong'))
    return
  }
  people.signIn(socket, user)
  socket.send(write('pusher:signin_success', { user_data: data['user_data'] }))
}
