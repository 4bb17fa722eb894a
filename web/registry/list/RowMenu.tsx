import { Menu } from '@mantine/core'
import type { Row } from '#shared/calls/crud.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { RowAction } from './rowActions.ts'
import styles from './RowMenu.module.css'

type Props = { row: Row; name: string; actions: readonly RowAction[]; tabIndex?: 0 | -1 }

/** The portal stays inside the `main` landmark, where screen readers expect page content. */
const inMain = { target: 'main' }

/** The menu of a row's available actions. */
export function RowMenu({ row, name, actions, tabIndex }: Props) {
  const { list } = useStrings()
  const available = actions.filter(({ isAvailable }) => isAvailable(row))
  if (available.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md" portalProps={inMain} returnFocus withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton icon="more" size="sm" label={list.actionsOf(name)} title={list.actions} tabIndex={tabIndex} />
      </Menu.Target>
      <Menu.Dropdown aria-label={list.actionsOf(name)}>
        {available.map((action) => (
          <Menu.Item
            key={action.name}
            className={action.danger && styles.danger}
            leftSection={<Icon name={action.icon} size={17} />}
            onClick={() => action.run(row)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
