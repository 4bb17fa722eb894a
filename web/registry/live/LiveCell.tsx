import type { ReactNode } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { useHighlight } from './changeHighlights.ts'
import { RowPresence } from './Presence.tsx'
import styles from './LiveCell.module.css'

type Props = {
  resource: Pick<Resource, 'name' | 'model'>
  id: number
  column: string
  /** The first cell of a row also says who else has its record open. */
  isFirst?: boolean
  children: ReactNode
}

/** What stands in a cell, marked for a moment when somebody else has changed it. */
export function LiveCell({ resource, id, column, isFirst = false, children }: Props) {
  const mark = useHighlight(resource.name, id, column)
  const shown =
    mark === 0 ? (
      children
    ) : (
      <span key={mark} className={styles.changed} data-changed>
        {children}
      </span>
    )
  if (!isFirst) return shown
  return (
    <span className={styles.first}>
      {shown}
      <RowPresence resource={resource} id={id} />
    </span>
  )
}
