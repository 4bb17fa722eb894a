import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
import type { RowValues } from '#web/fields/values.ts'
import { showAnswer } from '#web/shell/toasts.ts'
import { filledRows } from './payload.ts'
import type { Stand } from './useConflict.ts'

type About = { resource: Resource; id: number | undefined; stand: Stand; onRemoved: (stand: Stand) => void }

/** How a row of a repeater that is kept is deleted on the server. False when it stays. */
export function useStoredRows({ resource, id, stand, onRemoved }: About) {
  const queries = useQueryClient()
  return useCallback(
    async (name: string, rowId: number): Promise<boolean> => {
      const field = resource.fields[name]
      if (id === undefined || field?.kind !== 'repeater') return false
      const rows = (stand.base[name] as RowValues[]).filter((one) => one.id !== rowId)
      const answer = await askResource(resource, 'partialUpdate', {
        id,
        version: stand.version ?? 1,
        [name]: filledRows(field.fields, rows),
      })
      showAnswer(answer)
      if (answer.Status === 'error') return false
      onRemoved({ base: { ...stand.base, [name]: rows }, version: answer.data.version })
      void queries.invalidateQueries({ queryKey: keysOf(resource) })
      return true
    },
    [resource, id, stand, onRemoved, queries],
  )
}
