import { Modal } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#web/platform/navigation/UnsavedChanges.tsx'
import { closesDropdown } from '#web/ui/dialogs/Dialog.tsx'
import { FormContent } from './FormContent.tsx'
import { dialogSizeOf, isFullScreen } from './formContext.ts'
import type { FormDialogProps, FormHandle } from './types.ts'
import styles from './Form.module.css'

/**
 * The form of any resource: create, update, or view a record. Closing with unsaved changes asks for confirmation; a
 * click outside never closes the dialog.
 */
export function FormDialog({ onClose, ...form }: FormDialogProps) {
  const handle = useRef<FormHandle>(null)
  const { leave, ...guard } = useUnsavedChangesGuard({
    isUnsaved: () => handle.current?.isUnsaved() === true,
    isLeaving: ({ current, next }) => current.pathname !== next.pathname,
    onDiscard: () => handle.current?.discard(),
    onClose,
  })
  return (
    <>
      <Modal
        opened
        onClose={leave}
        size={widths[dialogSizeOf(form)]}
        fullScreen={isFullScreen(form)}
        closeOnClickOutside={false}
        // Mantine would close the dialog together with a calendar that Escape closes.
        closeOnEscape={false}
        withCloseButton={false}
        padding={0}
        classNames={{ content: styles.scroller ?? '' }}
      >
        <div onKeyDown={(event) => isLeavingKey(event) && leave()}>
          <FormContent {...form} handle={handle} onLeave={leave} onClose={onClose} />
        </div>
      </Modal>
      <UnsavedChangesDialog {...guard} />
    </>
  )
}

/** Escape, unless a popup above the form handles it. */
const isLeavingKey = (event: KeyboardEvent) =>
  event.key === 'Escape' && !event.defaultPrevented && !closesDropdown(event)

const widths = { sm: 460, md: 620, lg: 960, xl: 1180 } as const
