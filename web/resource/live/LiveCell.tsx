import type { ReactNode } from 'react'
import { useMark } from './marks.ts'
import styles from './LiveCell.module.css'

type Props = { resource: { name: string }; id: number; column: string; children: ReactNode }

/** What stands in a cell, marked for a moment when somebody else has changed it. */
export function LiveCell({ resource, id, column, children }: Props) {
  const mark = useMark(resource.name, id, column)
  if (mark === 0) return children
  return (
    <span key={mark} className={styles.changed} data-changed>
      {children}
    </span>
  )
}
