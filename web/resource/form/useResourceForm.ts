import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle, useMemo, useReducer, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Failure, Success } from '#shared/calls/answer.ts'
import type { Row, SaveAnswer } from '#shared/calls/crud.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
import { useSession } from '#web/session/session.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { changesOf } from './draft.ts'
import type { EditProps } from './EditForm.tsx'
import { errorsAt, problemsOf } from './errors.ts'
import { type FormValues, payloadOf, startValues } from './payload.ts'
import { sectionsOf } from './sections.ts'
import { settingOf } from './setting.ts'
import { focusField, showErrors } from './showErrors.ts'
import { useConflict } from './useConflict.ts'
import { useDraft } from './useDraft.ts'
import { useStoredRows } from './useStoredRows.ts'

const nothing: readonly string[] = []

/** The state of one form: what it holds, what is wrong with it, what is kept of it, and saving it. */
export function useResourceForm(props: EditProps) {
  const { resource, mode, id, row, writing } = props
  const session = useSession()
  const person = session.at === 'signed-in' ? session.decoded.user.email : ''
  // A session that ends leaves the form as it stands: what was written must not go with it.
  const [abilities] = useState(() => (session.at === 'signed-in' ? session.decoded.abilities : nothing))
  const [stand, setStand] = useState(() => ({ base: startValues(resource, row), version: row?.version }))
  const form = useForm<FormValues>({ defaultValues: stand.base })
  const [isSaving, setSaving] = useState(false)
  const [sending, countSending] = useReducer((now: number, by: 1 | -1) => now + by, 0)
  const words = useStrings().form
  const queries = useQueryClient()
  const removeStoredRow = useStoredRows({ resource, id, stand, onRemoved: setStand })
  // Every field asks for it: it stays one thing while somebody types.
  const setting = useMemo(
    () => settingOf({ resource, mode, removeStoredRow }, abilities),
    [resource, mode, removeStoredRow, abilities],
  )
  const sections = sectionsOf(resource, mode, abilities)
  const draft = useDraft(form, { person, resource: resource.name, id, enabled: mode !== 'View' }, () => stand)
  const conflict = useConflict(form, { resource, id, stand, onTogether: setStand })

  useImperativeHandle(writing, () => ({
    isUnsaved: () =>
      mode !== 'View' && (sending > 0 || Object.keys(changesOf(stand.base, form.getValues())).length > 0),
    forget: draft.forget,
  }))

  const owner = id === undefined ? undefined : { resource: resource.name, row: id, version: stand.version, onGone }

  return { form, setting, sections, draft, conflict, isSaving, isSending: sending > 0, countSending, owner, save, restore } // prettier-ignore

  async function save() {
    const values = form.getValues()
    const problems = problemsOf({ resource, mode, abilities }, values)
    if (Object.keys(problems).length > 0) {
      tell(Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [words.problems[problem]]])))
      showToast('bad', words.check)
      return
    }
    setSaving(true)
    const answer = await send(values)
    setSaving(false)
    if (answer.Status === 'success') saved(answer, values)
    else await refused(answer, values)
  }

  function send(values: FormValues) {
    const about = { resource, mode, abilities }
    const payload = payloadOf(about, values)
    if (id === undefined) return askResource(resource, 'create', payload)
    // What stands as it was is not sent: it is nobody's change.
    const changed = changesOf(payloadOf(about, stand.base), payload)
    return askResource(resource, 'update', { id, version: stand.version ?? 1, ...changed })
  }

  async function refused(answer: Failure, values: FormValues) {
    showAnswer(answer)
    if (answer.code === 'changed-elsewhere') await conflict.look(answer.payload.changes ?? [])
    else tell(errorsAt(resource, answer.payload.errors, values))
  }

  function tell(errors: Record<string, readonly string[]>) {
    showErrors(form, errors)
    props.onErrors?.(Object.keys(errors))
    focusField(Object.keys(errors))
  }

  function saved(answer: Success<SaveAnswer>, values: FormValues) {
    draft.forget()
    conflict.end()
    if (answer.Message === '') showToast('good', words.saved)
    else showAnswer(answer)
    void queries.invalidateQueries({ queryKey: keysOf(resource) })
    props.onSaved?.(answer.data)
    if (answer.password !== undefined) {
      props.onPassword(answer.password)
      return
    }
    // The specification: a new record closes its form unless told otherwise, a changed one only when told.
    const closes = mode === 'Create' ? props.closeOnSubmit !== false : props.closeOnSubmit === true
    if (closes || answer.closeModal) props.onClose()
    else void goOn(answer.data, values)
  }

  /** The form stays: empty for the next record, or as it was saved. */
  async function goOn(kept: Row, values: FormValues) {
    if (mode === 'Create') {
      form.reset(startValues(resource, undefined))
      return
    }
    // What was saved is unsaved no longer, while the record as the server keeps it is on its way.
    setStand({ base: values, version: kept.version })
    form.reset(values, { keepValues: true })
    const answer = await askResource(resource, 'find', { id: kept.id })
    if (answer.Status === 'success') standAs(answer.data)
  }

  function standAs(kept: Row) {
    const base = startValues(resource, kept)
    setStand({ base, version: kept.version })
    // Somebody may have typed on meanwhile.
    form.reset(base, { keepDirtyValues: true })
  }

  function restore() {
    for (const [name, value] of Object.entries(draft.offered?.values ?? {}))
      if (name in resource.fields) form.setValue(name, value, { shouldDirty: true })
    draft.settle()
  }

  /** The server has let go of a file: the record is another version, and only there without it. */
  function onGone(name: string, version: number) {
    setStand((now) => ({ base: { ...now.base, [name]: null }, version }))
    form.resetField(name, { defaultValue: null })
    void queries.invalidateQueries({ queryKey: keysOf(resource) })
  }
}
