import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { RowValues } from '#web/fields/values.ts'
import { useResourceFormContext } from './formContext.ts'

/**
 * The rows of a repeater in the form. A new row is removed immediately; a stored row after a confirmation and once the
 * server has deleted it.
 */
export function useRepeaterRows(name: string) {
  const { removeStoredRow } = useResourceFormContext()
  const { control, getValues } = useFormContext<Record<string, RowValues[]>>()
  const { fields: rows, append, remove } = useFieldArray({ control, name, keyName: 'rowKey' })
  const [pendingIndex, setPendingIndex] = useState<number>()
  const [isBusy, setBusy] = useState(false)

  const idAt = (index: number) => getValues(name)[index]?.id
  const removeRow = (index: number) => {
    if (idAt(index) === undefined) remove(index)
    else setPendingIndex(index)
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
  return { rows, append, removeRow, confirmation }
}
