import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Row } from '#shared/calls/crud.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { changesOf } from './draft.ts'
import type { EditProps } from './types.ts'
import { type FormValues, startValues } from './payload.ts'
import type { Stand } from './useConflict.ts'

export type FormBaseline = ReturnType<typeof useFormBaseline>

/** What a form holds, beside what it began with: the two part while somebody types, and meet again when it is saved. */
export function useFormBaseline({ resource, mode, row }: EditProps) {
  const [stand, setStand] = useState<Stand>(() => ({ base: startValues(resource, row), version: row?.version }))
  const form = useForm<FormValues>({ defaultValues: stand.base })
  const hasChanges = () => Object.keys(changesOf(stand.base, form.getValues())).length > 0

  return { form, stand, setStand, hasChanges, goOn, letGo }

  /** The form stays: empty for the next record, or as it was saved. */
  async function goOn(kept: Row, values: FormValues) {
    if (mode === 'Create') {
      form.reset(startValues(resource, undefined))
      return
    }
    // What was saved is unsaved no longer, while the record as the server keeps it is on its way.
    setStand({ base: values, version: kept.version })
    form.reset(values, { keepValues: true })
    const answer = await callResource(resource, 'find', { id: kept.id })
    if (answer.Status === 'success') standAs(answer.data)
  }

  function standAs(kept: Row) {
    const base = startValues(resource, kept)
    setStand({ base, version: kept.version })
    // Somebody may have typed on meanwhile.
    form.reset(base, { keepDirtyValues: true })
  }

  /** The field stands empty now, in the record too. */
  function letGo(name: string, version: number) {
    setStand((now) => ({ base: { ...now.base, [name]: null }, version }))
    form.resetField(name, { defaultValue: null })
  }
}
