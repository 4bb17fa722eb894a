import type { Server } from 'node:http'
import { findSessions } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { clientAddressOf, networkOf } from '#server/endpoint/address.ts'
import { createRawErrors } from '#server/http/rawErrors.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { acceptConnections, type SocketAdmission, type Application, isOurOrigin } from './accept.ts'
import { openDelivery } from './deliver.ts'
import { batchLookups } from './batchLookups.ts'
import { join, type JoinDependencies } from './join.ts'
import { listen } from './listen.ts'
import type { LoadRows } from './eventLog.ts'
import type { ExternalBroadcaster } from './externalBroadcaster.ts'
import { notifyLists } from './externalPresence.ts'
import { openPresence } from './presence.ts'
import { enforcePermissions } from './enforcePermissions.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import type { Socket } from './socket.ts'
import { createSocketRegistry } from './sockets.ts'
import { findPublished, mayReadCase } from './readers.ts'
import { openExternalNotifier } from './notifyExternalBroadcaster.ts'
import { type Message, encodeError } from './protocol.ts'

type Options = {
  /** The HTTP server of the web, or one on another port. */
  server: Server
  db: Db
  databaseUrl: string
  keys: LiveKeys
  publicUrl?: string | undefined
  /** Rate limits, and how many proxies report the addresses that they count. */
  rateLimiter: RateLimiter
  trustedProxies?: number
  /** An external broadcaster holds the sockets instead of this process. */
  broadcaster?: ExternalBroadcaster | undefined
  loadRows: LoadRows
  onError?: (sentence: string) => void
  /** How often expired sessions are looked for, and presence is renewed; silent sockets each second. */
  sweepInterval_ms?: number
}

/** Opens the live channels of this process: accepts sockets and delivers the events that the database announces. */
export async function openLive(options: Options): Promise<{ sockets: () => number; close: () => Promise<void> }> {
  const { server, databaseUrl, broadcaster, onError = () => undefined, sweepInterval_ms = 5000 } = options
  const reportError = (error: unknown) => onError(error instanceof Error ? error.message : String(error))
  const inBackground = (work: Promise<unknown>) => void work.catch(reportError)
  const { applications, publisher, presence, permissions } = await createServices(options, reportError)
  const stop = acceptConnections(server, applications, admissionOf(options))
  const listener = await listen({
    databaseUrl,
    handlers: {
      live: () => publisher.deliver(),
      presence: (channel) => {
        if (!broadcaster) inBackground(presence.refresh(channel))
      },
      sessions: permissions.closeSession,
      rights: (user_id) => inBackground(permissions.permissionsChanged(Number(user_id))),
    },
    onConnected: () => {
      publisher.deliver()
      inBackground(Promise.all([permissions.checkAll(), presence.refreshAll()]))
    },
    onError,
  })
  const check = setInterval(() => checkSockets(applications), Math.min(1000, sweepInterval_ms))
  const sweep = setInterval(() => {
    publisher.deliver()
    inBackground(Promise.all([permissions.checkAll(), renewPresence(presence, broadcaster)]))
  }, sweepInterval_ms)

  return {
    /** The number of open sockets. */
    sockets: () => applications.reduce((sum, { sockets }) => sum + sockets.count(), 0),
    close: async () => {
      clearInterval(check)
      clearInterval(sweep)
      await listener.close()
      await publisher.close()
      await stop()
      await presence.close().catch(reportError)
    },
  }
}

async function renewPresence({ heartbeat }: ReturnType<typeof openPresence>, broadcaster: Options['broadcaster']) {
  const expired = await heartbeat()
  if (broadcaster) await notifyLists(broadcaster, expired)
}

function checkSockets(applications: readonly Application[]) {
  for (const { sockets } of applications) for (const socket of sockets.all()) socket.check(performance.now())
}

/** Limits the rate of new sockets by network; those that sign in are given back by the registry. */
const admissionOf = ({ rateLimiter, publicUrl, trustedProxies = 0 }: Options): SocketAdmission => ({
  networkOf: (request) => networkOf(clientAddressOf(request, trustedProxies)),
  admit: (network) => rateLimiter.consume('anonymous-socket', network),
  refuse: createRawErrors(publicUrl).refuse,
})

/** Creates the services and connects them with each other. */
async function createServices(options: Options, onError: (error: unknown) => void) {
  const { db, keys, loadRows, publicUrl, rateLimiter, broadcaster } = options
  // Only sockets that stay anonymous count: an office behind one address opens as many as it has users.
  const sockets = createSocketRegistry(({ network }) => void rateLimiter.refund('anonymous-socket', network))
  const presence = openPresence(db, sockets)
  const delivery = await openDelivery({ db, sockets, loadRows, onError })
  const lookUpSessions = batchLookups((ids) => findSessions(db, ids))
  const leave = (socket: Socket, channel: string) => {
    if (sockets.unsubscribe(socket, channel)) presence.removeViewer(socket, [channel]).catch(onError)
  }
  const permissions = enforcePermissions({
    sockets,
    findSessions: lookUpSessions,
    findPublished: (references) => findPublished(db, references),
    leave,
  })
  const { loadMissed, position } = delivery
  const { addViewer, findViewers } = presence
  const joinDependencies: JoinDependencies = {
    keys,
    sockets,
    findSessions: lookUpSessions,
    mayReadCase: (reference, session) => mayReadCase(db, reference, session),
    loadMissed,
    position,
    addViewer,
    findViewers,
  }
  const application: Application = {
    key: keys.key,
    sockets,
    isAllowedOrigin: isOurOrigin(publicUrl),
    onDisconnect: (socket) => void presence.removeViewer(socket, [...socket.subscriptions.keys()]).catch(onError),
    onMessage: (socket, message) => void handleMessage({ joinDependencies, leave }, socket, message).catch(onError),
  }
  const publisher = broadcaster ? openExternalNotifier({ db, broadcaster, loadRows, onError }) : delivery
  return { applications: broadcaster ? [] : [application], publisher, presence, permissions }
}

type MessageContext = { joinDependencies: JoinDependencies; leave: (socket: Socket, channel: string) => void }

async function handleMessage({ joinDependencies, leave }: MessageContext, socket: Socket, { event, data }: Message) {
  try {
    if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
    else if (event === 'pusher:subscribe') await join(joinDependencies, socket, data)
    else if (event === 'pusher:unsubscribe') leave(socket, String(data['channel']))
    else if (event.startsWith('client-')) socket.send(encodeError('clients send no events'))
  } catch (error) {
    // The client reconnects and tries again.
    socket.close('the server stops')
    throw error
  }
}
