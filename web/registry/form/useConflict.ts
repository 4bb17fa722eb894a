import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { mergeChanges, type FieldConflict } from './conflict.ts'
import { type FormValues, initialValues } from './payload.ts'

/** The values a form was loaded with, and the version of the record they belong to. */
export type Baseline = { base: FormValues; version: number | undefined }
type ConflictOptions = {
  resource: Resource
  id: number | undefined
  baseline: Baseline
  onMerged: (baseline: Baseline) => void
}
export type Conflict = {
  conflicts: readonly FieldConflict[]
  takenFields: readonly string[]
  changes: readonly Change[]
}

/** Loads the record that another user has changed, and merges their changes into the form (three-way merge). */
export function useConflict(form: UseFormReturn<FormValues>, { resource, id, baseline, onMerged }: ConflictOptions) {
  const [merged, setMerged] = useState<Conflict>()

  async function mergeTheirs(knownChanges: readonly Change[]) {
    if (id === undefined) return
    const [stored, history] = await Promise.all([
      callResource(resource, 'find', { id }),
      knownChanges.length > 0 ? undefined : callResource(resource, 'history', { id }),
    ])
    if (stored.Status === 'error') {
      showAnswer(stored)
      return
    }
    const changes = history?.Status === 'success' ? history.data : knownChanges
    const theirs = initialValues(resource, stored.data)
    const { values, conflicts, takenFields } = mergeChanges(resource, { base: baseline.base, mine: form.getValues(), theirs }, changes) // prettier-ignore
    onMerged({ base: theirs, version: stored.data.version })
    form.reset(theirs)
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true })
    setMerged({ conflicts, takenFields, changes })
  }

  return { merged, mergeTheirs, clear: () => setMerged(undefined) }
}
