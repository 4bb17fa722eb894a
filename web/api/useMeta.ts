import { useQuery } from '@tanstack/react-query'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { holdsDigit } from '#shared/text/words.ts'
import { post } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'

/** The courts, judges and case types to choose from, and the codes of courts. They change rarely. */
export function useMeta({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['meta'],
    queryFn: async ({ signal }) => succeed(await post('g/getMeta', {}, { signal })),
    enabled,
    staleTime: 10 * 60_000,
  })
}

/** The codes by which numbers are told, those of this library's courts too once they are known: a word needs none. */
export function useCodes(words: string) {
  const meta = useMeta({ enabled: holdsDigit(words) })
  return isCodeAmong(meta.data?.Codes ?? [])
}
