import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { keysOf } from '#web/api/resource.ts'
import type { Owner } from '#web/fields/files/owner.ts'
import type { EditProps } from './EditForm.tsx'
import type { HeldValues } from './useHeldValues.ts'

/** The files of a form: whether any is on its way to it, and the record that they stand in, once there is one. */
export function useFormFiles({ resource, id }: EditProps, { stand, letGo }: HeldValues) {
  const [sending, countSending] = useReducer((now: number, by: 1 | -1) => now + by, 0)
  const queries = useQueryClient()
  const owner: Owner | undefined =
    id === undefined ? undefined : { resource: resource.name, row: id, version: stand.version, onGone }

  return { isSending: sending > 0, countSending, owner }

  /** The server has let go of a file: the record is another version, and only there without it. */
  function onGone(name: string, version: number) {
    letGo(name, version)
    void queries.invalidateQueries({ queryKey: keysOf(resource) })
  }
}
