import type { Person } from '#web/live/usePresent.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './Presence.module.css'

/** Who else is at this record, each by name and by what he does. */
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
