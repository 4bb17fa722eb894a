import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useCan } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { IconName } from '#web/ui/icons.tsx'

/** What can be done with a row: offered where it is there for that row, in the menu of the grid and of the cards. */
export type RowAction = {
  name: string
  label: string
  icon: IconName
  danger?: true
  isThere: (row: Row) => boolean
  run: (row: Row) => void
}

export const always = () => true

type Acts = {
  view: (row: Row) => void
  edit: (row: Row) => void
  remove: (row: Row) => void
  /** Whether the state of a row allows it to be changed. */
  isOpen: (row: Row) => boolean
}

/** View, edit and delete, as far as this person may; what a screen adds stands between them and the last. */
export function useStandardActions(
  resource: Resource,
  { view, edit, remove, isOpen }: Acts,
  own: readonly RowAction[],
): RowAction[] {
  const { list } = useStrings()
  const may = {
    read: useCan('read', resource),
    update: useCan('update', resource),
    delete: useCan('delete', resource),
  }
  return [
    ...(may.read ? [{ name: 'view', label: list.view, icon: 'eye', isThere: always, run: view } as const] : []),
    ...(may.update ? [{ name: 'edit', label: list.edit, icon: 'pencil', isThere: isOpen, run: edit } as const] : []),
    ...own,
    ...(may.delete
      ? [{ name: 'remove', label: list.remove, icon: 'trash', danger: true, isThere: always, run: remove } as const]
      : []),
  ]
}
