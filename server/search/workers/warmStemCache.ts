import { setTimeout as rest } from 'node:timers/promises'
import { formsOf } from '#shared/text/language/analyze.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** So many words of a library are most of what its texts are made of. */
export const warmedWords = 30_000

/** A slice of work that no answer notices, and how long the others have the thread after it. */
const slice_ms = 3
const rest_ms = 10

/**
 * Finds the forms of words as they are written, a little at a time. They are remembered, so that the first pages after a
 * start are marked as fast as the later ones: nothing takes longer there than to analyse what was never seen before.
 */
export async function warmStemCache(written: readonly string[], { signal }: { signal: AbortSignal }) {
  for (let at = 0; at < written.length && !signal.aborted;) {
    const end = performance.now() + slice_ms
    for (; at < written.length && performance.now() < end; at += 1)
      for (const { word } of tokenizeWords(written[at] ?? '')) formsOf(word)
    await rest(rest_ms, undefined, { ref: false })
  }
}
