import { useQuery } from '@tanstack/react-query'
import { analysis } from '#shared/resources/analysis.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { resourceQueryKey } from '#web/platform/api/resource.ts'
import { useCan } from '#web/platform/session/session.ts'

/** How often the queue is read while something is in it, and otherwise. */
const busy_ms = 5000
const idle_ms = 60_000

/** The queue of analyses: its length, its throughput, and the places of those that wait. */
export function useQueue() {
  const mayRead = useCan('read', analysis)
  const query = useQuery({
    // Renewed with the list of this tab.
    queryKey: [...resourceQueryKey(analysis), 'queue'],
    queryFn: async ({ signal }) => unwrapAnswer(await post('analysis/queue', {}, { signal })).data,
    enabled: mayRead,
    refetchInterval: ({ state: { data } }) => (data && data.waiting + data.running > 0 ? busy_ms : idle_ms),
  })
  return query.data
}
