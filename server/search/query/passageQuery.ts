import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { phrase } from '#server/search/storage/ftsQuery.ts'
import { limits } from '#shared/limits.ts'
import { tokenizeWords as wordsOf } from '#shared/text/language/tokenizer.ts'
import { isPassage } from '#shared/text/query/passage.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'

const gram = 4
const maxGrams = 12

/** The rarest word n-grams of a pasted passage, as scoring signals. Undefined for a query that is no passage. */
export function passageSignals(reader: IndexReader, parsed: ParsedQuery): ScoringSignal[] | undefined {
  if (!isPassage(parsed)) return undefined
  const words = wordsOf(parsed.text).map(({ word }) => word)
  const frequencies = new Map(
    [...new Set(words)].map((word) => [word, documentFrequency(reader.database, word, reader.cases.total())]),
  )
  const counts = words.map((word) => frequencies.get(word) ?? 0)
  const weights = counts.map((count) => 1 / Math.log(3 + count))
  const grams = words.slice(0, words.length - gram + 1).map((_, at) => ({
    at,
    ftsQuery: phrase(words.slice(at, at + gram)),
    weight: weights.slice(at, at + gram).reduce((sum, one) => sum + one, 0),
    // FTS5 reads as many rows of each word of a phrase as its rarest word has.
    rows: gram * Math.min(...counts.slice(at, at + gram)),
  }))
  grams.sort((one, other) => other.weight - one.weight)
  // Without overlaps: overlapping n-grams are redundant.
  const chosen: typeof grams = []
  let rows = 0
  for (const one of grams) {
    if (chosen.length >= maxGrams || (chosen.length > 0 && rows + one.rows > limits.search.rows_per_query / 2)) break
    if (chosen.some(({ at }) => Math.abs(at - one.at) < gram)) continue
    chosen.push(one)
    rows += one.rows
  }
  return chosen.map(({ ftsQuery, weight }) => ({ ftsQuery, weight }))
}
