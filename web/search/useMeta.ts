import { useQuery } from '@tanstack/react-query'
import { post } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'

/** The courts, judges and case types to choose from. They change rarely. */
export function useMeta({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['meta'],
    queryFn: async ({ signal }) => succeed(await post('g/getMeta', {}, { signal })),
    enabled,
    staleTime: 10 * 60_000,
  })
}
