import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEntry, useEntryName } from '#web/app/Root.tsx'
import type { Entry } from '#web/platform/navigation/navigation.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import styles from './TopMenu.module.css'

/** The horizontal menu: links, and groups that open downwards. */
export function TopMenu({ entries }: { entries: readonly Entry[] }) {
  const { nav } = useStrings()
  return (
    <nav className={styles.bar} aria-label={nav.menu}>
      {entries.map((entry) =>
        entry.children ? <Group key={entry.name} entry={entry} children={entry.children} /> : null,
      )}
    </nav>
  )
}

function Group({ entry, children }: { entry: Entry; children: readonly Entry[] }) {
  const nameOf = useEntryName()
  const path = useEntry()?.path
  const [only, ...others] = children
  if (only && others.length === 0) return <TopLink entry={only} />

  const isCurrent = path !== undefined && children.some((child) => child.path === path)
  return (
    <Menu position="bottom-start" offset={4}>
      <Menu.Target>
        <button type="button" className={styles.item} data-active={isCurrent || undefined}>
          {nameOf(entry)}
          <Icon name="down" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {children.map((child) => (
          <Menu.Item
            key={child.name}
            component={Link}
            to={child.path ?? '/'}
            activeOptions={{ exact: true }}
            leftSection={<Icon name={child.icon ?? 'file'} size={18} />}
          >
            {nameOf(child)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function TopLink({ entry }: { entry: Entry }) {
  const nameOf = useEntryName()
  return (
    <Link to={entry.path ?? '/'} className={styles.item}>
      <Icon name={entry.icon ?? 'file'} size={18} />
      {nameOf(entry)}
    </Link>
  )
}
