import type { Ref } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { RecordPresence } from '#web/registry/live/useRecordPresence.ts'

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

/** What is being written in a form, asked at the moment somebody leaves: a letter typed just before counts. */
export type Writing = {
  isUnsaved: () => boolean
  /** Forgets what was written, once somebody says that it may go. */
  forget: () => void
}

export type WindowProps = Omit<FormDialogProps, 'onClose'> & {
  writing: Ref<Writing>
  /** Closing that asks first, and closing that does not. */
  onLeave: () => void
  onClose: () => void
}

export type EditProps = WindowProps & {
  row?: Row
  /** What others do with the record meanwhile. */
  watch?: RecordPresence
  /** What is wrong was told at these places: their part of the form opens. */
  onErrors?: (places: readonly string[]) => void
  /** The first password of a new person, told once. */
  onPassword: (password: string) => void
}
