import type { Server } from 'node:http'
import { findSessions } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { accept, type Application, isOurOrigin } from './accept.ts'
import { openDelivery } from './deliver.ts'
import { inTurn } from './batchLookups.ts'
import { join, type JoinDependencies } from './join.ts'
import { listen } from './listen.ts'
import type { LoadRows } from './eventLog.ts'
import { type ExternalBroadcaster, wake } from './externalBroadcaster.ts'
import { openPresence, presentChannelOf } from './presence.ts'
import { watchRights } from './enforcePermissions.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import type { Socket } from './socket.ts'
import { buildSockets } from './sockets.ts'
import { openWaking } from './notifyExternalBroadcaster.ts'
import { type Message, writeTrouble } from './protocol.ts'

type Options = {
  /** The web's own, or one on another port. */
  server: Server
  db: Db
  databaseUrl: string
  keys: LiveKeys
  publicUrl?: string | undefined
  /** Keeps the sockets instead of this process. */
  outside?: ExternalBroadcaster | undefined
  loadRows: LoadRows
  onTrouble?: (sentence: string) => void
}

/** How often sessions are asked for that ended by the clock, and silence is measured. */
const sweepMs = 5000

/** Opens the live channels of this process: takes sockets, and tells them what the database tells. */
export async function openLive(options: Options): Promise<{ close: () => Promise<void> }> {
  const { server, databaseUrl, outside, onTrouble = () => undefined } = options
  const complain = (error: unknown) => onTrouble(error instanceof Error ? error.message : String(error))
  const quietly = (work: Promise<unknown>) => void work.catch(complain)
  const { applications, teller, presence, rights } = await furnish(options, complain)
  const stop = accept(server, applications)
  const ear = await listen({
    databaseUrl,
    on: {
      live: () => teller.deliver(),
      presence: (channel) => quietly(outside ? wakeList(outside, channel) : presence.refresh(channel)),
      sessions: rights.end,
      rights: (user_id) => quietly(rights.rightsChanged(Number(user_id))),
    },
    onConnected: () => {
      teller.deliver()
      quietly(Promise.all([rights.askAll(), presence.refreshAll()]))
    },
    onTrouble,
  })
  const sweep = setInterval(() => {
    for (const { sockets } of applications) for (const socket of sockets.all()) socket.check(Date.now())
    teller.deliver()
    quietly(Promise.all([rights.askAll(), presence.beat()]))
  }, sweepMs)

  return {
    close: async () => {
      clearInterval(sweep)
      await ear.close()
      await teller.close()
      await stop()
      await presence.close().catch(complain)
    },
  }
}

/** The parts, and who knows whom. */
async function furnish(options: Options, onTrouble: (error: unknown) => void) {
  const { db, keys, loadRows, publicUrl, outside } = options
  const sockets = buildSockets()
  const presence = openPresence(db, sockets)
  const delivery = await openDelivery({ db, sockets, loadRows, onTrouble })
  const ask = inTurn((ids) => findSessions(db, ids))
  const leave = (socket: Socket, channel: string) => {
    if (sockets.leave(socket, channel)) presence.leave(socket, [channel]).catch(onTrouble)
  }
  const rights = watchRights({ sockets, findSessions: ask, leave })
  const { missed, position } = delivery
  const { arrive, find: findPresent } = presence
  const joinDependencies: JoinDependencies = { keys, sockets, findSessions: ask, missed, position, arrive, findPresent }
  const own: Application = {
    key: keys.key,
    sockets,
    mayCome: isOurOrigin(publicUrl),
    onGone: (socket) => void presence.leave(socket, [...socket.subscriptions.keys()]).catch(onTrouble),
    onMessage: (socket, message) => void hear({ joinDependencies, leave }, socket, message).catch(onTrouble),
  }
  const teller = outside ? openWaking({ db, outside, loadRows, onTrouble }) : delivery
  return { applications: outside ? [] : [own], teller, presence, rights }
}

/** Who is at a record outside is asked for by those who look at its list. */
const wakeList = (outside: ExternalBroadcaster, record: string) => wake(outside, [presentChannelOf(record).list], 0)

type Ear = { joinDependencies: JoinDependencies; leave: (socket: Socket, channel: string) => void }

async function hear({ joinDependencies, leave }: Ear, socket: Socket, { event, data }: Message) {
  try {
    if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
    else if (event === 'pusher:subscribe') await join(joinDependencies, socket, data)
    else if (event === 'pusher:unsubscribe') leave(socket, String(data['channel']))
    else if (event.startsWith('client-')) socket.send(writeTrouble('clients send no events'))
  } catch (error) {
    // What could not be asked is asked anew by whoever comes back.
    socket.close('the server stops')
    throw error
  }
}
