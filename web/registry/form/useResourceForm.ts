import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useImperativeHandle, useMemo, useReducer, useState } from 'react'
import type { Field } from '#shared/resource/field.ts'
import { statusOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Answer } from '#shared/calls/answer.ts'
import type { SetAnswer } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import type { Owner } from '#web/fields/files/owner.ts'
import { createFormUploads } from '#web/fields/files/useUploads.ts'
import { forgetNewDismissals } from '#web/fields/inputs/warningDismissals.ts'
import type { RowValues } from '#web/fields/values.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useAbilities, useSession } from '#web/platform/session/session.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import type { Draft } from './draftStore.ts'
import { resourceFormContext } from './formContext.ts'
import { type Baseline, filledRows, type FormValues } from './payload.ts'
import { sectionsOf } from './Steps.tsx'
import type { EditProps } from './types.ts'
import { useConflict, useJobMerge } from './useConflict.ts'
import { type FormBaseline, useFormBaseline } from './useFormBaseline.ts'
import { useDraft } from './useDraft.ts'
import { useAfterSave, useSave } from './useSave.ts'

export type ResourceForm = ReturnType<typeof useResourceForm>

/** The state of one form: values, errors, draft, conflict, and saving. */
export function useResourceForm(props: EditProps) {
  const { resource, mode, id, startValues, handle } = props
  const { owner, abilities } = useFormUser()
  const formBaseline = useFormBaseline(props)
  const { form, baseline, setBaseline, pendingEdits, unchosen } = formBaseline
  const removeStoredRow = useStoredRows({ resource, id, formBaseline })
  // Every field reads this context: a stable identity avoids rendering all fields at each key press.
  const context = useMemo(
    () => resourceFormContext({ resource, mode, removeStoredRow }, abilities),
    [resource, mode, removeStoredRow, abilities],
  )
  const sections = sectionsOf(resource, mode, abilities)
  const draft = useDraft(formBaseline, { owner, resource: resource.name, id, startValues, enabled: mode !== 'View' })
  const conflict = useConflict(formBaseline, { resource, id })
  const jobs = useJobMerge({ resource, id, from: baseline.version, to: props.watch?.version }, conflict)
  const saveText = useTextSave({ resource, id, formBaseline, conflict, onSaved: continueFrom })
  const files = useFormFiles(props, formBaseline, saveText)
  const afterSave = useAfterSave(props, { formBaseline, draft, conflict })
  const saving = useSave(props, { formBaseline, uploads: files.uploads, abilities, conflict, afterSave })
  useForgottenDismissals(props)

  useImperativeHandle(handle, () => ({
    isUnsaved: () => mode !== 'View' && (files.isUploading || unchosen.size > 0 || formBaseline.hasChanges()),
    discard: draft.discard,
    isFieldEditable: (name) => isFieldEditable(resource.fields[name], context, form.getValues()),
    replaceValue: (name, value) => {
      const before: unknown = form.getValues(name)
      form.setValue(name, value, { shouldDirty: true })
      return before
    },
  }))

  return { form, pendingEdits, unchosen, context, sections, draft, conflict, jobs, restore, ...saving, ...files }

  function continueFrom(saved: Baseline) {
    setBaseline(saved)
    draft.refresh()
  }

  async function restore() {
    const { offered } = draft
    if (offered && (await restoreDraft(props, formBaseline, { offered, conflict }))) draft.dismissOffer()
  }
}

const isFieldEditable = (field: Field | undefined, { stateOfField }: { stateOfField: StateOf }, values: FormValues) =>
  field !== undefined && statusOf(field, stateOfField(field), values).state === 'open'

type StateOf = ReturnType<typeof resourceFormContext>['stateOfField']

type OfferedDraft = { offered: Draft; conflict: ReturnType<typeof useConflict> }

/**
 * A draft of an earlier version is merged with what is stored now, so that it undoes no change of another user. Resolves to
 * false if that fails.
 */
async function restoreDraft(
  { resource, id }: EditProps,
  { form, baseline }: FormBaseline,
  { offered, conflict }: OfferedDraft,
): Promise<boolean> {
  if (id !== undefined && offered.version !== baseline.version) return conflict.mergeDraft(offered)
  for (const [name, value] of Object.entries(offered.values))
    if (name in resource.fields) form.setValue(name, value, { shouldDirty: true })
  return true
}

/** The next new record begins without the dismissals of this one. */
function useForgottenDismissals({ resource, id }: EditProps) {
  const queries = useQueryClient()
  useEffect(() => {
    if (id !== undefined) return undefined
    return () => forgetNewDismissals(queries, resource)
  }, [queries, resource, id])
}

/** The signed-in user, who owns the drafts, and their abilities. */
function useFormUser() {
  const session = useSession()
  const owner = session.at === 'signed-in' ? session.decoded.user : noUser
  // Taken once: a session that expires must not change the form and lose what was typed.
  const [abilities] = useState(useAbilities())
  return { owner, abilities }
}

const noUser = { id: 0, email: '' }

/** The uploads of the form, whether one still runs, and the record that owns the files, if it exists already. */
function useFormFiles(
  { resource, id, pictures = {} }: EditProps,
  { baseline, clearField }: FormBaseline,
  saveText: Owner['saveText'],
) {
  const [uploads] = useState(createFormUploads)
  const [uploadCount, countUpload] = useReducer((now: number, by: 1 | -1) => now + by, 0)
  const queries = useQueryClient()
  const owner: Owner | undefined =
    id === undefined
      ? undefined
      : {
          resource: resource.name,
          row: id,
          version: baseline.version,
          stored: baseline.base,
          pictures,
          onFileDeleted,
          saveText,
        }

  return { uploads, isUploading: uploadCount > 0, countUpload, owner }

  /** The server has removed a file of the stored record, which gave it a new version. */
  function onFileDeleted(name: string, version: number) {
    clearField(name, version)
    void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
  }
}

type StoredRowsOptions = { resource: Resource; id: number | undefined; formBaseline: FormBaseline }

/**
 * Deletes a stored row of a repeater on the server. The callback resolves to false if that fails. The last stored row of a
 * required repeater, which others of the form replace, is deleted by the next save.
 */
function useStoredRows({ resource, id, formBaseline: { latest, setBaseline, inTurn } }: StoredRowsOptions) {
  const queries = useQueryClient()
  return useCallback(
    async (name: string, rowId: number): Promise<boolean> => {
      const isRemoved = await inTurn(async () => {
        const field = resource.fields[name]
        if (id === undefined || field?.kind !== 'repeater') return false
        const { base, version = 1 } = latest.current
        const rows = (base[name] as RowValues[]).filter((one) => one.id !== rowId)
        if (field.required && filledRows(field.fields, rows).length === 0) return true
        const answer = await callResource(resource, 'partialUpdate', {
          id,
          version,
          [name]: filledRows(field.fields, rows),
        })
        showAnswer(answer)
        if (answer.Status === 'error') return false
        setBaseline({ base: { ...latest.current.base, [name]: rows }, version: answer.data.version })
        void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
        return true
      })
      return isRemoved ?? false
    },
    [resource, id, latest, setBaseline, inTurn, queries],
  )
}

type Text = { resource: Pick<Resource, 'name'>; id: number; version: number; delta: Delta }

/** Saves the text of a record without its other fields, and shows the result in a toast. The answer has the new version. */
async function saveText({ resource, id, version, delta }: Text): Promise<Answer<SetAnswer>> {
  const answer = await callResource(resource, 'set', { id, version, Delta: delta })
  showAnswer(answer)
  return answer
}

type TextSaveOptions = {
  resource: Resource
  id: number | undefined
  formBaseline: FormBaseline
  conflict: ReturnType<typeof useConflict>
  onSaved: (baseline: Baseline) => void
}

/**
 * Saves the text of the record of a form, which then continues from the new version: it does not expire by its own save.
 * Resolves to false if that fails; after a change by another user the conflict view opens.
 */
function useTextSave({ resource, id, formBaseline: { latest, inTurn }, conflict, onSaved }: TextSaveOptions) {
  const queries = useQueryClient()
  return async (name: string, delta: Delta): Promise<boolean> => {
    const isSaved = await inTurn(async () => {
      if (id === undefined) return false
      const answer = await saveText({ resource, id, version: latest.current.version ?? 1, delta })
      if (answer.Status === 'error') {
        if (answer.code === 'changed-elsewhere') await conflict.mergeTheirs(answer.payload.changes ?? [])
        return false
      }
      onSaved({ base: { ...latest.current.base, [name]: delta }, version: answer.data.version })
      void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
      return true
    })
    return isSaved ?? false
  }
}
