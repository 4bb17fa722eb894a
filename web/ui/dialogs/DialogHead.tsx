import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './DialogHead.module.css'

type Props = {
  /** The title element of the modal or drawer, which names it. */
  children: ReactNode
  closeLabel: string
  on?: 'surface' | 'chrome'
  className?: string | undefined
  onClose: () => void
}

/** The head of a modal or drawer. Mantine's own is a header element, which would be a second `banner` landmark of the page. */
export function DialogHead({ children, closeLabel, on = 'surface', className, onClose }: Props) {
  return (
    <div className={classes(styles.head, className)}>
      {children}
      <IconButton icon="close" on={on} label={closeLabel} onClick={onClose} />
    </div>
  )
}

export const titleClass = styles.title ?? ''
