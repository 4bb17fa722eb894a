import { useMemo, useSyncExternalStore } from 'react'
import type { RecordViewers } from '#shared/calls/live.ts'
import { useSession } from '#web/platform/session/session.ts'
import { buildSignal } from './signal.ts'

type Viewers = RecordViewers['people']

/** The users at each record, by the list's channel name and the record's id. */
const viewersByRecord = new Map<string, Viewers>()
const changed = buildSignal()
const noViewers: Viewers = []

/** Sets the users at one record; an empty list removes it. */
export function setRecordViewers(channel: string, { id, people }: RecordViewers) {
  if (people.length > 0) viewersByRecord.set(`${channel}/${id}`, people)
  else viewersByRecord.delete(`${channel}/${id}`)
  changed.notify()
}

/** Replaces the users at all records of a channel, when it is joined. */
export function replaceRecordViewers(channel: string, records: readonly RecordViewers[]) {
  for (const key of [...viewersByRecord.keys()]) if (key.startsWith(`${channel}/`)) viewersByRecord.delete(key)
  for (const record of records) setRecordViewers(channel, record)
  changed.notify()
}

/** The users at a record of a list, without the current user. */
export function useRecordViewers(channel: string, id: number): Viewers {
  const session = useSession()
  const own = session.at === 'signed-in' ? session.decoded.user.id : undefined
  const people = useSyncExternalStore(changed.subscribe, () => viewersByRecord.get(`${channel}/${id}`) ?? noViewers)
  return useMemo(() => people.filter((person) => person.id !== own), [people, own])
}
