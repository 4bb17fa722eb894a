import type { ReactNode } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { useHighlight } from './changeHighlights.ts'
import { RowPresence } from './Presence.tsx'
import styles from './LiveCell.module.css'

type Props = {
  resource: Pick<Resource, 'name' | 'model'>
  id: number
  column: string
  /** The first cell of a row also shows who else has the record open. */
  isFirst?: boolean
  children: ReactNode
}

/** A cell that is highlighted for a moment when another user changes it. */
export function LiveCell({ resource, id, column, isFirst = false, children }: Props) {
  const highlight = useHighlight(resource.name, id, column)
  const content =
    highlight === 0 ? (
      children
    ) : (
      <span key={highlight} className={styles.changed} data-changed>
        {children}
      </span>
    )
  if (!isFirst) return content
  return (
    <span className={styles.first}>
      {content}
      <RowPresence resource={resource} id={id} />
    </span>
  )
}
