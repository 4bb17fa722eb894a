import { Menu } from '@mantine/core'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useCan } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { type IconName, Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './rowActions.module.css'

/** An action of a row's menu, in the grid and on the cards. */
export type RowAction = {
  name: string
  label: string
  icon: IconName
  danger?: true
  isAvailable: (row: Row) => boolean
  run: (row: Row) => void
}

/** An action on several chosen rows; those for which it is not available are left out. */
export type BulkAction = {
  name: string
  /** With the number of rows that it applies to. */
  label: (count: number) => string
  icon: IconName
  danger?: true
  isAvailable: (row: Row) => boolean
  /** While it runs: the number of rows that are done, and of all. */
  progress?: { done: number; count: number } | undefined
  /** `onDone` receives the ids of the rows that it was done to, or that are gone. */
  run: (rows: readonly Row[], onDone: (ids: readonly number[]) => void) => void
}

export const always = () => true

type StandardActions = {
  view: (row: Row) => void
  edit: (row: Row) => void
  remove: (row: Row) => void
  /** Whether the state of a row allows it to be changed. */
  isRowEditable: (row: Row) => boolean
  /** Whether the state of a row allows it to be deleted. */
  isRowDeletable: (row: Row) => boolean
}

/** View, edit, and delete, as far as the user is permitted; the screen's own actions come before delete. */
export function useStandardActions(
  resource: Resource,
  { view, edit, remove, isRowEditable, isRowDeletable }: StandardActions,
  customActions: readonly RowAction[],
): RowAction[] {
  const { list } = useStrings()
  const permitted = {
    read: useCan('read', resource),
    update: useCan('update', resource),
    delete: useCan('delete', resource),
  }
  return [
    ...(permitted.read
      ? [{ name: 'view', label: list.view, icon: 'eye', isAvailable: always, run: view } as const]
      : []),
    ...(permitted.update
      ? [{ name: 'edit', label: list.edit, icon: 'pencil', isAvailable: isRowEditable, run: edit } as const]
      : []),
    ...customActions,
    ...(permitted.delete
      ? [
          {
            name: 'remove',
            label: list.remove,
            icon: 'trash',
            danger: true,
            isAvailable: isRowDeletable,
            run: remove,
          } as const,
        ]
      : []),
  ]
}

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
