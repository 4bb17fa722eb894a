import { useState } from 'react'
import type { Failure } from '#shared/calls/answer.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { askResource } from '#web/api/resource.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { changesOf } from './draft.ts'
import type { EditProps } from './EditForm.tsx'
import { errorsAt, problemsOf } from './errors.ts'
import { type FormValues, payloadOf } from './payload.ts'
import { focusField, showErrors } from './showErrors.ts'
import type { useAfterSave } from './useAfterSave.ts'
import type { Stand, useConflict } from './useConflict.ts'
import type { HeldValues } from './useHeldValues.ts'

type About = {
  held: HeldValues
  abilities: readonly string[]
  conflict: ReturnType<typeof useConflict>
  afterSave: ReturnType<typeof useAfterSave>
}

/** Saves a form. What is wrong is told at its place: before anything is sent, or when the server has refused it. */
export function useSave({ resource, mode, id, onErrors }: EditProps, { held, abilities, conflict, afterSave }: About) {
  const { form, stand } = held
  const [isSaving, setSaving] = useState(false)
  const words = useStrings().form

  return { isSaving, save }

  async function save() {
    const values = form.getValues()
    const problems = problemsOf({ resource, mode, abilities }, values)
    if (Object.keys(problems).length > 0) {
      tell(Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [words.problems[problem]]])))
      showToast('bad', words.check)
      return
    }
    setSaving(true)
    const answer = await send({ resource, mode, abilities, id, stand }, values)
    setSaving(false)
    if (answer.Status === 'success') afterSave(answer, values)
    else await refused(answer, values)
  }

  async function refused(answer: Failure, values: FormValues) {
    showAnswer(answer)
    if (answer.code === 'changed-elsewhere') await conflict.look(answer.payload.changes ?? [])
    else tell(errorsAt(resource, answer.payload.errors, values))
  }

  function tell(errors: Record<string, readonly string[]>) {
    showErrors(form, errors)
    onErrors?.(Object.keys(errors))
    focusField(Object.keys(errors))
  }
}

type Sent = { resource: Resource; mode: Mode; abilities: readonly string[]; id: number | undefined; stand: Stand }

/** Sends a new record whole, and of another what was changed. */
function send({ id, stand, ...about }: Sent, values: FormValues) {
  const payload = payloadOf(about, values)
  if (id === undefined) return askResource(about.resource, 'create', payload)
  // What stands as it was is not sent: it is nobody's change.
  const changed = changesOf(payloadOf(about, stand.base), payload)
  return askResource(about.resource, 'update', { id, version: stand.version ?? 1, ...changed })
}
