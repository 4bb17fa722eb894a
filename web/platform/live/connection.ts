import type Pusher from 'pusher-js'
import type { Options } from 'pusher-js'
import type { LiveMessage, RecordViewers } from '#shared/calls/live.ts'
import { backoff } from '#shared/backoff.ts'
import {
  type ConnectionCallbacks,
  type ConnectionState,
  join,
  socketIdOf,
  changeState,
  type ServerAddress,
  dropChannel,
} from './connectionState.ts'
import { sendLeave, onExternalMessage, startHeartbeat } from './externalPusher.ts'

export type LiveConnection = ReturnType<typeof buildConnection>

/** The one live connection of a tab: opened for the first subscriber, and reconnected with exponential backoff whenever it is lost. */
export function buildConnection(callbacks: ConnectionCallbacks) {
  const connection: ConnectionState = { ...callbacks, state: 'off', ownIds: new Set(), attempts: 0 }
  return {
    open: () => openConnection(connection),
    /** Joins subscribed channels that were refused: the user may have their permission back. */
    rejoin: () => {
      for (const channel of callbacks.subscriptions.channels()) join(connection, channel)
    },
    state: () => connection.state,
    socketId: () => socketIdOf(connection),
    /** The socket id of the lines of this user; none with an external broadcaster, whose members have no lines. */
    lineSocketId: () => (connection.heartbeatTimer === undefined ? socketIdOf(connection) : undefined),
    /** Whether a change was made in this tab. */
    isOwn: ({ from }: LiveMessage) => from !== null && connection.ownIds.has(from),
    membersOf: (channel: string) => membersOf(connection, channel),
    join: (channel: string) => join(connection, channel),
    leave: (channel: string) => {
      connection.pusher?.unsubscribe(channel)
      sendLeave(connection, channel)
    },
    reconnectNow: () => reconnectNow(connection),
    disconnect: () => disconnect(connection),
    close: () => closeConnection(connection),
  }
}

/** The members of a presence channel by user id, as pusher-js stores them. */
function membersOf({ pusher }: ConnectionState, channel: string): Record<string, unknown> {
  const joined = pusher?.channel(channel)
  return joined && 'members' in joined ? { ...(joined.members as { members: Record<string, unknown> }).members } : {}
}

/** A server that does not respond within this time counts as offline. */
const connect_timeout_ms = 5000

/** Opens the connection if there is a session and a subscription. Does nothing if it is open. */
async function openConnection(connection: ConnectionState) {
  clearTimeout(connection.timer)
  if (connection.isOpening || connection.state === 'connected') return
  if (!connection.isSignedIn() || connection.subscriptions.channels().length === 0) {
    changeState(connection, 'off')
    return
  }
  if (connection.state === 'off') changeState(connection, 'connecting')
  connection.isOpening = true
  const [address, PusherClient] = await loadServerAndClient(connection).finally(() => (connection.isOpening = false))
  // The user may have signed out meanwhile.
  if (!connection.isSignedIn()) changeState(connection, 'off')
  else if (typeof address === 'object' && PusherClient)
    connection.pusher = createPusher(connection, PusherClient, address)
  // A refusal means that the session has ended; the session reports that itself.
  else if (address === 'refused') changeState(connection, 'off')
  else if (connection.pusher) connection.pusher.connect()
  else scheduleAttempt(connection)
}

/** The address of the socket server, and the client library, which is loaded again if that failed. */
async function loadServerAndClient(connection: ConnectionState) {
  if (connection.pusher) return []
  const address = await connection.fetchServerAddress()
  if (typeof address !== 'object') return [address] as const
  return [address, await loadPusher().catch(() => undefined)] as const
}

/** Lazy loading: the client library is loaded with the first subscription. */
const loadPusher = async () => (await import('pusher-js')).default

function createPusher(
  connection: ConnectionState,
  PusherClient: typeof Pusher,
  { key, host, port, isSecure, isExternal }: ServerAddress,
) {
  const pusher = new PusherClient(key, {
    ...optionsOf(host, port, isSecure),
    channelAuthorization: authorizeChannels(connection),
    // A socket without a user is closed and opened again.
    userAuthentication: authenticateUser(connection, () => dropPusher(connection)),
  })
  if (isExternal) pusher.signin()
  startHeartbeat(connection, isExternal)
  bindEvents(connection, pusher, isExternal ? onExternalMessage : onMessage)
  pusher.connect()
  return pusher
}

const optionsOf = (host: string, port: number, isSecure: boolean) => ({
  cluster: '',
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: isSecure,
  enableStats: false,
  enabledTransports: ['ws' as const],
  unavailableTimeout: connect_timeout_ms,
  activityTimeout: 60_000,
  pongTimeout: connect_timeout_ms,
})

type PusherMessage = { event: string; channel?: string; data: unknown }

function bindEvents(connection: ConnectionState, pusher: Pusher, listen: typeof onMessage) {
  const socket = pusher.connection
  socket.bind('connected', ({ socket_id }: { socket_id: string }) => {
    connection.connectedAt = performance.now()
    connection.ownIds.add(socket_id)
    for (const channel of connection.subscriptions.channels()) pusher.subscribe(channel)
    changeState(connection, 'connected')
  })
  socket.bind('message', ({ event, channel, data }: PusherMessage) => {
    if (channel !== undefined) listen(connection, event, channel, data)
    else if (event === 'PermissionsChanged') connection.onPermissionsChange()
  })
  // pusher-js would reconnect every second, all clients at once: our own backoff replaces that. Once the server has closed
  // the socket, pusher-js sets two timers and its `disconnect` clears the last: both are cleared by one call before the
  // second is set, and one after.
  const onEnd = () => {
    pusher.disconnect()
    queueMicrotask(() => {
      pusher.disconnect()
      if (connection.pusher === pusher) dropPusher(connection)
    })
  }
  for (const end of ['connecting_in', 'unavailable', 'failed', 'disconnected']) socket.bind(end, onEnd)
}

/** A connection that ends sooner counts as a failed attempt: the server closes each, as above the limit of sockets. */
const stable_ms = 10_000

function dropPusher(connection: ConnectionState) {
  const lost = connection.pusher
  if (!lost) return
  // The server or the network ended it: the next attempt starts with a new client.
  connection.pusher = undefined
  lost.disconnect()
  const { connectedAt = Infinity } = connection
  if (performance.now() - connectedAt > stable_ms) connection.attempts = 0
  connection.connectedAt = undefined
  if (connection.state !== 'off') scheduleAttempt(connection)
}

function scheduleAttempt(connection: ConnectionState, wait = connection.backoff(connection.attempts)) {
  changeState(connection, connection.isSignedIn() ? 'offline' : 'off')
  connection.attempts += 1
  clearTimeout(connection.timer)
  connection.timer = setTimeout(() => void openConnection(connection), wait)
}

/** The network is back, or the machine woke: reconnects without the full backoff. */
function reconnectNow(connection: ConnectionState) {
  if (connection.state !== 'offline') return
  connection.attempts = 0
  scheduleAttempt(connection, connection.backoff(0) / 5)
}

/** The network is gone, or nothing was received for too long. */
function disconnect(connection: ConnectionState) {
  if (connection.state !== 'off') dropPusher(connection)
}

function closeConnection(connection: ConnectionState) {
  clearTimeout(connection.timer)
  clearInterval(connection.heartbeatTimer)
  changeState(connection, 'off')
  connection.pusher?.disconnect()
  connection.pusher = undefined
}

/** Channel authorization of Pusher. After a transient error the channel is joined again later. */
const authorizeChannels = (connection: ConnectionState): NonNullable<Options['channelAuthorization']> => ({
  customHandler: ({ socketId, channelName }, done) => {
    const { subscriptions } = connection
    void connection.authorizeChannel(socketId, channelName, subscriptions.since(channelName)).then((auth) => {
      if (typeof auth === 'object') done(null, auth)
      else done(new Error(auth), null)
      if (auth === 'transient') setTimeout(() => join(connection, channelName), backoff(2))
      if (auth === 'refused') subscriptions.refused(channelName)
    })
  },
})

/** User authentication of Pusher: an external broadcaster learns which user the socket belongs to. */
const authenticateUser = (
  connection: ConnectionState,
  onRefused: () => void,
): NonNullable<Options['userAuthentication']> => ({
  customHandler: ({ socketId }, done) =>
    void connection.authenticateUser(socketId).then((user) => {
      if (typeof user === 'object') done(null, user)
      else onRefused()
    }),
})

type SubscriptionData = { sequence: number; reload?: boolean; records?: unknown }

/** Handles a message of our own server on a channel. */
function onMessage(connection: ConnectionState, event: string, channel: string, data: unknown) {
  if (event === 'pusher_internal:subscription_succeeded') {
    connection.onMembersChange(channel)
    if (!isSubscriptionData(data)) return
    connection.subscriptions.joined(channel, data)
    if (isRecordViewersList(data.records)) connection.onAllRecordViewers(channel, data.records)
  } else if (event === 'pusher:subscription_error') dropChannel(connection, channel)
  else if (event.startsWith('pusher_internal:member')) connection.onMembersChange(channel)
  else if (event === 'Presence' && isRecordViewers(data)) connection.onRecordViewers(channel, data)
  else if (!event.startsWith('pusher') && isLiveMessage(data)) connection.subscriptions.received(channel, data)
}

const isObject = (message: unknown): message is Record<string, unknown> =>
  typeof message === 'object' && message !== null && !Array.isArray(message)

const events: readonly unknown[] = ['Created', 'Updated', 'Deleted', 'Notified'] satisfies LiveMessage['event'][]

/** Whether a message is that of a change. One of another version of the server is ignored. */
export const isLiveMessage = (message: unknown): message is LiveMessage =>
  isObject(message) &&
  typeof message['sequence'] === 'number' &&
  events.includes(message['event']) &&
  (typeof message['data'] === 'number' || isObject(message['data']))

/** Whether a message is the answer of our own server to a subscription. */
export const isSubscriptionData = (message: unknown): message is SubscriptionData =>
  isObject(message) && typeof message['sequence'] === 'number'

/** Whether a message is that of the viewers of one record of a list. */
export const isRecordViewers = (message: unknown): message is RecordViewers =>
  isObject(message) && 'id' in message && 'people' in message && Array.isArray(message.people)

export const isRecordViewersList = (message: unknown): message is RecordViewers[] =>
  Array.isArray(message) && message.every(isRecordViewers)
