import { Modal } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useStrings, useLanguage } from '#web/strings/strings.ts'
import { closesList } from '#web/ui/closesList.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormWindow, type Writing } from './form/FormWindow.tsx'
import { useLeaving } from './form/useLeaving.ts'
import { sizeOf } from './form/windowSize.ts'

export type FormDialogProps = {
  resource: Resource
  mode: Mode
  /** Of the record that is changed or viewed. */
  id?: number
  /** A form to make many records one after the other stays open; one to change a record can close when it is saved. */
  closeOnSubmit?: boolean
  /** Somebody else has changed the record since it was opened. */
  expired?: boolean
  onClose: () => void
  onSaved?: (row: Row) => void
}

/**
 * The form of any resource: to make a record, to change it, or to read it. Whoever leaves it with something unsaved is
 * asked first; a window of this kind never closes by a click beside it.
 */
export function FormDialog({ onClose, ...form }: FormDialogProps) {
  const strings = useStrings()
  const writing = useRef<Writing>(null)
  const { isAsking, leave, stay, go } = useLeaving(writing, onClose)
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

/** The words over a form: what is done, and with what. */
export function useFormTitle({ resource, mode }: Pick<FormDialogProps, 'resource' | 'mode'>) {
  const { form } = useStrings()
  const one = resource.label.one[useLanguage()]
  return { Create: form.create, Update: form.update, View: form.view }[mode](one)
}
