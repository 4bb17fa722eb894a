import type { PhraseDetails } from '#shared/calls/search.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'

/** The query of a phrase, shared by its dialog and the definitions in a text. */
export const phraseQuery = (reference: string) => ({
  queryKey: ['phrase', reference],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PhraseDetails> => {
    const { data } = unwrapAnswer(await post('g/find', { Type: 'Phrase', Reference: reference }, { signal }))
    if (!('meaning' in data)) throw new Error('The server returned no phrase.')
    return data
  },
})
