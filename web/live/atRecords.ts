import { useMemo, useSyncExternalStore } from 'react'
import type { AtRecord } from '#shared/calls/live.ts'
import { useSession } from '#web/session/session.ts'
import { buildSignal } from './signal.ts'

type People = AtRecord['people']

/** Who is at which record, by the name of the list's channel and the number of the record. */
const known = new Map<string, People>()
const changed = buildSignal()
const nobody: People = []

/** What is told of one record; nobody is there any more when nobody is named. */
export function noteRecord(channel: string, { id, people }: AtRecord) {
  if (people.length > 0) known.set(`${channel}/${id}`, people)
  else known.delete(`${channel}/${id}`)
  changed.tell()
}

/** What is told when the channel is joined: all who are there, and nobody else. */
export function noteRecords(channel: string, records: readonly AtRecord[]) {
  for (const key of [...known.keys()]) if (key.startsWith(`${channel}/`)) known.delete(key)
  for (const record of records) noteRecord(channel, record)
  changed.tell()
}

/** Who else is at a record of a list; oneself is not told of oneself. */
export function useAtRecord(channel: string, id: number): People {
  const session = useSession()
  const own = session.at === 'signed-in' ? session.decoded.user.id : undefined
  const people = useSyncExternalStore(changed.subscribe, () => known.get(`${channel}/${id}`) ?? nobody)
  return useMemo(() => people.filter((person) => person.id !== own), [people, own])
}
