import type { DatabaseSync } from 'node:sqlite'
import {
  type Bitset,
  bitsetOf,
  clearBits,
  countBits,
  emptyBitset,
  hasBit,
  idsOfBitset,
  intersect,
  setBits,
  subtract,
  union,
} from '#server/search/storage/bitset.ts'
import { addCasesWith, addCasesWithPrefix, addCasesAmong, highestCount } from '#server/search/storage/blocks/lists.ts'
import { maxIdOf, rememberSearch } from '#server/search/storage/blocks/snapshot.ts'
import { docKeyAt } from '#server/search/storage/docValues.ts'
import {
  allOf as conjunction,
  anyOf as disjunction,
  type FtsQuery,
  type ProximityPart,
  term,
} from '#server/search/storage/ftsQuery.ts'
import type { DocKeyRange, RangedQuery } from '#server/search/storage/ftsSelect.ts'
import { matchAllTerm, pairTerm, spellingOf } from '#server/search/storage/indexTerms.ts'
import { beginningsOf, termsOfWord } from '#server/search/storage/spellings.ts'
import { isFrequentWord } from '#shared/text/language/frequentWords.ts'
import { firstIndexWhere } from '#shared/binarySearch.ts'
import { type ColumnStore, maxId } from './columnStore.ts'
import type { CaseLookups, Matches, PostingReader } from './indexReader.ts'
import { inOrderAmong, type Ordered } from './orderedMatches.ts'

/** All cases in a range of document keys that match; the bitset is not to be changed. */
export function findMatches(reader: Omit<PostingReader, 'cases'>, { ftsQuery, ...range }: RangedQuery): Matches {
  const key = `${range.low} ${range.high} ${JSON.stringify(ftsQuery)}`
  const bits = rememberSearch(reader.database, key, () => {
    const found = evaluate(reader.database, ftsQuery)
    if (range.low <= 0 && range.high >= Number.MAX_SAFE_INTEGER) return found
    const inRange = bitsetOfRange(reader.columnStore, range)
    intersect(inRange, found)
    return inRange
  })
  return { bits, count: countBits(bits) }
}

/**
 * The number of matching cases, at most `limit`. The first cases are checked alone, then four times as many of those that
 * follow: often they already reach it.
 */
function countUpTo(database: DatabaseSync, ftsQuery: FtsQuery, limit = Infinity): number {
  const cost = costOf(database, ftsQuery)
  let [count, from, size] = [0, 1, Math.max(firstCases, 2 * limit)]
  for (; cost > 2 * size && 4 * size < maxIdOf(database); size *= 4) {
    count += matchingAmong(database, ftsQuery, idsFrom(from, size)).length
    if (count >= limit) return limit
    from += size
  }
  return Math.min(limit, countBits(evaluate(database, ftsQuery)))
}

const firstCases = 256

/** Reused: as many ids as were asked for, from 0 on. */
let consecutive = new Uint32Array(0)

function idsFrom(first: number, count: number): Uint32Array {
  const end = first + count
  if (consecutive.length < end) {
    consecutive = new Uint32Array(end)
    for (let id = 0; id < end; id += 1) consecutive[id] = id
  }
  return consecutive.subarray(first, end)
}

/** Answers what the rewriting of queries asks, from the posting blocks. */
export const postingLookups = (reader: Omit<PostingReader, 'cases'>): CaseLookups => ({
  total: () => reader.columnStore.chronological.length,
  count: (ftsQuery, limit) => countUpTo(reader.database, ftsQuery, limit),
  countRange: (ranged) => findMatches(reader, ranged).count,
  newest: (ranged, limit) =>
    pageByAge(reader.columnStore, findMatches(reader, ranged), { newest: true, offset: 0, limit }),
})

/** Evaluates a query over posting lists. The bitset is not to be changed. */
export function evaluate(database: DatabaseSync, ftsQuery: FtsQuery): Bitset {
  if (ftsQuery.kind === 'but') return allBut(database, ftsQuery)
  return rememberSearch(database, JSON.stringify(ftsQuery), () => search(database, ftsQuery))
}

function search(database: DatabaseSync, ftsQuery: Exclude<FtsQuery, { kind: 'but' }>): Bitset {
  if (ftsQuery.kind === 'all') return allOf(database, ftsQuery.of)
  const bits = emptyBitset(maxIdOf(database))
  if (ftsQuery.kind === 'any') for (const part of ftsQuery.of) addMatches(database, part, bits)
  else addMatches(database, ftsQuery, bits)
  return bits
}

function addMatches(database: DatabaseSync, ftsQuery: FtsQuery, bits: Bitset) {
  if (ftsQuery.kind === 'word')
    for (const word of termsOfWord(database, ftsQuery.word)) addCasesWith(database, word, bits)
  else if (ftsQuery.kind === 'prefix') addPrefix(database, ftsQuery.word, bits)
  else if (isPair(ftsQuery)) for (const pair of pairsIn(ftsQuery)) addCasesWith(database, pair, bits)
  else if (isOrdered(ftsQuery)) setBits(bits, searchInOrder(database, ftsQuery))
  else if (ftsQuery.kind !== 'columns') union(bits, evaluate(database, ftsQuery))
  else throw new Error('only the table of phrases has columns')
}

/** Whether a query asks for the order of words. */
const isOrdered = (ftsQuery: FtsQuery): ftsQuery is Ordered => ftsQuery.kind === 'phrase' || ftsQuery.kind === 'near'

function addPrefix(database: DatabaseSync, prefix: string, bits: Bitset) {
  for (const { word, isWhole } of beginningsOf(database, prefix))
    if (isWhole) addCasesWith(database, word, bits)
    else addCasesWithPrefix(database, word, bits)
}

/** A phrase is looked for where its rarest word and its pairs occur. */
function searchInOrder(database: DatabaseSync, ftsQuery: Ordered): Uint32Array {
  const words = wordsIn(ftsQuery)
  const [rarest] = ftsQuery.kind === 'phrase' && words.kind === 'all' ? byCost(database, words.of) : []
  const first = rarest && conjunction([...new Set([rarest, ...pairsIn(ftsQuery).map(term)])])
  const bits = evaluate(database, first ?? words)
  return inOrderAmong(database, ftsQuery, idsOfBitset(bits, countBits(bits)))
}

/** The same words in any order, which every match has, and the pairs of a phrase. */
const wordsIn = (ftsQuery: Ordered): FtsQuery =>
  ftsQuery.kind === 'phrase'
    ? allWords([...ftsQuery.words, ...pairsIn(ftsQuery)])
    : conjunction(ftsQuery.parts.map(wordsOfPart))

/** The terms of frequent words next to each other. */
const pairsIn = (ftsQuery: FtsQuery): string[] =>
  ftsQuery.kind !== 'phrase'
    ? []
    : ftsQuery.words.slice(1).flatMap((word, at) => {
        const before = ftsQuery.words[at] ?? ''
        return [before, word].every(isFrequent) ? [pairTerm(before, word)] : []
      })

const isFrequent = (word: string) => isFrequentWord(spellingOf(word) ?? '')

/** Whether a query is a phrase of two frequent words: the cases of their term are its matches. */
const isPair = (ftsQuery: FtsQuery): boolean =>
  ftsQuery.kind === 'phrase' && ftsQuery.words.length === 2 && ftsQuery.words.every(isFrequent)

const allWords = (words: readonly string[]) => conjunction([...new Set(words)].map(term))
const wordsOfPart = (part: ProximityPart) =>
  disjunction(part.map((one) => (one.kind === 'prefix' ? one : allWords(one.words))))

/** If the first parts leave at most this many cases, the blocks of the other lists without them are skipped. */
const few = 2048

/** All of no parts are all cases. */
function allOf(database: DatabaseSync, parts: readonly FtsQuery[]): Bitset {
  const [first = term(matchAllTerm), ...others] = byCost(database, parts)
  const found = evaluate(database, first)
  let [bits, count] = [found, countBits(found)]
  for (const [at, other] of others.entries()) {
    if (count === 0) return bits
    if (count <= few || costOf(database, other) === Infinity)
      return bitsetOf(among(database, others.slice(at), idsOfBitset(bits, count)), maxIdOf(database))
    if (bits === found) bits = found.slice()
    intersect(bits, evaluate(database, other))
    count = countBits(bits)
  }
  return bits
}

function allBut(database: DatabaseSync, { of, not }: Extract<FtsQuery, { kind: 'but' }>): Bitset {
  const found = evaluate(database, of)
  const count = countBits(found)
  if (count === 0) return found
  const bits = found.slice()
  if (count > few && costOf(database, not) < Infinity) subtract(bits, evaluate(database, not))
  else clearBits(bits, matchingAmong(database, not, idsOfBitset(bits, count)))
  return bits
}

/** The parts from the cheapest on, proximity last. */
function byCost(database: DatabaseSync, parts: readonly FtsQuery[]): FtsQuery[] {
  const costs = new Map(
    parts.map((part) => [part, { postings: costOf(database, part), near: Number(hasProximity(part)) }]),
  )
  const none = { postings: 0, near: 0 }
  return parts.toSorted((one, other) => {
    const [left = none, right = none] = [costs.get(one), costs.get(other)]
    return left.near - right.near || left.postings - right.postings
  })
}

function hasProximity(ftsQuery: FtsQuery): boolean {
  if (ftsQuery.kind === 'but') return hasProximity(ftsQuery.of) || hasProximity(ftsQuery.not)
  return (
    ftsQuery.kind === 'near' || ((ftsQuery.kind === 'all' || ftsQuery.kind === 'any') && ftsQuery.of.some(hasProximity))
  )
}

/** The approximate number of postings to read for a query; phrases and proximity are the most expensive. */
export function costOf(database: DatabaseSync, ftsQuery: FtsQuery): number {
  if (ftsQuery.kind === 'word')
    return termsOfWord(database, ftsQuery.word).reduce((sum, word) => sum + highestCount(database, word), 0)
  if (isPair(ftsQuery)) return costOf(database, allWords(pairsIn(ftsQuery)))
  // It is evaluated as a whole in any case.
  if (ftsQuery.kind === 'prefix') return 0
  if (isOrdered(ftsQuery) || ftsQuery.kind === 'columns') return Infinity
  if (ftsQuery.kind === 'but')
    return costOf(database, ftsQuery.not) === Infinity ? Infinity : costOf(database, ftsQuery.of)
  const costs = ftsQuery.of.map((part) => costOf(database, part))
  return ftsQuery.kind === 'all' ? Math.min(...costs) : costs.reduce((sum, cost) => sum + cost, 0)
}

/** Which of the cases `ids`, which ascend, match all parts. */
const among = (database: DatabaseSync, parts: readonly FtsQuery[], ids: Uint32Array): Uint32Array =>
  parts.reduce((left, part) => (left.length === 0 ? left : matchingAmong(database, part, left)), ids)

/** Which of the cases `ids`, which ascend, match. */
export function matchingAmong(database: DatabaseSync, ftsQuery: FtsQuery, ids: Uint32Array): Uint32Array {
  if (ftsQuery.kind === 'all') return among(database, byCost(database, ftsQuery.of), ids)
  if (ftsQuery.kind === 'word' || ftsQuery.kind === 'any') {
    const bits = emptyBitset(ids.at(-1) ?? 0)
    addMatchesAmong(database, ftsQuery, { ids, bits })
    return idsOfBitset(bits, countBits(bits))
  }
  if (ftsQuery.kind === 'but') {
    const wanted = among(database, [ftsQuery.of], ids)
    const unwanted = new Set(among(database, [ftsQuery.not], wanted))
    return wanted.filter((id) => !unwanted.has(id))
  }
  if (isPair(ftsQuery)) return matchingAmong(database, allWords(pairsIn(ftsQuery)), ids)
  if (isOrdered(ftsQuery)) return inOrderAmong(database, ftsQuery, matchingAmong(database, wordsIn(ftsQuery), ids))
  const bits = evaluate(database, ftsQuery)
  return ids.filter((id) => hasBit(bits, id))
}

/** Adds those of the cases `ids`, which ascend, to `bits` that match. */
function addMatchesAmong(
  database: DatabaseSync,
  ftsQuery: FtsQuery,
  { ids, bits }: { ids: Uint32Array; bits: Bitset },
) {
  if (ftsQuery.kind === 'word')
    for (const word of termsOfWord(database, ftsQuery.word)) addCasesAmong(database, word, ids, bits)
  else if (ftsQuery.kind === 'any') for (const part of ftsQuery.of) addMatchesAmong(database, part, { ids, bits })
  else setBits(bits, matchingAmong(database, ftsQuery, ids))
}

/** The cases in a range of document keys. */
function bitsetOfRange(columnStore: ColumnStore, { low, high }: DocKeyRange): Bitset {
  return bitsetOf(
    columnStore.chronological.subarray(countBefore(columnStore, low), countBefore(columnStore, high + 1)),
    maxId(columnStore),
  )
}

/** How many cases precede a document key. */
function countBefore({ chronological: order, values }: ColumnStore, docKey: number): number {
  return firstIndexWhere(order.length, (index) => {
    const id = order[index] ?? 0
    return docKeyAt(values.day[id] ?? 0, id) >= docKey
  })
}

/** A page of the matches in chronological order. */
export function pageByAge(
  { chronological: order }: ColumnStore,
  { bits }: Matches,
  { newest, offset, limit }: { newest: boolean; offset: number; limit: number },
): number[] {
  const ids: number[] = []
  let skipped = 0
  for (let step = 0; step < order.length && ids.length < limit; step += 1) {
    const id = order[newest ? order.length - 1 - step : step] ?? 0
    if (!hasBit(bits, id)) continue
    if (skipped >= offset) ids.push(id)
    skipped += 1
  }
  return ids
}

export const allIds = ({ bits, count }: Matches) => idsOfBitset(bits, count)
