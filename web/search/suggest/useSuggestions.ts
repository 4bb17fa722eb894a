import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Suggestion } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { holdsDigit } from '#shared/text/words.ts'
import { post } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'

/** Whoever types goes on typing: the server is asked when the keys rest so long, in milliseconds. */
const rest = 120

/** What the words in the box may become. Without an answer there are none: nobody waits for them. */
export function useSuggestions(type: SearchType, text: string, { enabled }: { enabled: boolean }): Suggestion[] {
  const [words] = useDebouncedValue(text.trim(), rest)
  // A letter with its vowel is a syllable, and begins few enough words.
  const isTyped = text.trim() !== '' && words.length <= limits.search.max_letters
  const isWorthAsking = isTyped && (words.length >= 2 || holdsDigit(words))
  const { data } = useQuery({
    queryKey: ['suggest', type, words],
    queryFn: async ({ signal }) => succeed(await post('g/suggest', { Query: words, Type: type }, { signal })).data,
    enabled: enabled && isWorthAsking,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return enabled && isWorthAsking ? (data ?? []) : []
}
