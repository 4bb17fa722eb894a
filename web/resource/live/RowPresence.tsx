import { presentChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useAtRecord } from '#web/live/atRecords.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './RowPresence.module.css'

type Props = { resource: Pick<Resource, 'model'>; id: number }

/** Who else has the record of this row open: initials to be seen, names to be read out. */
export function RowPresence({ resource, id }: Props) {
  const { live } = useStrings()
  const people = useAtRecord(`private-${presentChannel(resource)}`, id)
  if (people.length === 0) return null
  const names = people.map(({ name, doing }) => `${doing === 'Update' ? live.edits : live.views} ${name}`).join('\n')
  return (
    <span className={styles.people} role="img" aria-label={names} title={names}>
      {people.slice(0, 3).map((person) => (
        <span key={person.id} className={styles.person} data-doing={person.doing}>
          <Avatar name={person.name} src={null} size={24} />
        </span>
      ))}
    </span>
  )
}
