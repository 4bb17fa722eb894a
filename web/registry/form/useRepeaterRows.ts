import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { Field } from '#shared/resource/field.ts'
import { initialRowOf, type RowValues } from '#web/fields/values.ts'
import { useResourceFormContext } from './formContext.ts'
import { isBlankRow } from './payload.ts'

/**
 * The rows of a repeater in the form. A new row is removed immediately; a stored row after a confirmation and once the
 * server has deleted it.
 */
export function useRepeaterRows(name: string) {
  const { removeStoredRow } = useResourceFormContext()
  const { control, getValues } = useFormContext<Record<string, RowValues[]>>()
  const { fields: rows, append, update, remove } = useFieldArray({ control, name, keyName: 'rowKey' })
  const [pendingIndex, setPendingIndex] = useState<number>()
  const [isBusy, setBusy] = useState(false)

  const idAt = (index: number) => getValues(name)[index]?.id
  const removeRow = (index: number) => {
    if (idAt(index) === undefined) remove(index)
    else setPendingIndex(index)
  }
  /** Adds a row with these values, in place of the first blank one. Returns its index. */
  const addRow = (fields: Record<string, Field>, values: RowValues): number => {
    const row = { ...initialRowOf(fields), ...values }
    const blank = getValues(name).findIndex((one) => isBlankRow(fields, one))
    if (blank >= 0) update(blank, row)
    else append(row, { shouldFocus: false })
    return blank >= 0 ? blank : getValues(name).length - 1
  }
  const removeStored = async (index: number) => {
    const id = idAt(index)
    if (id === undefined) return
    setBusy(true)
    const isGone = await removeStoredRow(name, id)
    setBusy(false)
    setPendingIndex(undefined)
    // The index may have changed during the request.
    const position = getValues(name).findIndex((row) => row.id === id)
    if (isGone && position >= 0) remove(position)
  }
  const confirmation = {
    opened: pendingIndex !== undefined,
    busy: isBusy,
    onCancel: () => setPendingIndex(undefined),
    onConfirm: () => void removeStored(pendingIndex ?? -1),
  }
  return { rows, append, addRow, removeRow, confirmation }
}
