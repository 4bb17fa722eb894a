import { Modal } from '@mantine/core'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { currentSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { closesDropdown } from '#web/ui/dialogs/closesDropdown.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormContent } from './FormContent.tsx'
import { dialogSizeOf } from './formContext.ts'
import type { FormDialogProps, FormHandle } from './types.ts'

/**
 * The form of any resource: create, update, or view a record. Closing with unsaved changes asks for confirmation; a
 * click outside never closes the dialog.
 */
export function FormDialog({ onClose, ...form }: FormDialogProps) {
  const strings = useStrings()
  const handle = useRef<FormHandle>(null)
  const { isAsking, leave, stay, confirm } = useUnsavedChangesGuard(handle, onClose)
  const size = dialogSizeOf(form)
  return (
    <>
      <Modal
        opened
        onClose={leave}
        size={widths[size]}
        fullScreen={size === 'xl'}
        closeOnClickOutside={false}
        // Mantine would close the dialog together with a calendar that Escape closes.
        closeOnEscape={false}
        withCloseButton={false}
        padding={0}
      >
        <div onKeyDown={(event) => isLeavingKey(event) && leave()}>
          <FormContent {...form} handle={handle} onLeave={leave} onClose={onClose} />
        </div>
      </Modal>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={strings.form.unsaved.title}
        cancelLabel={strings.form.unsaved.stay}
        confirmLabel={strings.form.unsaved.leave}
        onCancel={stay}
        onConfirm={confirm}
      >
        {strings.form.unsaved.more}
      </ConfirmDialog>
    </>
  )
}

/** Escape, unless a popup above the form handles it. */
const isLeavingKey = (event: KeyboardEvent) =>
  event.key === 'Escape' && !event.defaultPrevented && !closesDropdown(event)

const widths = { sm: 460, md: 620, lg: 960, xl: '100%' } as const

/**
 * Asks for confirmation when the dialog closes, the route changes, or the tab closes with unsaved changes. The end
 * of a session is not blocked: the changes stay as a draft, unless the user signed out.
 */
function useUnsavedChangesGuard(handle: RefObject<FormHandle | null>, onClose: () => void) {
  const [isClosing, setClosing] = useState(false)
  const isUnsaved = useCallback(() => handle.current?.isUnsaved() === true, [handle])
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => current.pathname !== next.pathname && currentSession().at === 'signed-in' && isUnsaved(),
    [isUnsaved],
  )
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  const stay = () => {
    setClosing(false)
    blocker.reset?.()
  }
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    leave: () => (isUnsaved() ? setClosing(true) : onClose()),
    stay,
    confirm: () => {
      handle.current?.discard()
      if (blocker.status === 'blocked') blocker.proceed()
      else onClose()
    },
  }
}
