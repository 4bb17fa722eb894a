import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useEntryName } from '#web/app/Root.tsx'
import type { Entry } from '#web/platform/navigation/navigation.ts'
import styles from './MegaMenu.module.css'

/** Columns of links in a popover of the top bar. */
export function MegaMenu({ columns }: { columns: readonly Entry[] }) {
  const { nav } = useStrings()
  const nameOf = useEntryName()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <IconButton on="chrome" icon="grid" label={nav.mega} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.columns}>
          {columns.map((column) => (
            <section key={column.name}>
              <h2 className={styles.heading}>{nameOf(column)}</h2>
              <ul>
                {(column.children ?? []).map((entry) => (
                  <li key={entry.name}>
                    <Link className={styles.link} to={entry.path ?? '/'} onClick={() => setOpened(false)}>
                      {nameOf(entry)}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
