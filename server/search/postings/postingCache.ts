import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { matchingIdsUpTo, matchingIds } from '#server/search/storage/ftsSelect.ts'
import { changedSince, type ColumnStore, maxId } from './columnStore.ts'
import { updatePostingList, maxUpdates, type PostingList } from './incrementalPostings.ts'
import { type StampedPostingList, encodePostingList, readStoredPostings } from './storedPostings.ts'

/** Posting cache: an LRU cache of the posting lists of terms and searches. */
export type PostingCache = {
  get: (ftsQuery: FtsQuery) => PostingList
  /** Whether it is cached. */
  has: (ftsQuery: FtsQuery) => boolean
  /** Whether it is cached, or short enough to be read quickly. */
  isShort: (ftsQuery: FtsQuery) => boolean
  /** Stores a posting list that was computed elsewhere. */
  put: (ftsQuery: FtsQuery, postingList: PostingList) => PostingList
  /** Queues a posting list to be read while no request waits. */
  prefetch: (ftsQuery: FtsQuery) => void
  /** Reads one queued posting list; false when none is queued. */
  readPrefetched: () => boolean
  /** The size of the cache in bytes. */
  size: () => number
}

export type PostingCacheLimits = {
  /** The size of the cache of each search thread. */
  max_bytes: number
  /** A posting list of this many cases is read quickly. */
  short: number
}
const defaultLimits: PostingCacheLimits = { max_bytes: 96 * 2 ** 20, short: 4096 }

/**
 * A cached posting list is updated when it is next read, by checking the cases that changed since: a change costs little
 * however many lists are cached. A list that is not cached is read from the stored postings
 * (`postings/storedPostings.ts`), else from FTS5.
 */
export function createPostingCache(from: DatabaseSync, columnStore: ColumnStore, sizes = defaultLimits): PostingCache {
  const lists = new LRUCache<string, StampedPostingList>({
    maxSize: Math.max(1, sizes.max_bytes),
    sizeCalculation: ({ postingList }, key) => bytesOf(key, postingList),
  })
  const state: CacheState = { from, columnStore, lists }
  const queue = new Map<string, FtsQuery>()

  function get(ftsQuery: FtsQuery) {
    queue.delete(toFtsSyntax(ftsQuery))
    return store(
      state,
      ftsQuery,
      findCurrent(state, ftsQuery) ?? encodePostingList(matchingIds(from, ftsQuery), maxId(columnStore)),
    )
  }

  return {
    get,
    put: (ftsQuery, postingList) => store(state, ftsQuery, postingList),
    prefetch: (ftsQuery) => queue.set(toFtsSyntax(ftsQuery), ftsQuery),
    readPrefetched: () => {
      const [next] = queue.values()
      if (next) get(next)
      return next !== undefined
    },
    has: (ftsQuery) => findCurrent(state, ftsQuery) !== undefined,
    isShort: (ftsQuery) => isShort(state, ftsQuery, sizes.short),
    size: () => lists.calculatedSize,
  }
}

/** The posting lists in memory, least recently used first to go, and what they are read from. */
type CacheState = {
  from: DatabaseSync
  columnStore: ColumnStore
  lists: LRUCache<string, StampedPostingList>
}

function store({ lists, columnStore }: CacheState, ftsQuery: FtsQuery, postingList: PostingList) {
  lists.set(toFtsSyntax(ftsQuery), { postingList, stamp: columnStore.stamp })
  return postingList
}

/** The cached or stored posting list, up to date; undefined when neither exists. */
function findCurrent(state: CacheState, ftsQuery: FtsQuery): PostingList | undefined {
  const { from, columnStore, lists } = state
  const inMemory = lists.get(toFtsSyntax(ftsQuery))
  if (inMemory?.stamp === columnStore.stamp) return inMemory.postingList
  return (
    (inMemory && bringUpToDate(state, ftsQuery, inMemory)) ??
    bringUpToDate(state, ftsQuery, readStoredPostings(from, ftsQuery, maxId(columnStore)))
  )
}

function bringUpToDate(
  state: CacheState,
  ftsQuery: FtsQuery,
  old: StampedPostingList | undefined,
): PostingList | undefined {
  const { from, columnStore } = state
  const changed = old && changedSince(columnStore, old.stamp)
  if (!changed || changed.length > maxUpdates(ftsQuery, old.postingList) || !hasCapacity(old.postingList, changed))
    return undefined
  return store(state, ftsQuery, updatePostingList(from, ftsQuery, { postingList: old.postingList, changed }))
}

/** Reads and caches the posting list if it is short. */
function isShort(state: CacheState, ftsQuery: FtsQuery, short: number) {
  if (findCurrent(state, ftsQuery)) return true
  const ids = matchingIdsUpTo(state.from, ftsQuery, short)
  if (ids) store(state, ftsQuery, encodePostingList(ids, maxId(state.columnStore)))
  return ids !== undefined
}

const hasCapacity = ({ bits }: PostingList, changed: readonly number[]) =>
  bits === undefined || changed.every((id) => id >>> 5 < bits.length)

/** The approximate size of an entry without its ids, in bytes. */
const overhead = 200

const bytesOf = (key: string, { ids, bits }: PostingList) => (ids ?? bits).byteLength + 2 * key.length + overhead
