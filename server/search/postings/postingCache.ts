import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { matchingIdsUpTo, matchingIds } from '#server/search/storage/ftsSelect.ts'
import { changedSince, type ColumnStore, maxId, docKeyOfCase } from './columnStore.ts'
import { updatePostingList, maxUpdates, type PostingList } from './incrementalPostings.ts'
import { type StampedPostingList, encodePostingList, readStoredPostings } from './storedPostings.ts'

/** What FTS5 finds for one word of the index, or one search, kept from question to question. */
export type PostingCache = {
  get: (ftsQuery: FtsQuery) => PostingList
  /** Whether it is at hand. */
  has: (ftsQuery: FtsQuery) => boolean
  /** Whether it is at hand, or in so few cases that it soon is. */
  isShort: (ftsQuery: FtsQuery) => boolean
  /** Keeps what was found otherwise. */
  put: (ftsQuery: FtsQuery, postingList: PostingList) => PostingList
  /** Asks that it be read when nobody waits. */
  prefetch: (ftsQuery: FtsQuery) => void
  /** Reads one that is wanted; false when there is none. */
  readPrefetched: () => boolean
  /** The bytes that are kept. */
  size: () => number
}

export type PostingCacheLimits = {
  /** So many bytes are kept by each thread that answers, of what was asked for last. */
  max_bytes: number
  /** A list of so many cases is found soon enough. */
  short: number
}
const defaultLimits: PostingCacheLimits = { max_bytes: 96 * 2 ** 20, short: 4096 }

/**
 * What was found stays true when cases change: whether each of them still matches is asked when the list is next
 * wanted, so that a change costs little however many lists are kept. What is not in memory may be among the lists of the
 * index (`postings/storedPostings.ts`); only then FTS5 is asked.
 */
export function createPostingCache(from: DatabaseSync, columnStore: ColumnStore, sizes = defaultLimits): PostingCache {
  const lists = new LRUCache<string, StampedPostingList>({
    maxSize: Math.max(1, sizes.max_bytes),
    sizeCalculation: ({ postingList }, key) => bytesOf(key, postingList),
  })
  const state: CacheState = { from, columnStore, lists }
  const wanted = new Map<string, FtsQuery>()

  function of(ftsQuery: FtsQuery) {
    wanted.delete(toFtsSyntax(ftsQuery))
    return store(
      state,
      ftsQuery,
      known(state, ftsQuery) ?? encodePostingList(matchingIds(from, ftsQuery), maxId(columnStore)),
    )
  }

  return {
    get: of,
    put: (ftsQuery, postingList) => store(state, ftsQuery, postingList),
    prefetch: (ftsQuery) => wanted.set(toFtsSyntax(ftsQuery), ftsQuery),
    readPrefetched: () => {
      const [next] = wanted.values()
      if (next) of(next)
      return next !== undefined
    },
    has: (ftsQuery) => known(state, ftsQuery) !== undefined,
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

/** As it is now. */
function known(state: CacheState, ftsQuery: FtsQuery): PostingList | undefined {
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
  if (!changed || changed.length > maxUpdates(ftsQuery, old.postingList) || !hasRoom(old.postingList, changed))
    return undefined
  const moved = changed.map((id) => ({ id, docKey: docKeyOfCase(columnStore, id) }))
  return store(state, ftsQuery, updatePostingList(from, ftsQuery, { postingList: old.postingList, moved }))
}

/** Whoever looks whether it is short has read it. */
function isShort(state: CacheState, ftsQuery: FtsQuery, short: number) {
  if (known(state, ftsQuery)) return true
  const ids = matchingIdsUpTo(state.from, ftsQuery, short)
  if (ids) store(state, ftsQuery, encodePostingList(ids, maxId(state.columnStore)))
  return ids !== undefined
}

const hasRoom = ({ bits }: PostingList, changed: readonly number[]) =>
  bits === undefined || changed.every((id) => id >>> 5 < bits.length)

/** What is kept around a list, about. */
const overhead = 200

const bytesOf = (key: string, { ids, bits }: PostingList) => (ids ?? bits).byteLength + 2 * key.length + overhead
