import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from './channels.ts'
import type { Missed } from './join.ts'
import { type LoadRow, readsLog } from './log.ts'
import { type Told, writerOf } from './messages.ts'
import { repeat } from './repeat.ts'
import type { Socket } from './socket.ts'
import type { Sockets } from './sockets.ts'

type Options = { db: Db; sockets: Sockets; loadRow: LoadRow; onTrouble: (error: unknown) => void }

/** So many rows are loaded ahead of their sending. */
const batch = 20

/** Tells the sockets of this process what the log says, in its order, each change once. */
export async function openDelivery({ db, sockets, loadRow, onTrouble }: Options) {
  const log = readsLog(db, loadRow)
  let position = await log.last()
  const work = repeat(run, onTrouble)

  async function run() {
    for (;;) {
      const events = await log.after(position, batch)
      // Who has no sockets has nobody to load rows for.
      const told = sockets.count() === 0 ? [] : await Promise.all(events.map(log.toldOf))
      for (const [place, { sequence }] of events.entries()) {
        // From here on whoever joins has this one among what he missed, whoever is in has it sent.
        position = sequence
        await send(sockets, told[place] ?? [])
      }
      if (events.length < batch || work.isClosed()) return
    }
  }

  return {
    deliver: work.again,
    position: () => position,

    /** What one socket missed on a channel after `since`, up to `until`. */
    missed: async (socket: Socket, channel: Channel, since: number | undefined, until: number): Promise<Missed> => {
      const { told, ...missed } = await log.missed(channel, { since, until })
      return { ...missed, texts: told.map((one) => writerOf(one)(socket)) }
    },

    close: work.close,
  }
}

/** Everybody at once is more than one turn of the process may take. */
async function send(sockets: Sockets, told: readonly Told[]) {
  const sends = told.flatMap((one) => {
    const readers = [...sockets.ofChannel(one.channel)]
    const textFor = writerOf(one)
    return readers.map((socket) => ({ socket, channel: one.channel, textFor }))
  })
  for (const [place, { socket, channel, textFor }] of sends.entries()) {
    if (place > 0 && place % limits.live.slice === 0) await nextTurn()
    const subscription = socket.subscriptions.get(channel)
    if (subscription?.waiting) subscription.waiting.push(textFor(socket))
    else if (subscription) socket.send(textFor(socket))
  }
}
