import type { Application } from '#server/live/accept.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import type { Socket } from '#server/live/socket.ts'
import { createSocketIndex, createSocketRegistry } from '#server/live/sockets.ts'
import { type Message, encodeMessage, encodeSubscriptionError, encodeError } from '#server/live/protocol.ts'
import { limits } from '#shared/limits.ts'
import { buildChannels, type Channels } from './channels.ts'
import { readOwnChannel, readSubscription, readUser } from './auth.ts'

/** An event of an installation; its data is passed on as it is. */
export type Broadcast = { name: string; channels: readonly string[]; data: string; socket_id?: string | undefined }

export type Hub = ReturnType<typeof openHub>

/** Pusher's protocol for one installation: its sockets, channels, and signed-in users. */
export function openHub(keys: LiveKeys) {
  const state: State = { keys, channels: buildChannels(), users: buildUsers() }
  const application: Application = {
    key: keys.key,
    sockets: createSocketRegistry(),
    isAllowedOrigin: () => true,
    onDisconnect: (socket) => remove(state, socket),
    onMessage: (socket, message) => handle(state, socket, message),
  }

  return {
    application,
    broadcast({ name, channels, data, socket_id }: Broadcast) {
      for (const channel of channels)
        state.channels.broadcast(channel, JSON.stringify({ event: name, channel, data }), socket_id)
    },
    /** Closes every connection of a user, and unsubscribes each at once. */
    terminate(user: string) {
      for (const socket of [...state.users.socketsOf(user)]) {
        application.onDisconnect(socket)
        socket.close('the session has ended')
      }
    },
  }
}

type State = { keys: LiveKeys; channels: Channels; users: ReturnType<typeof buildUsers> }

/** The signed-in user of each socket. */
function buildUsers() {
  const byUser = createSocketIndex()
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

function remove({ channels, users }: State, socket: Socket) {
  for (const channel of channels.of(socket)) channels.unsubscribe(socket, channel)
  users.remove(socket)
}

function handle(state: State, socket: Socket, { event, data }: Message) {
  if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
  else if (event === 'pusher:subscribe') subscribe(state, socket, data)
  else if (event === 'pusher:signin') signIn(state, socket, data)
  else if (event === 'pusher:unsubscribe') state.channels.unsubscribe(socket, String(data['channel']))
  else if (event.startsWith('client-')) socket.send(encodeError('clients send no events'))
}

function subscribe({ keys, channels, users }: State, socket: Socket, data: Record<string, unknown>) {
  const subscription = readOwnChannel(users.of(socket), data) ?? readSubscription(keys, socket.id, data)
  const current = channels.of(socket)
  if (subscription && current.includes(subscription.channel)) return
  if (!subscription || current.length >= limits.live.channels) {
    socket.send(encodeSubscriptionError(String(data['channel'])))
    return
  }
  socket.isAnonymous = false
  channels.subscribe(socket, subscription)
}

function signIn({ keys, users }: State, socket: Socket, data: Record<string, unknown>) {
  const user = readUser(keys, socket.id, data)
  if (user === undefined || users.of(socket) !== undefined) {
    const error = { code: 4303, message: 'invalid signature of the user' }
    socket.send(JSON.stringify({ event: 'pusher:error', data: error }))
    return
  }
  users.signIn(socket, user)
  socket.send(encodeMessage('pusher:signin_success', { user_data: data['user_data'] }))
}
