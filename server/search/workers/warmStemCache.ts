import { setTimeout as sleep } from 'node:timers/promises'
import { formsOf } from '#shared/text/language/analyze.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** The most frequent words: most of what the texts of a library consist of. */
export const warmedWords = 30_000

/** A time slice too short to delay a response, and the pause after it. */
const slice_ms = 3
const pause_ms = 10

/**
 * Computes the stems of words in time slices, which memoizes them: the first pages after a start are highlighted as fast
 * as later ones, where most of the time goes into stemming words for the first time.
 */
export async function warmStemCache(words: readonly string[], { signal }: { signal: AbortSignal }) {
  for (let at = 0; at < words.length && !signal.aborted;) {
    const end = performance.now() + slice_ms
    for (; at < words.length && performance.now() < end; at += 1)
      for (const { word } of tokenizeWords(words[at] ?? '')) formsOf(word)
    await sleep(pause_ms, undefined, { ref: false })
  }
}
