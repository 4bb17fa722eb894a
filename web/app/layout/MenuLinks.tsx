import { Link } from '@tanstack/react-router'
import { Icon } from '#web/ui/icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { useEntryName } from '#web/app/Root.tsx'
import type { Entry } from '#web/platform/navigation/navigation.ts'
import styles from './MenuLinks.module.css'

type Props = { entries: readonly Entry[]; condensed?: boolean; onOpen?: () => void }

/** The vertical menu: groups with a heading, links with an icon. */
export function MenuLinks({ entries, condensed = false, onOpen }: Props) {
  const nameOf = useEntryName()
  return (
    <ul className={classes(styles.list, condensed && styles.condensed)}>
      {entries.map((entry) =>
        entry.children ? (
          <li key={entry.name} className={styles.group}>
            <span className={styles.heading} id={`menu-${entry.name}`}>
              {nameOf(entry)}
            </span>
            <ul aria-labelledby={`menu-${entry.name}`}>
              {entry.children.map((child) => (
                <MenuLink key={child.name} entry={child} condensed={condensed} {...(onOpen && { onOpen })} />
              ))}
            </ul>
          </li>
        ) : (
          <MenuLink key={entry.name} entry={entry} condensed={condensed} {...(onOpen && { onOpen })} />
        ),
      )}
    </ul>
  )
}

function MenuLink({ entry, condensed, onOpen }: { entry: Entry; condensed: boolean; onOpen?: () => void }) {
  const name = useEntryName()(entry)
  return (
    <li>
      <Link to={entry.path ?? '/'} className={styles.link} title={condensed ? name : undefined} onClick={onOpen}>
        <Icon name={entry.icon ?? 'file'} size={18} />
        <span className={styles.name}>{name}</span>
      </Link>
    </li>
  )
}
