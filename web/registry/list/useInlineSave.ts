import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import type { ListAnswer, Row, SaveAnswer } from '#shared/calls/crud.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { toWireValue } from '#web/registry/form/payload.ts'
import { toFormValue } from '#web/fields/values.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { useStrings } from '#web/platform/strings/strings.ts'

/**
 * Saves one field of a row from its cell. The saved row replaces the cached one, and a toast offers undo. On a version
 * conflict a toast says so and the list is fetched again; other errors are shown in a toast as well as at the cell.
 */
export function useInlineSave(resource: Resource) {
  const client = useQueryClient()
  const { list: strings } = useStrings()

  const send = async (row: Row, name: string, field: Field, value: unknown): Promise<Answer<SaveAnswer>> => {
    const { id, version } = row
    const answer = await callResource(resource, 'partialUpdate', { id, version, [name]: toWireValue(field, value) })
    if (answer.Status === 'success')
      client.setQueriesData<ListAnswer>({ queryKey: [...resourceQueryKey(resource), 'get'] }, (list) =>
        withRow(list, answer.data),
      )
    if (answer.Status === 'success' || answer.code === 'changed-elsewhere')
      void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    return answer
  }

  return async (row: Row, name: string, field: Field, value: unknown): Promise<Answer> => {
    const previous = toFormValue(field, row[name])
    const answer = await send(row, name, field, value)
    if (answer.Status === 'error') {
      if (answer.code === 'changed-elsewhere') showToast('caution', strings.changedElsewhere)
      else showAnswer(answer)
      return answer
    }
    const undo = async () => {
      const undone = await send(answer.data, name, field, previous)
      if (undone.Status === 'success') showToast('note', strings.undone)
      else showAnswer(undone)
    }
    showToast('good', answer.Message || strings.saved, { label: strings.undo, run: () => void undo() })
    return answer
  }
}

/** Replaces the row in a cached list, if it is there. */
const withRow = (list: ListAnswer | undefined, row: Row) =>
  list && { ...list, data: list.data.map((one) => (one.id === row.id ? row : one)) }
