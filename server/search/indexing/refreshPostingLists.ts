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

/** After more changes the lists are brought up to date. */
const behind = 64

/**
 * Brings the lists of what is frequent up to date, one with each step, and says when it is done. A list that stands is
 * mended; what is not frequent any more goes. Killed in the middle it looks through what it has and goes on.
 */
export function* refreshPostingLists(
  index: DatabaseSync,
  sizes: FrequencyThresholds = defaultThresholds,
): Generator<void> {
  const begun = stampOf(index)
  if (isListed(index, begun)) return
  const least = Math.max(sizes.least, Math.floor(countCases(index) / sizes.share))
  for (const ftsQuery of frequentTermQueries(index, least, sizes)) if (bringUpToDate(index, ftsQuery, least)) yield
  deleteStoredPostingsBefore(index, begun)
  writeMeta(index, listedUpTo, String(begun))
}

/** Another name whenever more is listed than before: an index that stands is gone through again. */
const listedUpTo = 'listed with spellings'

/** There is a list for all that is frequent, and few changes are missing in it. */
function isListed(index: DatabaseSync, stamp: number) {
  const listed = readMeta(index, listedUpTo)
  return listed !== undefined && stamp - Number(listed) < behind
}

/** Answers whether there was something to do. */
function bringUpToDate(index: DatabaseSync, ftsQuery: FtsQuery, least: number): boolean {
  const stamp = stampOf(index)
  if (storedStamp(index, ftsQuery) === stamp) return false
  const old = readStoredPostings(index, ftsQuery, maxId(index))?.postingList
  const postingList = mended(index, ftsQuery, old) ?? readAnew(index, ftsQuery, least)
  if (postingList && postingList === old) restampStoredPostings(index, ftsQuery, stamp)
  else if (postingList) writeStoredPostings(index, ftsQuery, { postingList, stamp })
  return true
}

function mended(
  index: DatabaseSync,
  ftsQuery: FtsQuery,
  postingList: PostingList | undefined,
): PostingList | undefined {
  if (!postingList) return undefined
  const limit = maxUpdates(ftsQuery, postingList)
  const moved = movedSince(index, storedStamp(index, ftsQuery) ?? 0, limit + 1)
  return moved.length <= limit ? updatePostingList(index, ftsQuery, { postingList, moved }) : undefined
}

/** Of a word that turns out to be rare there is no list; what is looked for in the texts always took long. */
function readAnew(index: DatabaseSync, ftsQuery: FtsQuery, least: number): PostingList | undefined {
  if (ftsQuery.kind === 'word' && matchingIdsUpTo(index, ftsQuery, least)) return undefined
  return encodePostingList(matchingIds(index, ftsQuery), maxId(index))
}

/** Where each case stands that was changed after a moment, of no more than so many; it may stand nowhere. */
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
