import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Failure, Success } from '#shared/calls/answer.ts'
import type { SaveAnswer } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { changesOf } from './draft.ts'
import { errorsAt, problemsOf } from './errors.ts'
import { type FormValues, payloadOf } from './payload.ts'
import type { EditProps } from './types.ts'
import type { Stand, useConflict } from './useConflict.ts'
import type { useDraft } from './useDraft.ts'
import type { FormBaseline } from './useFormBaseline.ts'

type About = {
  held: FormBaseline
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
  if (id === undefined) return callResource(about.resource, 'create', payload)
  // What stands as it was is not sent: it is nobody's change.
  const changed = changesOf(payloadOf(about, stand.base), payload)
  return callResource(about.resource, 'update', { id, version: stand.version ?? 1, ...changed })
}

/** Shows each sentence at its field. */
function showErrors(form: UseFormReturn<FormValues>, errors: Record<string, readonly string[]>) {
  form.clearErrors()
  for (const [name, sentences] of Object.entries(errors)) form.setError(name, { message: sentences.join(' ') })
}

const typedInto = 'input:not([type=hidden]), textarea, [contenteditable=true], button'

/** Puts the focus on the first of the named fields, once its part of the form stands open. */
function focusField(names: readonly string[]) {
  setTimeout(() => {
    const places = names.map((name) => document.querySelector(`[data-field="${CSS.escape(name)}"]`))
    places
      .find((place) => place !== null)
      ?.querySelector<HTMLElement>(typedInto)
      ?.focus()
  }, 0)
}

type UseAfterSaveAbout = {
  held: FormBaseline
  draft: ReturnType<typeof useDraft>
  conflict: ReturnType<typeof useConflict>
}

/** What follows a save: it is told, the lists are read anew, and the form closes or goes on. */
export function useAfterSave(props: EditProps, { held, draft, conflict }: UseAfterSaveAbout) {
  const words = useStrings().form
  const queries = useQueryClient()

  return function afterSave(answer: Success<SaveAnswer>, values: FormValues) {
    draft.forget()
    conflict.end()
    if (answer.Message === '') showToast('good', words.saved)
    else showAnswer(answer)
    void queries.invalidateQueries({ queryKey: resourceQueryKey(props.resource) })
    props.onSaved?.(answer.data)
    if (answer.password !== undefined) props.onPassword(answer.password)
    else if (answer.closeModal || closesOnSubmit(props)) props.onClose()
    else void held.goOn(answer.data, values)
  }
}

/** The specification: a new record closes its form unless told otherwise, a changed one only when told. */
const closesOnSubmit = ({ mode, closeOnSubmit }: EditProps) =>
  mode === 'Create' ? closeOnSubmit !== false : closeOnSubmit === true
