import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { classes } from '#web/ui/classes.ts'
import type { IconName } from '#web/ui/icons.tsx'
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
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

/** A modal dialog. */
export function Dialog(props: Props) {
  const { opened, title, size = 'md', centered = false, onClose, closeLabel, onKeyDown, children } = props
  useHandledEscape(opened ? onClose : undefined)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? ignore}
      size={size}
      centered={centered}
      closeOnEscape={false}
      closeOnClickOutside={onClose !== undefined}
      {...(onKeyDown && { onKeyDown })}
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

/**
 * Escape closes the dialog, even before it has received the focus, and nothing under it: the key then counts as handled.
 * Mantine's own listener does not mark it.
 */
function useHandledEscape(onClose: (() => void) | undefined) {
  const listener = (event: KeyboardEvent) => {
    if (!onClose || event.key !== 'Escape' || event.isComposing) return
    const { target } = event
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
    event.preventDefault()
    onClose()
  }
  useWindowEvent('keydown', listener, { capture: true })
}

/**
 * For the keys of a dialog that must not reach the form or the grid that renders it: React bubbles the events of a portal
 * to that. Tab continues to the document, where Mantine keeps the focus in the dialog.
 */
export const stopKeys: KeyboardEventHandler = (event) => {
  if (event.key !== 'Tab') event.stopPropagation()
}

type DialogActionsProps = {
  cancelLabel: string
  submitLabel: string
  icon?: IconName
  danger?: boolean | undefined
  loading?: boolean
  onCancel: () => void
  /** Without it, the button submits the form around it. */
  onSubmit?: () => void
  /** A hint before the buttons. */
  children?: ReactNode
}

/** The buttons at the end of a dialog in which something is written. */
export function DialogActions(props: DialogActionsProps) {
  const { cancelLabel, submitLabel, icon, danger = false, loading = false, onCancel, onSubmit, children } = props
  return (
    <div className={styles.actions}>
      {children}
      <Button variant="ghost" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        variant={danger ? 'danger' : 'primary'}
        loading={loading}
        onClick={onSubmit}
        {...(icon && { icon })}
      >
        {submitLabel}
      </Button>
    </div>
  )
}

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

/** The attribute of the content of a dialog that covers the whole screen, with popovers and dialogs of its own. */
export const fullScreenDialog = { 'data-full-screen': '' }

/**
 * Escape closes a full-screen dialog, unless something inside has handled it: an open note, find in page, or a nested dialog.
 * Mantine's own listener runs first and cannot check that: it is turned off by `closeOnEscape`.
 */
export function useClosedByEscape(isOpen: boolean, onClose: () => void) {
  useWindowEvent('keydown', (event) => {
    if (isOpen && closesFullScreen(event)) onClose()
  })
}

function closesFullScreen({ key, defaultPrevented, isComposing, target }: KeyboardEvent) {
  if (key !== 'Escape' || defaultPrevented || isComposing) return false
  // A nested dialog may not have the focus: it opens, or a click outside it has taken the focus.
  if (isUnderDialog()) return false
  const dialog = target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null
  return !dialog || dialog.matches('[data-full-screen]')
}

/** Whether an Escape key press closes an open dropdown, so that the dialog under it must stay open. */
export const closesDropdown = ({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>) =>
  key === 'Escape' && target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

/** Whether a dialog is open above the page, or above the full-screen dialog. */
export const isUnderDialog = () =>
  document.querySelector('[role=dialog][aria-modal=true]:not([data-full-screen])') !== null

export const titleClass = dialogHeadStyles.title ?? ''
