import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useCan } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { always, type RowAction } from './rowActions.ts'

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
