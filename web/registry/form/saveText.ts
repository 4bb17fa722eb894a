import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type { SetAnswer } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import type { Baseline, useConflict } from './useConflict.ts'

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
  baseline: Baseline
  conflict: ReturnType<typeof useConflict>
  onSaved: (baseline: Baseline) => void
}

/**
 * Saves the text of the record of a form, which then continues from the new version: it does not expire by its own save.
 * Resolves to false if that fails; after a change by another user the conflict view opens.
 */
export function useTextSave({ resource, id, baseline, conflict, onSaved }: TextSaveOptions) {
  const queries = useQueryClient()
  return async (name: string, delta: Delta): Promise<boolean> => {
    if (id === undefined) return false
    const answer = await saveText({ resource, id, version: baseline.version ?? 1, delta })
    if (answer.Status === 'error') {
      if (answer.code === 'changed-elsewhere') await conflict.mergeTheirs(answer.payload.changes ?? [])
      return false
    }
    onSaved({ base: { ...baseline.base, [name]: delta }, version: answer.data.version })
    void queries.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    return true
  }
}
