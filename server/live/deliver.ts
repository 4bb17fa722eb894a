import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from '#server/events/channels.ts'
import type { MissedFrames } from './join.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { framesOf, type OutgoingEvent, encoderOf } from './messages.ts'
import { coalescedTask } from './coalescedTask.ts'
import type { Socket, Subscription } from './socket.ts'
import type { SocketRegistry } from './sockets.ts'

type Options = { db: Db; sockets: SocketRegistry; loadRows: LoadRows; onError: (error: unknown) => void }

/** Changes per batch: each socket is written to once for a whole batch. */
const batchSize = 500

/** Broadcasts the changes of the event log to the WebSockets of this process: in order, each change once. */
export async function openDelivery({ db, sockets, loadRows, onError }: Options) {
  const log = createEventLog(db, loadRows)
  let position = await log.lastSequence()
  const task = coalescedTask(run, onError)

  async function run() {
    for (;;) {
      const changes = await log.after(position, batchSize)
      const last = changes.at(-1)
      if (!last) return
      // Without sockets, no row needs to be loaded.
      const events = sockets.count() > 0 ? await log.toOutgoingEvents(changes) : []
      // From here on, a socket that subscribes loads these changes as missed; the others get them below.
      position = last.sequence
      await send(deliveriesOf(sockets, events))
      if (changes.length < batchSize || task.isClosed()) return
    }
  }

  return {
    deliver: task.trigger,
    position: () => position,

    /** The encoded events that one socket missed on a channel after `since`, up to `until`. */
    loadMissed: async (
      socket: Socket,
      channel: Channel,
      since: number | undefined,
      until: number,
    ): Promise<MissedFrames> => {
      const { events, ...missed } = await log.missedEvents(channel, { since, until })
      return { ...missed, texts: events.map((one) => encoderOf(one)(socket)) }
    },

    close: task.close,
  }
}

type Delivery = { socket: Socket; subscription: Subscription; framesFor: (reader: Socket) => Buffer }

/** The current subscribers of each channel with their frames. A socket that subscribes later loads them as missed. */
function deliveriesOf(sockets: SocketRegistry, events: readonly OutgoingEvent[]): Delivery[] {
  const byChannel = Map.groupBy(events, ({ channel }) => channel)
  return [...byChannel].flatMap(([channel, channelEvents]) => {
    const framesFor = framesOf(channelEvents)
    const deliveries: Delivery[] = []
    for (const socket of sockets.ofChannel(channel)) {
      const subscription = socket.subscriptions.get(channel)
      if (subscription) deliveries.push({ socket, subscription, framesFor })
    }
    return deliveries
  })
}

/** Yields to the event loop between slices: writing to every socket at once would block the process for too long. */
async function send(deliveries: readonly Delivery[]) {
  let sliceStart = performance.now()
  for (const { socket, subscription, framesFor } of deliveries) {
    if (performance.now() - sliceStart > limits.live.send_slice_ms) {
      await nextTurn()
      sliceStart = performance.now()
    }
    if (socket.subscriptions.get(subscription.channel.name) !== subscription) continue
    socket.deliver(subscription, framesFor(socket))
  }
}
