import type { Server } from 'node:http'
import { findSessions } from '#server/auth/session.ts'
import type { Db } from '#server/db/database.ts'
import { accept } from './accept.ts'
import { type LoadRow, openDelivery } from './deliver.ts'
import { join, type JoinHouse } from './join.ts'
import { listen } from './listen.ts'
import { openPresence } from './presence.ts'
import { watchRights } from './rights.ts'
import type { LiveKeys } from './sign.ts'
import type { Socket } from './socket.ts'
import { buildSockets } from './sockets.ts'
import { type Message, writeTrouble } from './wire.ts'

type Options = {
  /** The web's own, or one on another port. */
  server: Server
  db: Db
  databaseUrl: string
  keys: LiveKeys
  publicUrl?: string | undefined
  loadRow: LoadRow
  onTrouble?: (sentence: string) => void
}

/** How often sessions are asked for that ended by the clock, and silence is measured. */
const sweepMs = 5000

/** Opens the live channels of this process: takes sockets, and tells them what the database tells. */
export async function openLive(options: Options): Promise<{ close: () => Promise<void> }> {
  const { server, db, databaseUrl, keys, publicUrl, loadRow, onTrouble = () => undefined } = options
  const sockets = buildSockets()
  const ask = (ids: readonly string[]) => findSessions(db, ids)
  const presence = openPresence(db, sockets)
  const leave = (socket: Socket, channel: string) => {
    if (sockets.leave(socket, channel)) quietly(presence.leave(socket, [channel]))
  }
  const rights = watchRights({ sockets, findSessions: ask, leave })
  const complain = (error: unknown) => onTrouble(error instanceof Error ? error.message : String(error))
  const quietly = (work: Promise<unknown>) => void work.catch(complain)

  const delivery = await openDelivery({ db, sockets, loadRow, onTrouble: complain })
  const house: JoinHouse = {
    keys,
    sockets,
    findSessions: ask,
    missed: delivery.missed,
    position: delivery.position,
    arrive: presence.arrive,
  }
  const stop = accept(server, {
    key: keys.key,
    sockets,
    publicUrl,
    onGone: (socket) => quietly(presence.leave(socket, [...socket.subscriptions.keys()])),
    onMessage: (socket, message) =>
      quietly(
        hear(socket, message).catch((error: unknown) => {
          // What could not be asked is asked anew by whoever comes back.
          socket.close('the server stops')
          throw error
        }),
      ),
  })
  async function hear(socket: Socket, { event, data }: Message) {
    if (event === 'pusher:ping') return socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
    if (event === 'pusher:subscribe') return join(house, socket, data)
    if (event === 'pusher:unsubscribe') return leave(socket, String(data['channel']))
    if (event.startsWith('client-')) socket.send(writeTrouble('clients send no events'))
  }

  const ear = await listen({
    databaseUrl,
    on: {
      live: delivery.deliver,
      presence: (channel) => quietly(presence.refresh(channel)),
      sessions: rights.end,
      rights: (user_id) => quietly(rights.rightsChanged(Number(user_id))),
    },
    onConnected: () => {
      quietly(rights.askAll())
      delivery.deliver()
      quietly(presence.refreshAll())
    },
    onTrouble,
  })
  const sweep = setInterval(() => {
    for (const socket of sockets.all()) socket.check(Date.now())
    quietly(rights.askAll())
    delivery.deliver()
    quietly(presence.beat())
  }, sweepMs)

  return {
    close: async () => {
      clearInterval(sweep)
      await ear.close()
      await delivery.close()
      await stop()
      await presence.close().catch(complain)
    },
  }
}
