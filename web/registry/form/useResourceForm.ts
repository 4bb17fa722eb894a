import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useImperativeHandle, useMemo, useReducer, useState } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import type { Owner } from '#web/fields/files/owner.ts'
import type { RowValues } from '#web/fields/values.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useSession } from '#web/platform/session/session.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { resourceFormContext } from './formContext.ts'
import { filledRows } from './payload.ts'
import { sectionsOf } from './sections.ts'
import type { EditProps } from './types.ts'
import { type Stand, useConflict } from './useConflict.ts'
import { useDraft } from './useDraft.ts'
import { type FormBaseline, useFormBaseline } from './useFormBaseline.ts'
import { useAfterSave, useSave } from './useSave.ts'

export type ResourceForm = ReturnType<typeof useResourceForm>

/** The state of one form: what it holds, what is wrong with it, what is kept of it, and saving it. */
export function useResourceForm(props: EditProps) {
  const { resource, mode, id, writing } = props
  const { person, abilities } = useWriter()
  const held = useFormBaseline(props)
  const { form, stand, setStand } = held
  const files = useFormFiles(props, held)
  const removeStoredRow = useStoredRows({ resource, id, stand, onRemoved: setStand })
  // Every field asks for it: it stays one thing while somebody types.
  const setting = useMemo(
    () => resourceFormContext({ resource, mode, removeStoredRow }, abilities),
    [resource, mode, removeStoredRow, abilities],
  )
  const sections = sectionsOf(resource, mode, abilities)
  const draft = useDraft(form, { person, resource: resource.name, id, enabled: mode !== 'View' }, () => stand)
  const conflict = useConflict(form, { resource, id, stand, onTogether: setStand })
  const afterSave = useAfterSave(props, { held, draft, conflict })
  const { isSaving, save } = useSave(props, { held, abilities, conflict, afterSave })

  useImperativeHandle(writing, () => ({
    isUnsaved: () => mode !== 'View' && (files.isSending || held.hasChanges()),
    forget: draft.forget,
  }))

  return { form, setting, sections, draft, conflict, isSaving, save, restore, ...files }

  function restore() {
    for (const [name, value] of Object.entries(draft.offered?.values ?? {}))
      if (name in resource.fields) form.setValue(name, value, { shouldDirty: true })
    draft.settle()
  }
}

/** Who writes in the form, and what he may do. */
function useWriter() {
  const session = useSession()
  const person = session.at === 'signed-in' ? session.decoded.user.email : ''
  // A session that ends leaves the form as it stands: what was written must not go with it.
  const [abilities] = useState(() => (session.at === 'signed-in' ? session.decoded.abilities : nothing))
  return { person, abilities }
}

const nothing: readonly string[] = []

/** The files of a form: whether any is on its way to it, and the record that they stand in, once there is one. */
function useFormFiles({ resource, id }: EditProps, { stand, letGo }: FormBaseline) {
  const [sending, countSending] = useReducer((now: number, by: 1 | -1) => now + by, 0)
  const queries = useQueryClient()
  const owner: Owner | undefined =
    id === undefined ? undefined : { resource: resource.name, row: id, version: stand.version, onGone }

  return { isSending: sending > 0, countSending, owner }

  /** The server has let go of a file: the record is another version, and only there without it. */
  function onGone(name: string, version: number) {
    letGo(name, version)
    void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
  }
}

type About = { resource: Resource; id: number | undefined; stand: Stand; onRemoved: (stand: Stand) => void }

/** How a row of a repeater that is kept is deleted on the server. False when it stays. */
function useStoredRows({ resource, id, stand, onRemoved }: About) {
  const queries = useQueryClient()
  return useCallback(
    async (name: string, rowId: number): Promise<boolean> => {
      const field = resource.fields[name]
      if (id === undefined || field?.kind !== 'repeater') return false
      const rows = (stand.base[name] as RowValues[]).filter((one) => one.id !== rowId)
      const answer = await callResource(resource, 'partialUpdate', {
        id,
        version: stand.version ?? 1,
        [name]: filledRows(field.fields, rows),
      })
      showAnswer(answer)
      if (answer.Status === 'error') return false
      onRemoved({ base: { ...stand.base, [name]: rows }, version: answer.data.version })
      void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
      return true
    },
    [resource, id, stand, onRemoved, queries],
  )
}
