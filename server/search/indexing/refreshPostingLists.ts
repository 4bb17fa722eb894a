import type { DatabaseSync } from 'node:sqlite'
import {
  updatePostingList,
  maxUpdates,
  type ChangedCase,
  type PostingList,
} from '#server/search/postings/incrementalPostings.ts'
import {
  deleteStoredPostingsBefore,
  encodePostingList,
  readStoredPostings,
  restampStoredPostings,
  storedStamp,
  writeStoredPostings,
} from '#server/search/postings/storedPostings.ts'
import { readMeta, writeMeta } from '#server/search/storage/connection.ts'
import { docKeyIdRange } from '#server/search/storage/documentKey.ts'
import type { FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { matchingIdsUpTo, matchingIds } from '#server/search/storage/ftsSelect.ts'
import { statement } from '#server/search/storage/statements.ts'
import { type FrequencyThresholds, defaultThresholds, frequentTermQueries } from './frequentTermQueries.ts'

/** The lists are refreshed after this many changes. */
const refreshAfter = 64

/**
 * Refreshes the stored posting lists of frequent terms, one for each `next()`. Existing lists are updated; lists of terms
 * that are no longer frequent are deleted. Safe to interrupt.
 */
export function* refreshPostingLists(
  index: DatabaseSync,
  sizes: FrequencyThresholds = defaultThresholds,
): Generator<void> {
  const startStamp = stampOf(index)
  if (isFresh(index, startStamp)) return
  const least = Math.max(sizes.least, Math.floor(countCases(index) / sizes.share))
  for (const ftsQuery of frequentTermQueries(index, least, sizes)) if (bringUpToDate(index, ftsQuery, least)) yield
  deleteStoredPostingsBefore(index, startStamp)
  writeMeta(index, refreshedUpTo, String(startStamp))
}

/** The key changes whenever more terms get lists: an existing index is then refreshed again. */
const refreshedUpTo = 'listed with spellings'

/** Whether all frequent terms have a list that lacks only a few changes. */
function isFresh(index: DatabaseSync, stamp: number) {
  const refreshed = readMeta(index, refreshedUpTo)
  return refreshed !== undefined && stamp - Number(refreshed) < refreshAfter
}

/** Returns whether the list was out of date. */
function bringUpToDate(index: DatabaseSync, ftsQuery: FtsQuery, least: number): boolean {
  const stamp = stampOf(index)
  if (storedStamp(index, ftsQuery) === stamp) return false
  const old = readStoredPostings(index, ftsQuery, maxId(index))?.postingList
  const postingList = updated(index, ftsQuery, old) ?? readAgain(index, ftsQuery, least)
  if (postingList && postingList === old) restampStoredPostings(index, ftsQuery, stamp)
  else if (postingList) writeStoredPostings(index, ftsQuery, { postingList, stamp })
  return true
}

function updated(
  index: DatabaseSync,
  ftsQuery: FtsQuery,
  postingList: PostingList | undefined,
): PostingList | undefined {
  if (!postingList) return undefined
  const limit = maxUpdates(ftsQuery, postingList)
  const moved = movedSince(index, storedStamp(index, ftsQuery) ?? 0, limit + 1)
  return moved.length <= limit ? updatePostingList(index, ftsQuery, { postingList, moved }) : undefined
}

/** A rare term gets no list; a search in the texts always does, because it is slow. */
function readAgain(index: DatabaseSync, ftsQuery: FtsQuery, least: number): PostingList | undefined {
  if (ftsQuery.kind === 'word' && matchingIdsUpTo(index, ftsQuery, least)) return undefined
  return encodePostingList(matchingIds(index, ftsQuery), maxId(index))
}

/** The document keys of the cases that changed after a stamp, at most `limit`; undefined for a deleted case. */
function movedSince(index: DatabaseSync, stamp: number, limit: number): ChangedCase[] {
  const sql = `
    select distinct doc_values.doc_key & ${docKeyIdRange - 1} as id, doc_keys.doc_key as doc_key
      from doc_values
      left join doc_keys on doc_keys.id = doc_values.doc_key & ${docKeyIdRange - 1}
     where stamp > ?
     limit ?`
  return statement(index, sql)
    .all(stamp, limit)
    .map(({ id, doc_key: docKey }) => ({ id: Number(id), docKey: docKey === null ? undefined : Number(docKey) }))
}

const stampOf = (index: DatabaseSync) => numberOf(index, 'select max(stamp) as number from doc_values')
const countCases = (index: DatabaseSync) => numberOf(index, 'select count(*) as number from doc_keys')
const maxId = (index: DatabaseSync) => numberOf(index, 'select max(id) as number from doc_keys')

const numberOf = (index: DatabaseSync, sql: string) => Number(statement(index, sql).get()?.['number'] ?? 0)
