import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useCan } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { IconName } from '#web/ui/icons.tsx'

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
  run: (rows: readonly Row[]) => void
}

export const always = () => true

type StandardActions = {
  view: (row: Row) => void
  edit: (row: Row) => void
  remove: (row: Row) => void
  /** Whether the state of a row allows it to be changed. */
  isOpen: (row: Row) => boolean
  /** Whether the state of a row allows it to be deleted. */
  isRemovable: (row: Row) => boolean
}

/** View, edit, and delete, as far as the user is permitted; the screen's own actions come before delete. */
export function useStandardActions(
  resource: Resource,
  { view, edit, remove, isOpen, isRemovable }: StandardActions,
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
      ? [{ name: 'edit', label: list.edit, icon: 'pencil', isAvailable: isOpen, run: edit } as const]
      : []),
    ...customActions,
    ...(permitted.delete
      ? [
          {
            name: 'remove',
            label: list.remove,
            icon: 'trash',
            danger: true,
            isAvailable: isRemovable,
            run: remove,
          } as const,
        ]
      : []),
  ]
}
