import { useQuery } from '@tanstack/react-query'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { askChoices } from '#web/api/resource.ts'
import { succeed } from '#web/api/query.ts'

/** The name of a row that is chosen by its id, as far as the choices tell it. */
export function useRowName(resource: Resource, field: Field, id: number | undefined): string {
  const call = field.kind === 'select' ? lookupPath(resource, field) : ''
  const choices = useQuery({
    queryKey: ['choices', call, null, ''],
    queryFn: async ({ signal }) => succeed(await askChoices(call, '', { signal })),
    enabled: id !== undefined && call !== '',
  })
  return choices.data?.data.find((row) => row.id === id)?.name ?? ''
}
