import { LRUCache } from 'lru-cache'

/** LRU cache that computes what it does not hold. */
export type LruCache<Value> = {
  get: (key: string) => Value | undefined
  getOrCompute: (key: string, compute: () => Value) => Value
  clear: () => void
}

/**
 * The least recently used value is evicted beyond `max` values, or beyond `maxSize` by the sizes of the values; one of more than
 * `maxEntrySize` is not cached.
 */
export function createLruCache<Value extends object>(
  options: LRUCache.Options<string, Value, unknown>,
): LruCache<Value> {
  const cache = new LRUCache<string, Value>(options)
  return {
    get: (key) => cache.get(key),
    getOrCompute: (key, compute) => {
      const cached = cache.get(key)
      if (cached) return cached
      const value = compute()
      cache.set(key, value)
      return value
    },
    clear: () => cache.clear(),
  }
}
