/**
 * Memoizes a function of one string, with at most `maxEntries` results; a full cache is cleared. Clearing costs no
 * bookkeeping on a hit, unlike an LRU cache: the tokenizer and the stemmer call it for every word.
 */
export function memoize<Result>(maxEntries: number, compute: (word: string) => Result): (word: string) => Result {
  const cache = new Map<string, Result>()
  return (word) => {
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    if (cache.size >= maxEntries) cache.clear()
    const key = detach(word)
    const result = compute(key)
    cache.set(key, result)
    return result
  }
}

/** Copies a string, because a slice of a text retains the whole text in memory. */
const detach = (word: string) => ` ${word}`.slice(1)
