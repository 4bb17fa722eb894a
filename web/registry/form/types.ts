import type { RefObject } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { RecordPresence } from '#web/registry/live/Presence.tsx'
import type { FormValues } from './payload.ts'

export type FormDialogProps = {
  resource: Resource
  mode: Mode
  /** The id of the record to update or view. */
  id?: number
  /** Whether a save closes the form. Default: a create form closes, an update form stays open. */
  closeOnSubmit?: boolean
  /** Values of a new record, by field: those that its list is filtered by. */
  startValues?: FormValues
  /** Opens a record that the form has created. */
  onShow?: (row: Row) => void
  /** Another user has changed the record since it was opened. */
  expired?: boolean
  /** The first password of a user whom the save created, returned once. The form is closed. */
  onPassword: (row: Row, password: string) => void
  onClose: () => void
}

/** The form's imperative handle. Read when the user leaves, so that the last key press counts. */
export type FormHandle = {
  isUnsaved: () => boolean
  /** Discards the unsaved changes and their draft. */
  discard: () => void
  /** Whether the user may change a field now. */
  isFieldEditable: (name: string) => boolean
  /** Puts a value into a field as an unsaved change, and returns the value before. */
  replaceValue: (name: string, value: unknown) => unknown
}

export type FormContentProps = Omit<FormDialogProps, 'onClose'> & {
  handle: RefObject<FormHandle | null>
  /** `onLeave` asks for confirmation if there are unsaved changes, `onClose` does not. */
  onLeave: () => void
  onClose: () => void
}

export type EditProps = FormContentProps & {
  row?: Row
  /** The signed links of the pictures in the text of the record, by file id. */
  pictures?: Record<string, string>
  /** What other users do with the record while the form is open. */
  watch?: RecordPresence
  /** Errors are shown at these paths: the section with the first of them opens. */
  onErrors?: (paths: readonly string[]) => void
}
