import { useMemo, useSyncExternalStore } from 'react'
import type { Present } from '#shared/calls/live.ts'
import { useSession } from '#web/session/session.ts'
import { membersOf, subscribeToMembers } from './live.ts'

export type Person = Present & { id: number }

const channelOf = (channel: string | undefined) => () =>
  channel === undefined ? '{}' : JSON.stringify(membersOf(channel))

/** Who else is at a record now; oneself is not told of oneself. */
export function usePresent(channel: string | undefined): Person[] {
  const session = useSession()
  const own = session.at === 'signed-in' ? session.decoded.user.id : undefined
  // Words are the same when what they say is the same: the list is drawn anew only when somebody came or went.
  const text = useSyncExternalStore(subscribeToMembers, channelOf(channel))
  return useMemo(() => readPeople(text).filter(({ id }) => id !== own), [text, own])
}

const readPeople = (text: string): Person[] =>
  Object.entries(JSON.parse(text) as Record<string, Present>).map(([id, person]) => ({ ...person, id: Number(id) }))
