import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ComponentProps, createContext, type RefObject, use, useCallback, useState } from 'react'
import { useIsOffline } from '#web/platform/live/live.ts'
import { currentUserId } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'

type Locations = Parameters<ShouldBlockFn>[0]

type GuardOptions = {
  isUnsaved: () => boolean
  /** Whether a navigation closes the form. */
  isLeaving: (locations: Locations) => boolean
  onDiscard?: () => void
  onClose: () => void
}

/**
 * Asks for confirmation when a form closes, the route changes, or the tab closes with unsaved changes. The end of a
 * session is not blocked, nor that another user has signed in.
 */
export function useUnsavedChangesGuard({ isUnsaved, isLeaving, onDiscard, onClose }: GuardOptions) {
  const [isClosing, setClosing] = useState(false)
  const [user] = useState(currentUserId)
  const shouldBlockFn: ShouldBlockFn = (locations) =>
    isLeaving(locations) && currentUserId() === user && user !== undefined && isUnsaved()
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    leave: () => (isUnsaved() ? setClosing(true) : onClose()),
    stay: () => {
      setClosing(false)
      blocker.reset?.()
    },
    confirm: () => {
      setClosing(false)
      onDiscard?.()
      if (blocker.status === 'blocked') blocker.proceed()
      else onClose()
    },
  }
}

type Guard = Omit<ReturnType<typeof useUnsavedChangesGuard>, 'leave'>

/** Asks whether a form with unsaved changes is left. */
export function UnsavedChangesDialog({ isAsking, stay, confirm }: Guard) {
  const { unsaved } = useStrings().form
  return (
    <ConfirmDialog
      opened={isAsking}
      danger
      title={unsaved.title}
      cancelLabel={unsaved.stay}
      confirmLabel={unsaved.leave}
      onCancel={stay}
      onConfirm={confirm}
    >
      {unsaved.more}
    </ConfirmDialog>
  )
}

type DialogProps = ComponentProps<typeof Dialog> & {
  /** Whether something was typed that is neither saved nor discarded. */
  unsavedRef: RefObject<boolean>
  onClose: () => void
}

/** A dialog in which the user writes, and that asks before what was written is lost. */
export function WritingDialog({ unsavedRef, onClose, ...dialog }: DialogProps) {
  const isUnsaved = useCallback(() => unsavedRef.current, [unsavedRef])
  const discard = () => {
    unsavedRef.current = false
  }
  const { leave, ...guard } = useUnsavedChangesGuard({ isUnsaved, isLeaving: always, onDiscard: discard, onClose })
  return (
    <>
      {/* Escape closes only the question above the dialog; it opens in another task than the key press that it answers. */}
      <LeaveContext value={leave}>
        <Dialog {...dialog} onClose={guard.isAsking ? ignore : () => setTimeout(leave)} />
      </LeaveContext>
      <UnsavedChangesDialog {...guard} />
    </>
  )
}

const always = () => true
const ignore = () => undefined

/** Next to the buttons of a dialog, which covers the bar of the page that says so: the connection is lost. */
export function OfflineStatus() {
  const { live } = useStrings()
  const isOffline = useIsOffline()
  return <span role="status">{isOffline && <strong>{live.noConnection}</strong>}</span>
}

const LeaveContext = createContext<() => void>(ignore)

/** For a button of a form in a `WritingDialog`: closes the dialog, and asks before what was written is lost. */
export const useLeave = () => use(LeaveContext)
