import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Viewer } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { post } from '#web/platform/api/client.ts'
import { useSession } from '#web/platform/session/session.ts'
import { currentLineSocketId, membersOf, subscribeToMembers, useLiveState } from './live.ts'

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

/** A line that is reported before the connection has joined the channel of the record is lost, and reported again. */
const join_ms = 3000

/** Another user at a text: whether they write, and in which line, counted from 0. */
type TextPerson = { name: string; writes: boolean; line?: number }

/**
 * The other users at the text of a record, and `announce`, by which the others see the line in which the user writes; null
 * when they leave the text. The form of the record has joined its channel (`useRecordPresence`); a new record has none.
 */
export function useTextPresence({ model }: Pick<Resource, 'model'>, id: number | undefined) {
  const channel = id === undefined ? undefined : `presence-${model}.${id}`
  const people = usePresence(channel)
  const reporter = useMemo(
    () =>
      createLineReporter((line) => {
        const socket_id = currentLineSocketId()
        if (socket_id === undefined || channel === undefined) return
        void post('broadcasting/line', { socket_id, channel_name: channel, line })
      }),
    [channel],
  )
  const state = useLiveState()
  useEffect(() => {
    if (state !== 'connected') return undefined
    const timer = setTimeout(reporter.repeat, join_ms)
    return () => clearTimeout(timer)
  }, [state, reporter])
  useEffect(() => reporter.stop, [reporter])

  const others = useMemo(
    () =>
      people.map(({ name, doing, line }): TextPerson => ({
        name,
        writes: doing === 'Update',
        ...(line !== undefined && { line }),
      })),
    [people],
  )
  return { others, announce: reporter.report }
}

type Send = (line: number | null) => void

/** The others see at the pace of reading where a user writes. */
const interval_ms = 2000

/**
 * Reports the line in which the user writes, null outside the text: the first at once, then the last of each interval if it
 * differs.
 */
export function createLineReporter(send: Send) {
  let current: number | null = null
  let sent: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendCurrent = () => {
    timer = undefined
    if (current === sent) return
    sent = current
    send(current)
    timer = setTimeout(sendCurrent, interval_ms)
  }
  return {
    report: (line: number | null) => {
      current = line
      if (timer === undefined) sendCurrent()
    },
    /** Reports the line again: a new connection has none. */
    repeat: () => {
      sent = null
      if (timer === undefined) sendCurrent()
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      if (sent !== null) send(null)
      current = null
      sent = null
    },
  }
}
