import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './Window.module.css'

type Props = {
  opened: boolean
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  centered?: boolean
  /** Closes it by its button, by Escape and by a click beside it; without one it stays until it is taken away. */
  onClose?: () => void
  closeLabel?: string
  children: ReactNode
}

/** A window over the page. */
export function Window({ opened, title, size = 'md', centered = false, onClose, closeLabel, children }: Props) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? stay}
      size={size}
      centered={centered}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A plain element: the library's own head of a window is a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          {onClose && closeLabel !== undefined && <IconButton icon="close" label={closeLabel} onClick={onClose} />}
        </div>
        <Modal.Body className={styles.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const stay = () => undefined
