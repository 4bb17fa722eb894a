import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { RowValues } from '#web/fields/values.ts'
import { useResourceFormContext } from './formContext.ts'

/**
 * The rows of a repeater as the form holds them. One that is new is dropped at once; one that the server keeps is asked
 * about first, and goes when the server has let go of it.
 */
export function useRepeaterRows(name: string) {
  const { removeStoredRow } = useResourceFormContext()
  const { control, getValues } = useFormContext<Record<string, RowValues[]>>()
  const { fields: rows, append, remove } = useFieldArray({ control, name, keyName: 'rowKey' })
  const [asked, setAsked] = useState<number>()
  const [isBusy, setBusy] = useState(false)

  const idAt = (place: number) => getValues(name)[place]?.id
  const drop = (place: number) => {
    if (idAt(place) === undefined) remove(place)
    else setAsked(place)
  }
  const dropStored = async (place: number) => {
    const id = idAt(place)
    if (id === undefined) return
    setBusy(true)
    const isGone = await removeStoredRow(name, id)
    setBusy(false)
    setAsked(undefined)
    // Where it stands now.
    const left = getValues(name).findIndex((row) => row.id === id)
    if (isGone && left >= 0) remove(left)
  }
  const question = {
    opened: asked !== undefined,
    busy: isBusy,
    onCancel: () => setAsked(undefined),
    onConfirm: () => void dropStored(asked ?? -1),
  }
  return { rows, append, drop, question }
}
