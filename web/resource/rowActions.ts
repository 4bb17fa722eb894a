import type { Row } from '#shared/calls/crud.ts'
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
