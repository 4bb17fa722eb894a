import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from '#server/events/channels.ts'
import type { Missed } from './join.ts'
import { type LoadRows, createEventLog } from './eventLog.ts'
import { framesOf, type OutgoingEvent, writerOf } from './messages.ts'
import { repeat } from './coalescedTask.ts'
import type { Socket, Subscription } from './socket.ts'
import type { Sockets } from './sockets.ts'

type Options = { db: Db; sockets: Sockets; loadRows: LoadRows; onTrouble: (error: unknown) => void }

/** So many changes are told together: each reader is written to once for all of them, however many waited. */
const batch = 500

/** Tells the sockets of this process what the log says, in its order, each change once. */
export async function openDelivery({ db, sockets, loadRows, onTrouble }: Options) {
  const log = createEventLog(db, loadRows)
  let position = await log.last()
  const work = repeat(run, onTrouble)

  async function run() {
    for (;;) {
      const changes = await log.after(position, batch)
      const last = changes.at(-1)
      if (!last) return
      // Who has no sockets has nobody to load rows for.
      const events = sockets.count() > 0 ? await log.toOutgoingEvents(changes) : []
      // From here on whoever joins has these among what he missed, whoever is in has them sent.
      position = last.sequence
      await send(turnsOf(sockets, events))
      if (changes.length < batch || work.isClosed()) return
    }
  }

  return {
    deliver: work.again,
    position: () => position,

    /** What one socket missed on a channel after `since`, up to `until`. */
    missed: async (socket: Socket, channel: Channel, since: number | undefined, until: number): Promise<Missed> => {
      const { events, ...missed } = await log.missed(channel, { since, until })
      return { ...missed, texts: events.map((one) => writerOf(one)(socket)) }
    },

    close: work.close,
  }
}

type Turn = { socket: Socket; subscription: Subscription; framesFor: (reader: Socket) => Buffer }

/** Who is to be told what, as it is now: whoever joins later has it among what he missed. */
function turnsOf(sockets: Sockets, events: readonly OutgoingEvent[]): Turn[] {
  const byChannel = Map.groupBy(events, ({ channel }) => channel)
  return [...byChannel].flatMap(([channel, here]) => {
    const framesFor = framesOf(here)
    const turns: Turn[] = []
    for (const socket of sockets.ofChannel(channel)) {
      const subscription = socket.subscriptions.get(channel)
      if (subscription) turns.push({ socket, subscription, framesFor })
    }
    return turns
  })
}

/** Everybody at once is more than one turn of the process may take. */
async function send(turns: readonly Turn[]) {
  let begun = performance.now()
  for (const { socket, subscription, framesFor } of turns) {
    if (performance.now() - begun > limits.live.send_slice_ms) {
      await nextTurn()
      begun = performance.now()
    }
    if (socket.subscriptions.get(subscription.channel.name) !== subscription) continue
    socket.tell(subscription, framesFor(socket))
  }
}
