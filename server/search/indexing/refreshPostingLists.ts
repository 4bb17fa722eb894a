import type { DatabaseSync } from 'node:sqlite'
import { spellingsOf } from '#server/search/lexicon/vocabulary.ts'
import { updatePostingList, maxUpdates, type PostingList } from '#server/search/postings/incrementalPostings.ts'
import {
  deleteStoredPostingsBefore,
  encodePostingList,
  readStoredPostings,
  restampStoredPostings,
  storedStamp,
  writeStoredPostings,
} from '#server/search/postings/storedPostings.ts'
import { leafQuery, leafSignals } from '#server/search/postings/scoringSignals.ts'
import { listFilters } from '#server/search/query/facetFilters.ts'
import { readMeta, writeMeta } from '#server/search/storage/connection.ts'
import { type FtsQuery, term } from '#server/search/storage/ftsQuery.ts'
import { matchingIdsUpTo, matchingIds } from '#server/search/storage/ftsSelect.ts'
import { exactTerm, facetTerm, type FacetKind, unpublishedTerm } from '#server/search/storage/indexTerms.ts'
import { hasSpellings } from '#server/search/storage/spellings.ts'
import { statement } from '#server/search/storage/statements.ts'

/** Terms in at least this many cases, and in at least one of `share` of them, have a stored posting list. */
type Thresholds = { least: number; share: number }
/** A shorter list is read from FTS5 within some milliseconds. */
const defaultThresholds: Thresholds = { least: 16_384, share: 64 }

/** The lists are refreshed after this many changes. */
const refreshAfter = 64

/**
 * Refreshes the stored posting lists of frequent terms, one for each `next()`. Existing lists are updated; lists of terms
 * that are no longer frequent are deleted. Safe to interrupt. Phrases have none: the posting cache holds a phrase once it
 * was searched.
 */
export function* refreshPostingLists(index: DatabaseSync, sizes: Thresholds = defaultThresholds): Generator<void> {
  const startStamp = stampOf(index)
  if (isFresh(index, startStamp)) return
  const least = Math.max(sizes.least, Math.floor(countCases(index) / sizes.share))
  for (const ftsQuery of frequentTermQueries(index, least)) if (bringUpToDate(index, ftsQuery, least)) yield
  deleteStoredPostingsBefore(index, startStamp)
  writeMeta(index, refreshedUpTo, String(startStamp))
}

/** The queries that a search may evaluate for frequent words and filters; some of them may be rare. */
function* frequentTermQueries(index: DatabaseSync, least: number): Generator<FtsQuery> {
  yield term(unpublishedTerm)
  for (const kind of Object.values(listFilters)) for (const word of frequentFacets(index, kind, least)) yield term(word)
  for (const word of frequentWords(index, least)) {
    yield* queriesOf(word)
    if (!hasSpellings(index, word)) continue
    for (const written of spellingsOf(index, word, least)) yield term(exactTerm(written))
  }
}

/** The queries by which a word is searched and ranked. */
const queriesOf = (word: string): FtsQuery[] => {
  const leaf = { kind: 'word', word, start: 0, end: 0 } as const
  return [leafQuery(leaf), ...leafSignals(leaf).map(({ ftsQuery }) => ftsQuery)].flatMap(wordsOf)
}

const wordsOf = (ftsQuery: FtsQuery): readonly FtsQuery[] => (ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery])

function frequentWords(from: DatabaseSync, least: number): string[] {
  const sql = `
    select coalesce(word, spelling) as word
      from words
     group by coalesce(word, spelling)
    having sum(count) >= ?
     order by sum(count) desc, coalesce(word, spelling)`
  return from.prepare(sql).all(least).map((row) => String(row['word'])) // prettier-ignore
}

function frequentFacets(from: DatabaseSync, kind: FacetKind, least: number): string[] {
  from.exec(`create virtual table if not exists temp.terms using fts5vocab(main, case_terms, row)`)
  const sql = 'select term from temp.terms where term >= ? and term < ? and doc >= ? order by doc desc'
  // The colon follows the digits in ASCII.
  return from.prepare(sql).all(facetTerm(kind, '0'), facetTerm(kind, ':'), least).map((row) => String(row['term'])) // prettier-ignore
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
  const changed = changedSince(index, storedStamp(index, ftsQuery) ?? 0, limit + 1)
  return changed.length <= limit ? updatePostingList(index, ftsQuery, { postingList, changed }) : undefined
}

/** A rare term gets no list. */
function readAgain(index: DatabaseSync, ftsQuery: FtsQuery, least: number): PostingList | undefined {
  if (matchingIdsUpTo(index, ftsQuery, least)) return undefined
  return encodePostingList(matchingIds(index, ftsQuery), maxId(index))
}

/** The cases that changed after a stamp, at most `limit`. */
const changedSince = (index: DatabaseSync, stamp: number, limit: number): number[] =>
  statement(index, 'select id from doc_values where stamp > ? limit ?')
    .all(stamp, limit)
    .map(({ id }) => Number(id))

const stampOf = (index: DatabaseSync) => numberOf(index, 'select max(stamp) as number from doc_values')
const countCases = (index: DatabaseSync) =>
  numberOf(index, 'select count(*) as number from doc_values where fields is not null')
const maxId = (index: DatabaseSync) => numberOf(index, 'select max(id) as number from doc_values')

const numberOf = (index: DatabaseSync, sql: string) => Number(statement(index, sql).get()?.['number'] ?? 0)
