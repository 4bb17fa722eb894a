import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { bringTogether, type Clash } from './conflict.ts'
import { type FormValues, startValues } from './payload.ts'

/** What the form began with, and of which version of the record that is. */
export type Stand = { base: FormValues; version: number | undefined }
type About = { resource: Resource; id: number | undefined; stand: Stand; onTogether: (stand: Stand) => void }
export type Conflict = { clashes: readonly Clash[]; taken: readonly string[]; changes: readonly Change[] }

/** A record that somebody else has changed meanwhile: his changes come into the form, beside what was written in it. */
export function useConflict(form: UseFormReturn<FormValues>, { resource, id, stand, onTogether }: About) {
  const [found, setFound] = useState<Conflict>()

  async function look(told: readonly Change[]) {
    if (id === undefined) return
    const [now, history] = await Promise.all([
      callResource(resource, 'find', { id }),
      told.length > 0 ? undefined : callResource(resource, 'history', { id }),
    ])
    if (now.Status === 'error') {
      showAnswer(now)
      return
    }
    const changes = history?.Status === 'success' ? history.data : told
    const theirs = startValues(resource, now.data)
    const { values, clashes, taken } = bringTogether(resource, { base: stand.base, mine: form.getValues(), theirs }, changes) // prettier-ignore
    onTogether({ base: theirs, version: now.data.version })
    form.reset(theirs)
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true })
    setFound({ clashes, taken, changes })
  }

  return { found, look, end: () => setFound(undefined) }
}
