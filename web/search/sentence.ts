/** A sentence with places to be filled, taken apart, so that what fills them can be drawn in its own direction. */
export type SentencePart = { text: string } | { place: string }

/** `{count} found: {query}` → count, the words between, query. */
export function partsOfSentence(sentence: string): SentencePart[] {
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { place: part.slice(1, -1) } : { text: part }))
}
