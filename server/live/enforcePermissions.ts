import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownSession } from '#server/session/session.ts'
import { mayJoin } from '#server/events/channels.ts'
import type { Socket } from './socket.ts'
import type { SocketRegistry } from './sockets.ts'
import { encodeSubscriptionError } from './protocol.ts'
import { mayReadUnpublished } from './readers.ts'

type Options = {
  sockets: SocketRegistry
  findSessions: (ids: readonly string[]) => Promise<KnownSession[]>
  /** The references among these whose case is published. */
  findPublished: (references: readonly string[]) => Promise<ReadonlySet<string>>
  leave: (socket: Socket, channel: string) => void
}

/**
 * Enforces permissions on open sockets: closes sockets of ended sessions and removes channels that a session may no
 * longer read.
 */
export function enforcePermissions(options: Options) {
  const { sockets, findSessions } = options
  /** Users whose permissions changed since the last check, collected because a role can have thousands of users. */
  let changed = new Set<number>()

  async function permissionsChanged(user_id: number) {
    changed.add(user_id)
    if (changed.size > 1) return
    await nextTurn()
    const userIds = changed
    changed = new Set()
    await checkSessions(sessionsOf(sockets, userIds))
  }

  async function checkSessions(ids: readonly string[]) {
    if (ids.length === 0) return
    const alive = new Map((await findSessions(ids)).map((session) => [session.id, session]))
    for (const id of ids) {
      const session = alive.get(id)
      if (session) for (const socket of sockets.ofSession(id)) applyPermissions(socket, session)
      else closeSession(id)
    }
    await leaveUnpublishedCases(options, [...alive.values()])
  }

  function closeSession(session_id: string) {
    for (const socket of [...sockets.ofSession(session_id)]) socket.close('the session has ended')
  }

  function applyPermissions(socket: Socket, session: KnownSession) {
    sockets.setUser(socket, session)
    for (const [name, { channel }] of socket.subscriptions)
      if (!mayJoin(channel, session)) removeChannel(options, socket, name)
  }

  return {
    closeSession,
    permissionsChanged,
    /**
     * Checks all sessions: they also expire by time, and notifications are lost while the database connection is down.
     */
    checkAll: () => checkSessions(sockets.sessions()),
  }
}

/** Only the database has whether a case is published: one query for all cases that readers have open. */
async function leaveUnpublishedCases(options: Options, sessions: readonly KnownSession[]) {
  const readers = sessions.filter((session) => !mayReadUnpublished(session))
  const open = readers.flatMap(({ id }) => [...options.sockets.ofSession(id)].flatMap(openCasesOf))
  if (open.length === 0) return
  const published = await options.findPublished([...new Set(open.map(({ reference }) => reference))])
  for (const { socket, name, reference } of open) if (!published.has(reference)) removeChannel(options, socket, name)
}

function removeChannel({ leave }: Options, socket: Socket, name: string) {
  if (!socket.subscriptions.has(name)) return
  leave(socket, name)
  socket.send(encodeSubscriptionError(name))
}

const openCasesOf = (socket: Socket) =>
  [...socket.subscriptions].flatMap(([name, { channel }]) =>
    channel.kind === 'Case' ? [{ socket, name, reference: channel.reference }] : [],
  )

/** Sessions with a socket of these users, or with a socket whose user is not loaded yet. */
const sessionsOf = (sockets: SocketRegistry, userIds: ReadonlySet<number>) =>
  sockets
    .sessions()
    .filter((id) => [...sockets.ofSession(id)].some(({ user }) => user === undefined || userIds.has(user.user_id)))
