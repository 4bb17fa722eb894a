import { useImperativeHandle, useMemo, useState } from 'react'
import { useSession } from '#web/session/session.ts'
import type { EditProps } from './EditForm.tsx'
import { sectionsOf } from './sections.ts'
import { settingOf } from './setting.ts'
import { useAfterSave } from './useAfterSave.ts'
import { useConflict } from './useConflict.ts'
import { useDraft } from './useDraft.ts'
import { useFormFiles } from './useFormFiles.ts'
import { useHeldValues } from './useHeldValues.ts'
import { useSave } from './useSave.ts'
import { useStoredRows } from './useStoredRows.ts'

export type ResourceForm = ReturnType<typeof useResourceForm>

/** The state of one form: what it holds, what is wrong with it, what is kept of it, and saving it. */
export function useResourceForm(props: EditProps) {
  const { resource, mode, id, writing } = props
  const { person, abilities } = useWriter()
  const held = useHeldValues(props)
  const { form, stand, setStand } = held
  const files = useFormFiles(props, held)
  const removeStoredRow = useStoredRows({ resource, id, stand, onRemoved: setStand })
  // Every field asks for it: it stays one thing while somebody types.
  const setting = useMemo(
    () => settingOf({ resource, mode, removeStoredRow }, abilities),
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
