import { useEffect, useEffectEvent, useState } from 'react'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { backoff } from '#shared/backoff.ts'
import { useRecordViewers } from '#web/platform/live/recordPresence.ts'
import { type Person, usePresence } from '#web/platform/live/usePresence.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { callResource } from '#web/platform/api/resource.ts'
import { isOwn, listen, rememberPosition } from '#web/platform/live/live.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import styles from './Presence.module.css'

/** The other users at this record: name, and whether they view or edit it. */
export function Presence({ people }: { people: readonly Person[] }) {
  const { live } = useStrings()
  return (
    <div className={styles.bar} role="status">
      {people.length > 0 && (
        <ul className={styles.people} aria-label={live.here}>
          {people.map(({ id, name, doing }) => (
            <li key={id} className={styles.person} data-doing={doing}>
              <Avatar name={name} src={null} size={26} />
              <span>
                {doing === 'Update' ? live.edits : live.views} <b>{name}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Props = { resource: Pick<Resource, 'model'>; id: number }

/** The other users who have the record of this row open: avatars, with their names for screen readers. */
export function RowPresence({ resource, id }: Props) {
  const { live } = useStrings()
  const people = useRecordViewers(`private-${presenceChannel(resource)}`, id)
  if (people.length === 0) return null
  const names = people.map(({ name, doing }) => `${doing === 'Update' ? live.edits : live.views} ${name}`).join('\n')
  return (
    <span className={styles.rowPresencePeople} role="img" aria-label={names} title={names}>
      {people.slice(0, 3).map((person) => (
        <span key={person.id} className={styles.rowPresencePerson} data-doing={person.doing}>
          <Avatar name={person.name} src={null} size={24} />
        </span>
      ))}
    </span>
  )
}

export type RecordPresence = {
  /** The newest version of the record that a live message reported. */
  version: number | undefined
  /** Another user has deleted it. */
  isGone: boolean
  /** The other users who view or edit it. */
  others: readonly Person[]
}

/** `isLoaded`: the record exists; the server refuses the channel of a missing one. */
type PresenceOptions = { resource: Resource; id: number; mode: Mode; isLoaded: boolean }

/** Watches the record of an open form for changes since it was requested, and for other users. */
export function useRecordPresence({ resource, id, mode, isLoaded }: PresenceOptions): RecordPresence {
  const channel = `presence-${resource.model}.${id}`
  const [version, setVersion] = useState<number>()
  const [isGone, setGone] = useState(false)
  const others = usePresence(channel)

  useEffect(() => {
    if (!isLoaded) {
      rememberPosition(channel)
      return undefined
    }
    const receive = (message: LiveMessage) => {
      if (isOwn(message)) return
      if (typeof message.data === 'number') setGone(true)
      else if (typeof message.data['version'] === 'number') setVersion(message.data['version'])
    }
    /** Missed messages cannot be replayed: the record itself is fetched. */
    const fetchVersion = async () => {
      const answer = await callResource({ name: resource.name }, 'find', { id })
      if (answer.Status === 'success') setVersion(answer.data.version)
      else if (answer.code === 'not-found') setGone(true)
      else if (isTransientError(answer.code) && !hasLeft) timer = setTimeout(() => void fetchVersion(), backoff(2))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasLeft = false
    const leave = listen(
      channel,
      { onEvent: receive, onReload: () => void fetchVersion() },
      mode === 'Update' ? 'Update' : 'View',
    )
    return () => {
      hasLeft = true
      clearTimeout(timer)
      leave()
    }
  }, [channel, resource.name, id, mode, isLoaded])
  return { version, isGone, others }
}

/** Fetches a read-only record again when another user has changed it. */
export function useRefetchOnChange(latest: number | undefined, shown: number | undefined, onChanged: () => void) {
  const changed = useEffectEvent(onChanged)
  const isOlder = latest !== undefined && shown !== undefined && shown < latest
  useEffect(() => {
    if (isOlder) changed()
  }, [isOlder, latest])
}
