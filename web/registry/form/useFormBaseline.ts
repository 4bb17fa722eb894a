import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Row } from '#shared/calls/crud.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { changesOf } from './draft.ts'
import type { EditProps } from './types.ts'
import { type FormValues, initialValues } from './payload.ts'
import type { Baseline } from './useConflict.ts'

export type FormBaseline = ReturnType<typeof useFormBaseline>

/** The form's values and its baseline, the stored values they are compared with. A save makes them equal again. */
export function useFormBaseline({ resource, mode, row }: EditProps) {
  const [baseline, setBaseline] = useState<Baseline>(() => ({
    base: initialValues(resource, row),
    version: row?.version,
  }))
  const form = useForm<FormValues>({ defaultValues: baseline.base })
  const hasChanges = () => Object.keys(changesOf(baseline.base, form.getValues())).length > 0

  return { form, baseline, setBaseline, hasChanges, continueEditing, clearField }

  /** Continues after a save: an empty form for the next record, or the saved record as the new baseline. */
  async function continueEditing(saved: Row, values: FormValues) {
    if (mode === 'Create') {
      form.reset(initialValues(resource, undefined))
      return
    }
    // The saved values are the baseline until the stored record arrives.
    setBaseline({ base: values, version: saved.version })
    form.reset(values, { keepValues: true })
    const answer = await callResource(resource, 'find', { id: saved.id })
    if (answer.Status === 'success') rebase(answer.data)
  }

  function rebase(saved: Row) {
    const base = initialValues(resource, saved)
    setBaseline({ base, version: saved.version })
    // Keeps what the user typed while the record was loading.
    form.reset(base, { keepDirtyValues: true })
  }

  /** Empties a field in the form and in the baseline: the server has removed its value. */
  function clearField(name: string, version: number) {
    setBaseline((before) => ({ base: { ...before.base, [name]: null }, version }))
    form.resetField(name, { defaultValue: null })
  }
}
