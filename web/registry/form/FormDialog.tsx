import { Modal } from '@mantine/core'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { currentSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { closesList } from '#web/ui/dialogs/closesList.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormWindow } from './FormWindow.tsx'
import type { FormDialogProps, Writing } from './types.ts'
import { sizeOf } from './windowSize.ts'

/**
 * The form of any resource: to make a record, to change it, or to read it. Whoever leaves it with something unsaved is
 * asked first; a window of this kind never closes by a click beside it.
 */
export function FormDialog({ onClose, ...form }: FormDialogProps) {
  const strings = useStrings()
  const writing = useRef<Writing>(null)
  const { isAsking, leave, stay, go } = useUnsavedChangesGuard(writing, onClose)
  const size = sizeOf(form)
  return (
    <>
      <Modal
        opened
        onClose={leave}
        size={widths[size]}
        fullScreen={size === 'xl'}
        closeOnClickOutside={false}
        // The library would close the window under a calendar that Escape has closed.
        closeOnEscape={false}
        withCloseButton={false}
        padding={0}
      >
        <div onKeyDown={(event) => leavesBy(event) && leave()}>
          <FormWindow {...form} writing={writing} onLeave={leave} onClose={onClose} />
        </div>
      </Modal>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={strings.form.unsaved.title}
        cancelLabel={strings.form.unsaved.stay}
        confirmLabel={strings.form.unsaved.leave}
        onCancel={stay}
        onConfirm={go}
      >
        {strings.form.unsaved.more}
      </ConfirmDialog>
    </>
  )
}

/** Escape, where nothing above the form takes it for itself. */
const leavesBy = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && !closesList(event)

const widths = { sm: 460, md: 620, lg: 960, xl: '100%' } as const

/**
 * The ways out of a form: whoever closes it, goes back or closes the tab with something unsaved is asked first. Whoever
 * is signed out is not: what was written waits for him as a draft.
 */
function useUnsavedChangesGuard(writing: RefObject<Writing | null>, onClose: () => void) {
  const [isClosing, setClosing] = useState(false)
  const isUnsaved = useCallback(() => writing.current?.isUnsaved() === true, [writing])
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => current.pathname !== next.pathname && currentSession().at === 'signed-in' && isUnsaved(),
    [isUnsaved],
  )
  const going = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  const stay = () => {
    setClosing(false)
    going.reset?.()
  }
  return {
    isAsking: isClosing || going.status === 'blocked',
    leave: () => (isUnsaved() ? setClosing(true) : onClose()),
    stay,
    go: () => {
      writing.current?.forget()
      if (going.status === 'blocked') going.proceed()
      else onClose()
    },
  }
}
