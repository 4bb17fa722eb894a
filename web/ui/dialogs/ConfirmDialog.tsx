import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { Dialog, stopKeys } from './Dialog.tsx'
import styles from './ConfirmDialog.module.css'

type Props = {
  opened: boolean
  title: string
  children?: ReactNode
  cancelLabel: string
  confirmLabel: string
  danger?: boolean
  /** The confirmed action is in progress: its result may be shown in this dialog, which cannot be closed meanwhile. */
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/**
 * Confirms an action that cannot be undone. The focus is initially on Cancel. Its keys do not reach the form or the grid
 * under it: Escape closes only the question.
 */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    title,
    children,
    cancelLabel,
    confirmLabel,
    danger = false,
    busy = false,
    onCancel,
    onConfirm,
  } = props
  return (
    <Dialog opened={opened} {...(!busy && { onClose: onCancel })} title={title} size="sm" centered onKeyDown={stopKeys}>
      {children !== undefined && (
        <div className={styles.body}>
          <Isolated>{children}</Isolated>
        </div>
      )}
      <div className={styles.actions}>
        <Button variant="ghost" disabled={busy} onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
