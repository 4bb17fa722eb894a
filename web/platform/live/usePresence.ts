import { useMemo, useSyncExternalStore } from 'react'
import type { Viewer } from '#shared/calls/live.ts'
import { useSession } from '#web/platform/session/session.ts'
import { membersOf, subscribeToMembers } from './live.ts'

export type Person = Viewer & { id: number }

const memberSnapshot = (channel: string | undefined) => () =>
  channel === undefined ? '{}' : JSON.stringify(membersOf(channel))

/** The users at a record now, without the current user. */
export function usePresence(channel: string | undefined): Person[] {
  const session = useSession()
  const own = session.at === 'signed-in' ? session.decoded.user.id : undefined
  // As a string, equal snapshots are identical: the component renders again only when the members change.
  const snapshot = useSyncExternalStore(subscribeToMembers, memberSnapshot(channel))
  return useMemo(() => parsePeople(snapshot).filter(({ id }) => id !== own), [snapshot, own])
}

const parsePeople = (snapshot: string): Person[] =>
  Object.entries(JSON.parse(snapshot) as Record<string, Viewer>).map(([id, person]) => ({ ...person, id: Number(id) }))
