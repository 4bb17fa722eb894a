import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useRecordViewers } from '#web/platform/live/recordPresence.ts'
import type { Person } from '#web/platform/live/usePresence.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
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
