import { setImmediate as others } from 'node:timers/promises'
import type { KnownSession } from '#server/session/session.ts'
import { mayJoin } from '#server/events/channels.ts'
import type { Socket } from './socket.ts'
import type { Sockets } from './sockets.ts'
import { writeRefused } from './protocol.ts'

type Watch = {
  sockets: Sockets
  findSessions: (ids: readonly string[]) => Promise<KnownSession[]>
  leave: (socket: Socket, channel: string) => void
}

/** Holds open sockets to what their sessions may do, from the moment that it changes. */
export function watchRights({ sockets, findSessions, leave }: Watch) {
  /** Those of whom it was said since the sessions were last looked through: a role has thousands of people. */
  let changed = new Set<number>()

  async function rightsChanged(user_id: number) {
    changed.add(user_id)
    if (changed.size > 1) return
    await others()
    const people = changed
    changed = new Set()
    await ask(sessionsOf(sockets, people))
  }

  async function ask(ids: readonly string[]) {
    if (ids.length === 0) return
    const alive = new Map((await findSessions(ids)).map((session) => [session.id, session]))
    for (const id of ids) {
      const session = alive.get(id)
      if (session) for (const socket of sockets.ofSession(id)) hold(socket, session)
      else end(id)
    }
  }

  function end(session_id: string) {
    for (const socket of [...sockets.ofSession(session_id)]) socket.close('the session has ended')
  }

  function hold(socket: Socket, session: KnownSession) {
    sockets.know(socket, session)
    for (const [name, { channel }] of socket.subscriptions) {
      if (mayJoin(channel, session)) continue
      leave(socket, name)
      socket.send(writeRefused(name))
    }
  }

  return {
    end,
    rightsChanged,
    /** Sessions also end by the clock, and words are lost with a connection. */
    askAll: () => ask(sockets.sessions()),
  }
}

/** Those whose reader is not known yet are on their way in: they are asked about too. */
const sessionsOf = (sockets: Sockets, people: ReadonlySet<number>) =>
  sockets
    .sessions()
    .filter((id) => [...sockets.ofSession(id)].some(({ reader }) => reader === undefined || people.has(reader.user_id)))
