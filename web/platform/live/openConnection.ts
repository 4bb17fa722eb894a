import type Pusher from 'pusher-js'
import type { Options } from 'pusher-js'
import { backoff } from '#shared/backoff.ts'
import { changeState, type ConnectionState, join, type ServerAddress } from './connectionState.ts'
import { onExternalMessage, startHeartbeat } from './externalPusher.ts'
import { onMessage } from './onMessage.ts'

/** A server that does not respond within this time counts as offline. */
const connect_timeout_ms = 5000

/** Opens the connection if there is a session and a subscription. Does nothing if it is open. */
export async function openConnection(connection: ConnectionState) {
  clearTimeout(connection.timer)
  if (connection.isOpening || connection.state === 'connected') return
  if (!connection.isSignedIn() || connection.subscriptions.channels().length === 0) {
    changeState(connection, 'off')
    return
  }
  if (connection.state === 'off') changeState(connection, 'connecting')
  connection.isOpening = true
  const [address, PusherClient] = await loadServerAndClient(connection).finally(() => (connection.isOpening = false))
  if (typeof address === 'object' && PusherClient) connection.pusher = createPusher(connection, PusherClient, address)
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
    connection.attempts = 0
    connection.ownIds.add(socket_id)
    for (const channel of connection.subscriptions.channels()) pusher.subscribe(channel)
    changeState(connection, 'connected')
  })
  socket.bind('message', ({ event, channel, data }: PusherMessage) => {
    if (channel !== undefined) listen(connection, event, channel, data)
    else if (event === 'PermissionsChanged') connection.onPermissionsChange()
  })
  // pusher-js would reconnect every second, all clients at once: our own backoff replaces that.
  const onEnd = () => queueMicrotask(() => connection.pusher === pusher && dropPusher(connection))
  for (const end of ['connecting_in', 'unavailable', 'failed', 'disconnected']) socket.bind(end, onEnd)
}

function dropPusher(connection: ConnectionState) {
  const lost = connection.pusher
  if (!lost) return
  // The server or the network ended it: the next attempt starts with a new client.
  connection.pusher = undefined
  lost.disconnect()
  if (connection.state !== 'off') scheduleAttempt(connection)
}

function scheduleAttempt(connection: ConnectionState, wait = backoff(connection.attempts)) {
  changeState(connection, connection.isSignedIn() ? 'offline' : 'off')
  connection.attempts += 1
  clearTimeout(connection.timer)
  connection.timer = setTimeout(() => void openConnection(connection), wait)
}

/** The network is back, or the machine woke: reconnects without the full backoff. */
export function reconnectNow(connection: ConnectionState) {
  if (connection.state !== 'offline') return
  connection.attempts = 0
  scheduleAttempt(connection, backoff(0) / 5)
}

/** The network is gone, or nothing was received for too long. */
export function disconnect(connection: ConnectionState) {
  if (connection.state !== 'off') dropPusher(connection)
}

export function closeConnection(connection: ConnectionState) {
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
