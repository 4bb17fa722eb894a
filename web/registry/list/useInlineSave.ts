import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type { ListAnswer, Row, SaveAnswer } from '#shared/calls/crud.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { written } from '#web/registry/form/payload.ts'
import { heldOf } from '#web/fields/values.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { useStrings } from '#web/platform/strings/strings.ts'

/**
 * Saves one field of a row where it stands. What was saved is shown at once and can be undone; what somebody else has
 * changed meanwhile is told, and the list renewed; a refusal is told in the corner as well as at its cell.
 */
export function useInlineSave(resource: Resource) {
  const client = useQueryClient()
  const { list: words } = useStrings()

  const send = async (row: Row, name: string, field: Field, value: unknown): Promise<Answer<SaveAnswer>> => {
    const { id, version } = row
    const answer = await callResource(resource, 'partialUpdate', { id, version, [name]: written(field, value) })
    if (answer.Status === 'success')
      client.setQueriesData<ListAnswer>({ queryKey: [...resourceQueryKey(resource), 'get'] }, (list) =>
        replaced(list, answer.data),
      )
    if (answer.Status === 'success' || answer.code === 'changed-elsewhere')
      void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    return answer
  }

  return async (row: Row, name: string, field: Field, value: unknown): Promise<Answer> => {
    const before = heldOf(field, row[name])
    const answer = await send(row, name, field, value)
    if (answer.Status === 'error') {
      if (answer.code === 'changed-elsewhere') showToast('caution', words.changedElsewhere)
      else showAnswer(answer)
      return answer
    }
    const undo = async () => {
      const undone = await send(answer.data, name, field, before)
      if (undone.Status === 'success') showToast('note', words.undone)
      else showAnswer(undone)
    }
    showToast('good', words.saved, { label: words.undo, run: () => void undo() })
    return answer
  }
}

/** The list with the row as it is now, where it is in the list. */
const replaced = (list: ListAnswer | undefined, row: Row) =>
  list && { ...list, data: list.data.map((one) => (one.id === row.id ? row : one)) }
