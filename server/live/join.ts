import type { KnownSession } from '#server/session/session.ts'
import { limits } from '#shared/limits.ts'
import { type Channel, mayJoin, readChannel } from '#server/events/channels.ts'
import type { RecordViewers } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import type { Socket, Subscription } from './socket.ts'
import type { SocketRegistry } from './sockets.ts'
import { verifyChannelAuth } from './channelAuth.ts'
import { encodeMessage, encodeSubscriptionError } from './protocol.ts'

export type JoinDependencies = {
  keys: LiveKeys
  sockets: SocketRegistry
  /** The live sessions among the ids, with their current permissions. */
  findSessions: (ids: readonly string[]) => Promise<KnownSession[]>
  mayReadCase: (reference: string, session: KnownSession) => Promise<boolean>
  /** The events of the channel after `since`, up to `until`, and the latest sequence. */
  loadMissed: (socket: Socket, channel: Channel, since: number | undefined, until: number) => Promise<MissedFrames>
  /** The sequence of the last change that was sent to current subscribers. */
  position: () => number
  /** Adds a viewer of a record and notifies the others; returns the current viewers. */
  addViewer: (socket: Socket, subscription: Subscription) => Promise<object>
  /** The current viewers of the records of a list. */
  findViewers: (resource: Resource) => Promise<RecordViewers[]>
}

/** Encoded messages, in order; `reload` when they are too many or no longer available. */
export type MissedFrames = { sequence: number; texts: string[]; reload?: true }

/** Subscribes a socket to a channel, if its channel authorization is valid and its session may read the channel now. */
export async function join(
  dependencies: JoinDependencies,
  socket: Socket,
  data: Record<string, unknown>,
): Promise<void> {
  const name = typeof data['channel'] === 'string' ? data['channel'] : ''
  if (socket.subscriptions.has(name)) return
  const channel = readChannel(name)
  const { auth, channel_data } = data
  const claims =
    channel && verifyChannelAuth(dependencies.keys, { socket_id: socket.id, channel: name, auth, channel_data })
  if (
    !claims ||
    socket.subscriptions.size >= limits.live.channels ||
    !dependencies.sockets.bind(socket, claims.session_id)
  ) {
    socket.send(encodeSubscriptionError(name))
    return
  }

  if (dependencies.sockets.ofSession(claims.session_id).size > limits.live.sockets_per_session) {
    socket.close('too much at once')
    return
  }

  // Registered before any query, so that a permission that is revoked meanwhile removes the subscription too.
  const subscription: Subscription = { channel, pendingFrames: [], info: claims.user_info }
  socket.subscriptions.set(name, subscription)
  const [session] = await dependencies.findSessions([claims.session_id])
  if (!session) {
    socket.close('the session has ended')
    return
  }
  dependencies.sockets.setUser(socket, session, claims.permissions)
  const isAllowed = await mayRead(dependencies, channel, session)
  if (socket.subscriptions.get(name) !== subscription) return
  if (!isAllowed) {
    dependencies.sockets.unsubscribe(socket, name)
    socket.send(encodeSubscriptionError(name))
    return
  }
  await subscribe(dependencies, socket, subscription, claims.since)
}

/** Asked again after the authorization, which may be older than a change of the permissions. */
const mayRead = async ({ mayReadCase }: JoinDependencies, channel: Channel, session: KnownSession) =>
  channel.kind === 'Case' ? mayReadCase(channel.reference, session) : mayJoin(channel, session)

/** Frames that arrive while missed events are loaded are held back, so that nothing is sent twice or out of order. */
async function subscribe(
  dependencies: JoinDependencies,
  socket: Socket,
  subscription: Subscription,
  since: number | undefined,
) {
  const { channel } = subscription
  const { name } = channel
  dependencies.sockets.subscribe(socket, name)
  const until = dependencies.position()
  const presence = await presenceOf(dependencies, socket, subscription)
  const { texts, ...missed } = await dependencies.loadMissed(socket, channel, since, until)
  if (socket.subscriptions.get(name) !== subscription) return
  socket.send(encodeMessage('pusher_internal:subscription_succeeded', { ...missed, ...presence }, name))
  for (const text of texts) socket.send(text)
  for (const frames of subscription.pendingFrames ?? []) socket.write(frames)
  subscription.pendingFrames = undefined
}

async function presenceOf(dependencies: JoinDependencies, socket: Socket, subscription: Subscription): Promise<object> {
  const { channel } = subscription
  if (channel.kind === 'Record') return dependencies.addViewer(socket, subscription)
  return channel.kind === 'Present' ? { records: await dependencies.findViewers(channel.resource) } : {}
}
