import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Row } from '#shared/calls/crud.ts'
import { createMutex } from '#shared/mutex.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { createPendingEdits } from '#web/richText/pendingEdits.ts'
import { changesOf, isSameValue } from './draftStore.ts'
import { type Baseline, type FormValues, initialValues } from './payload.ts'
import type { EditProps } from './types.ts'

export type FormBaseline = ReturnType<typeof useFormBaseline>

/** The form's values and its baseline, the stored values they are compared with. A save makes them equal again. */
export function useFormBaseline(props: EditProps) {
  const { resource, mode } = props
  const values = useFormValues(props)
  const { form, latest, setBaseline, readValues } = values
  const queries = useQueryClient()
  const [turns] = useState(createTurns)
  const hasChanges = () => Object.keys(changesOf(latest.current.base, readValues())).length > 0
  return { ...values, ...turns, hasChanges, continueEditing, clearField }

  /** Continues after a save: an empty form for the next record, or the saved record as the new baseline. */
  async function continueEditing(saved: Row, sent: FormValues) {
    if (mode === 'Create') {
      form.reset(startOf(props))
      return
    }
    // The saved values are the baseline until the stored record arrives.
    setBaseline({ base: sent, version: saved.version })
    form.clearErrors()
    const stored = await queries.query(recordQuery(resource, saved.id)).catch(() => undefined)
    if (stored) takeStored(stored.data)
  }

  /** Takes over what the server has stored, except in fields that were changed since they were sent. */
  function takeStored(saved: Row) {
    const { base, version } = latest.current
    // It is of an earlier save, or another user has changed it, which is merged.
    if (saved.version !== version) return
    const stored = initialValues(resource, saved)
    const present = readValues()
    const typed = changesOf(base, present)
    setBaseline({ base: stored, version })
    for (const [name, value] of Object.entries(stored))
      if (!(name in typed) && !isSameValue(present[name], value)) form.setValue(name, value)
  }

  /** Empties a field in the form and in the baseline: the server has removed its value. */
  function clearField(name: string, version: number) {
    setBaseline({ base: { ...latest.current.base, [name]: null }, version })
    form.resetField(name, { defaultValue: null })
  }
}

/** The values as they are typed, and those that are stored. `latest` is the baseline of the last call, which is not rendered yet. */
function useFormValues(props: EditProps) {
  const [baseline, storeBaseline] = useState<Baseline>(() => ({
    base: startOf(props),
    version: props.row?.version,
  }))
  const latest = useRef(baseline)
  const setBaseline = useCallback((next: Baseline) => {
    latest.current = next
    storeBaseline(next)
  }, [])
  const [pendingEdits] = useState(createPendingEdits)
  /** The typed texts of selects that were not chosen, by path. */
  const [unchosen] = useState(() => new Map<string, string>())
  const form = useForm<FormValues>({ defaultValues: baseline.base })
  /** A copy of the values with the last key press: the form changes the rows of a repeater in place. */
  const readValues = (): FormValues => {
    pendingEdits.flush()
    return structuredClone(form.getValues())
  }
  return { form, baseline, setBaseline, latest, pendingEdits, unchosen, readValues }
}

const startOf = ({ resource, row, startValues }: EditProps): FormValues =>
  row ? initialValues(resource, row) : { ...initialValues(resource, row), ...startValues }

/**
 * The saves of a form run one after the other: each sends the version that the one before it made, else it would conflict with
 * the user's own save. After a change by another user those that wait are dropped, because they were asked for without it.
 */
export function createTurns() {
  const runNext = createMutex()
  let drops = 0
  return {
    /** Resolves to undefined for a save that is dropped. */
    inTurn: <Result>(save: () => Promise<Result>): Promise<Result | undefined> => {
      const dropsBefore = drops
      return runNext(async () => (drops === dropsBefore ? save() : undefined))
    },
    dropWaiting: () => {
      drops += 1
    },
  }
}
