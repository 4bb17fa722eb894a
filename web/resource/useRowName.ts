import { useQuery } from '@tanstack/react-query'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { askChoice } from '#web/api/resource.ts'
import { succeed } from '#web/api/query.ts'

/** The name of a row that is chosen by its id; empty until it is known. */
export function useRowName(resource: Resource, field: Field, id: number | undefined): string {
  const call = field.kind === 'select' ? lookupPath(resource, field) : ''
  const choice = useQuery({
    queryKey: ['choices', call, null, '', id],
    queryFn: async ({ signal }) => succeed(await askChoice(call, id ?? 0, { signal })),
    enabled: id !== undefined && call !== '',
  })
  return choice.data?.data[0]?.name ?? ''
}
