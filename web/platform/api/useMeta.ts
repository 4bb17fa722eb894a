import { useQuery } from '@tanstack/react-query'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { post } from './client.ts'
import { unwrapAnswer } from './query.ts'

/** The courts, judges and case types to choose from, and the court codes. They change rarely. */
export function useMeta({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['meta'],
    queryFn: async ({ signal }) => unwrapAnswer(await post('g/getMeta', {}, { signal })),
    enabled,
    staleTime: 10 * 60_000,
  })
}

/**
 * A predicate for court codes, including those of this library's courts once they are loaded. A text without digits
 * needs none, and loads nothing.
 */
export function useCourtCodes(text: string) {
  const meta = useMeta({ enabled: hasDigit(text) })
  return isCodeAmong(meta.data?.Codes ?? [])
}
