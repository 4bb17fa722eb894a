import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { Failure, Success } from '#shared/calls/answer.ts'
import type { Row, SaveAnswer } from '#shared/calls/crud.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
import { useSession } from '#web/session/session.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import type { EditProps } from './EditForm.tsx'
import { errorsAt, missing } from './errors.ts'
import { type FormValues, payloadOf, startValues } from './payload.ts'
import { sectionsOf } from './sections.ts'
import { settingOf } from './setting.ts'

/** The state of one form: what it holds, what is wrong with it, and saving it. */
export function useResourceForm(props: EditProps) {
  const { resource, mode, row, onUnsaved } = props
  const session = useSession()
  const abilities = session.at === 'signed-in' ? session.decoded.abilities : none
  const [begin] = useState(() => startValues(resource, row))
  const form = useForm<FormValues>({ defaultValues: begin, shouldUnregister: false })
  const [version, setVersion] = useState(row?.version)
  const [isSaving, setSaving] = useState(false)
  const { isDirty } = form.formState
  const words = useStrings().form
  const queries = useQueryClient()

  useEffect(() => onUnsaved(isDirty && mode !== 'View'), [isDirty, mode, onUnsaved])

  return {
    form,
    abilities,
    setting: settingOf(resource, mode, abilities),
    sections: sectionsOf(resource, mode, abilities),
    isSaving,
    version,
    setVersion,
    save,
  }

  async function save() {
    const values = form.getValues()
    const lacking = missing({ resource, mode, abilities }, values)
    if (lacking.length > 0) {
      tell(form, Object.fromEntries(lacking.map((name) => [name, [words.required]])))
      showToast('bad', words.check)
      return
    }
    setSaving(true)
    const payload = payloadOf({ resource, mode, abilities }, values)
    const answer = await (props.id === undefined
      ? askResource(resource, 'create', payload)
      : askResource(resource, 'update', { id: props.id, version: version ?? 1, ...payload }))
    setSaving(false)
    if (answer.Status === 'error') refused(answer, values)
    else saved(answer)
  }

  function refused(answer: Failure, values: FormValues) {
    showAnswer(answer)
    tell(form, errorsAt(resource, answer.payload.errors, values))
  }

  function saved(answer: Success<SaveAnswer>) {
    if (answer.Message === '') showToast('good', words.saved)
    else showAnswer(answer)
    void queries.invalidateQueries({ queryKey: keysOf(resource) })
    props.onSaved?.(answer.data)
    // The specification: a new record closes its form unless told otherwise, a changed one only when told.
    const closes = mode === 'Create' ? props.closeOnSubmit !== false : props.closeOnSubmit === true
    if (closes || answer.closeModal) props.onClose()
    else void goOn(answer.data)
  }

  /** The form stays: empty for the next record, or as it was saved. */
  async function goOn({ id }: Row) {
    if (mode === 'Create') {
      form.reset(startValues(resource, undefined))
      return
    }
    const answer = await askResource(resource, 'find', { id })
    if (answer.Status === 'error') return
    setVersion(answer.data.version)
    form.reset(startValues(resource, answer.data))
  }
}

const none: readonly string[] = []

/** Shows each sentence at its field, and puts the focus on the first of them. */
function tell(form: UseFormReturn<FormValues>, errors: Record<string, readonly string[]>) {
  form.clearErrors()
  for (const [name, sentences] of Object.entries(errors)) form.setError(name, { message: sentences.join(' ') })
  focusFirst(Object.keys(errors))
}

function focusFirst(names: readonly string[]) {
  // After the section of the field has been opened.
  setTimeout(() => {
    const places = names.map((name) => document.querySelector(`[data-field="${CSS.escape(name)}"]`))
    const first = places.find((place) => place !== null)
    first?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button, [contenteditable=true]')?.focus()
  }, 0)
}
