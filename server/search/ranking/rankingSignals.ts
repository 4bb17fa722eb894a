import { documentFrequency, scaledIdf } from '#server/search/lexicon/vocabulary.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import {
  inFields,
  leafQuery,
  type ScoringSignal,
  scoringSignals,
  scaled,
} from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { phrase } from '#server/search/storage/ftsQuery.ts'
import { rowEndTerm, stemTerm } from '#server/search/storage/indexTerms.ts'
import { hasSpellings } from '#server/search/storage/spellings.ts'
import { limits } from '#shared/limits.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { withoutFunctionWords } from '#shared/text/query/question.ts'
import type { Leaf } from '#shared/text/query/tree.ts'

/** The signals by which the `count` cases that match a query are ranked, the same in either engine. */
export function rankingSignals(reader: IndexReader, count: number, rewritten: RewrittenQuery): ScoringSignal[] {
  const { full, signals: own } = rewritten
  const weighed = weigh(reader, rewritten, count > selective ? maxLeaves.many : maxLeaves.few)
  const idfs = new Map(weighed.map(({ leaf, idf }) => ['word' in leaf ? leaf.word : '', idf]))
  return [
    ...own,
    ...scoringSignals(weighed, {
      hasNearMatches: full !== undefined,
      hasSpellings: (word) => hasSpellings(reader.database, word),
    }),
    ...proximityTerms(reader, count, rewritten).flatMap((words) =>
      proximitySignals(words, (word) => idfs.get(word) ?? 1),
    ),
  ]
}

/** The number of the rarest terms that are scored, fewer for many matches: the others contribute little and cost the same. */
const maxLeaves = { few: 8, many: 4 }

function weigh(reader: IndexReader, { leaves }: RewrittenQuery, limit: number) {
  const few = rarestLeaves(reader, withoutFunctionWords(leaves), limit)
  if (few.length < 2) return few.map((leaf) => ({ leaf, idf: 1 }))
  return few.map((leaf) => ({ leaf, idf: scaledIdf(reader.cases.total(), frequencyOf(reader, leaf)) }))
}

const frequencyOf = (reader: IndexReader, leaf: Leaf) => reader.cases.count(leafQuery(leaf))

/** The rarest leaves by the vocabulary; a leaf that is no word counts as rare. */
function rarestLeaves(reader: IndexReader, leaves: readonly Leaf[], limit: number): readonly Leaf[] {
  if (leaves.length <= limit) return leaves
  const counts = new Map(
    leaves.map((leaf) => [
      leaf,
      leaf.kind === 'word' ? documentFrequency(reader.database, leaf.word, reader.cases.total()) : 0,
    ]),
  )
  return leaves.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0)).slice(0, limit)
}

/** The runs of adjacent terms whose proximity can be evaluated quickly. */
function proximityTerms(reader: IndexReader, count: number, { adjacentTerms }: RewrittenQuery): string[][] {
  if (count > selective) return []
  const rows = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + documentFrequency(reader.database, word, reader.cases.total()), 0)
  return adjacentTerms.filter((words) => rows(words) <= limits.search.rows_per_query / 2)
}

/** Above this many matches proximity is not scored: frequent words are near each other everywhere, and it is slow. */
const selective = 5000

const maxProximityWords = 6
/** Two typed words next to each other: more than one of them in a title. */
const adjacent = 6

/** Proximity signals: typed words that are adjacent or near each other in a case. `idf` is that of one word. */
function proximitySignals(typed: readonly string[], idf: (word: string) => number): ScoringSignal[] {
  const words = typed.slice(0, maxProximityWords)
  if (words.length < 2) return []
  const mean = words.reduce((sum, word) => sum + idf(word), 0) / words.length
  const near = words.map((word) => [{ kind: 'phrase', words: [stemTerm(formsOf(word)[0] ?? word)] } as const])
  const pairs = words.slice(1).flatMap((word, index) => {
    const [before = ''] = words.slice(index, index + 1)
    return [phrase([before, word]), phrase([before, rowEndTerm, word])]
  })
  const signals = [
    ...inFields(words, { t: 3, p: 4 }),
    ...pairs.map((ftsQuery) => ({ ftsQuery, weight: adjacent })),
    { ftsQuery: { kind: 'near', parts: near, between: 12 + words.length } as const, weight: 1.5 },
  ]
  return signals.map((signal) => scaled(signal, mean))
}
