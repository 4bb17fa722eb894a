import { LRUCache } from 'lru-cache'

/** LRU cache that computes what it does not hold: the least recently used value is evicted beyond `max` values. */
export type LruCache<Value> = { getOrCompute: (key: string, compute: () => Value) => Value; clear: () => void }

export function createLruCache<Value extends object>(max: number): LruCache<Value> {
  const cache = new LRUCache<string, Value>({ max })
  return {
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
