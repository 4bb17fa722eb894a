import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './Dialog.module.css'
import dialogHeadStyles from './DialogHead.module.css'

type Props = {
  opened: boolean
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  centered?: boolean
  /** Called by the close button, Escape, or a click outside. Without it the user cannot close the dialog. */
  onClose?: () => void
  closeLabel?: string
  children: ReactNode
}

/** A modal dialog. */
export function Dialog({ opened, title, size = 'md', centered = false, onClose, closeLabel, children }: Props) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? ignore}
      size={size}
      centered={centered}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Mantine's header element, which would be a second `banner` landmark of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          {onClose && closeLabel !== undefined && <IconButton icon="close" label={closeLabel} onClick={onClose} />}
        </div>
        <Modal.Body className={styles.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const ignore = () => undefined

type DialogHeadProps = {
  /** The title element of the modal or drawer, which names it. */
  children: ReactNode
  closeLabel: string
  on?: 'surface' | 'chrome'
  className?: string | undefined
  onClose: () => void
}

/** The head of a modal or drawer. Mantine's own is a header element, which would be a second `banner` landmark of the page. */
export function DialogHead({ children, closeLabel, on = 'surface', className, onClose }: DialogHeadProps) {
  return (
    <div className={classes(dialogHeadStyles.head, className)}>
      {children}
      <IconButton icon="close" on={on} label={closeLabel} onClick={onClose} />
    </div>
  )
}

export const titleClass = dialogHeadStyles.title ?? ''
