import type { KnownSession } from '#server/session/session.ts'
import { limits } from '#shared/limits.ts'
import { type Channel, mayJoin, readChannel } from '#server/events/channels.ts'
import type { RecordViewers } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import type { Socket, Subscription } from './socket.ts'
import type { Sockets } from './sockets.ts'
import { readTicket } from './channelAuth.ts'
import { write, writeRefused } from './protocol.ts'

export type JoinDependencies = {
  keys: LiveKeys
  sockets: Sockets
  /** Those of the sessions that live, as they are now. */
  findSessions: (ids: readonly string[]) => Promise<KnownSession[]>
  /** What the socket missed on the channel since a change, and which change it knows of after that. */
  missed: (socket: Socket, channel: Channel, since: number | undefined, until: number) => Promise<Missed>
  /** The last change that is on its way to those who have joined. */
  position: () => number
  /** Tells the others of a record who looks at it; answers what is told to the one who came. */
  arrive: (socket: Socket, subscription: Subscription) => Promise<object>
  /** Who is at which records of a list. */
  findPresent: (resource: Resource) => Promise<RecordViewers[]>
}

/** With `reload` it was too much or too long ago to be told again. */
export type Missed = { sequence: number; texts: string[]; reload?: true }

/** Lets a socket into a channel: by its ticket, and by what the session of the ticket may do now. */
export async function join(
  dependencies: JoinDependencies,
  socket: Socket,
  data: Record<string, unknown>,
): Promise<void> {
  const name = typeof data['channel'] === 'string' ? data['channel'] : ''
  if (socket.subscriptions.has(name)) return
  const channel = readChannel(name)
  const { auth, channel_data } = data
  const claims = channel && readTicket(dependencies.keys, { socket_id: socket.id, channel: name, auth, channel_data })
  if (
    !claims ||
    socket.subscriptions.size >= limits.live.channels ||
    !dependencies.sockets.bind(socket, claims.session_id)
  ) {
    socket.send(writeRefused(name))
    return
  }

  const ours = dependencies.sockets.ofSession(claims.session_id)
  if (ours.size > limits.live.sockets_per_session) {
    socket.close('too much at once')
    return
  }

  // It stands in its place before anything is asked, so that a right that is taken meanwhile takes it away too.
  const subscription: Subscription = { channel, waiting: [], info: claims.user_info }
  socket.subscriptions.set(name, subscription)
  const [session] = await dependencies.findSessions([claims.session_id])
  if (!session) {
    socket.close('the session has ended')
    return
  }
  dependencies.sockets.know(socket, session)
  if (socket.subscriptions.get(name) !== subscription) return
  if (!mayJoin(channel, session)) {
    dependencies.sockets.leave(socket, name)
    socket.send(writeRefused(name))
    return
  }
  await letIn(dependencies, socket, subscription, claims.since)
}

/** What comes while the missed is read waits, so that nothing is told twice or in another order. */
async function letIn(
  dependencies: JoinDependencies,
  socket: Socket,
  subscription: Subscription,
  since: number | undefined,
) {
  const { channel } = subscription
  const { name } = channel
  dependencies.sockets.enter(socket, name)
  const until = dependencies.position()
  const present = await presentAt(dependencies, socket, subscription)
  const { texts, ...missed } = await dependencies.missed(socket, channel, since, until)
  if (socket.subscriptions.get(name) !== subscription) return
  socket.send(write('pusher_internal:subscription_succeeded', { ...missed, ...present }, name))
  for (const text of texts) socket.send(text)
  for (const frames of subscription.waiting ?? []) socket.write(frames)
  subscription.waiting = undefined
}

async function presentAt(dependencies: JoinDependencies, socket: Socket, subscription: Subscription): Promise<object> {
  const { channel } = subscription
  if (channel.kind === 'Record') return dependencies.arrive(socket, subscription)
  return channel.kind === 'Present' ? { records: await dependencies.findPresent(channel.resource) } : {}
}
