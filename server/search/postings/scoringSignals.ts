import { mayBeTransliterated } from '#shared/text/language/script.ts'
import {
  allOf,
  anyOf,
  prefix,
  term,
  type FtsQuery,
  phrase,
  anyFormOf,
  typedPhrase,
} from '#server/search/storage/ftsQuery.ts'
import {
  fieldTerm,
  type Field,
  fieldStemTerm,
  caseNumberTerm,
  type OrderedField,
  phoneticTerm,
  exactTerm,
  stemTerm,
} from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { wordRunsOf } from '#shared/text/query/wordRuns.ts'
import type { Leaf, NumberNode, PhraseNode, PrefixNode, WordNode } from '#shared/text/query/tree.ts'

/**
 * A scoring signal: a query, and the weight that it adds to the score of the cases that match. `share`: only of those in
 * which the BM25 weight of the frequency of one of the terms is at least this share of the highest.
 */
export type ScoringSignal = {
  ftsQuery: FtsQuery
  weight: number
  share?: number
  /** Evaluated for this many of the newest cases only. */ newest?: number
  /** Only of this many of the newest cases among those that match both. */
  leads?: number
}

/** A leaf with its idf (inverse document frequency): 1 for a term of medium frequency, more for a rarer one. */
type WeightedLeaf = { leaf: Leaf; idf: number }

type SignalContext = {
  /** There are near matches, which lack some of the leaves. */
  hasNearMatches: boolean
  /** Whether the library has a word in other spellings than its fold. */
  hasSpellings: (word: string) => boolean
}

/** The scoring signals of all leaves of a query, weighted by idf. */
export function scoringSignals(
  weighed: readonly WeightedLeaf[],
  { hasNearMatches, hasSpellings }: SignalContext,
): ScoringSignal[] {
  return weighed.flatMap(({ leaf, idf }) => {
    // A match is a signal only among near matches: otherwise every ranked case matches every leaf.
    const present = hasNearMatches ? [{ ftsQuery: leafQuery(leaf), weight: presence }] : []
    return [...present, ...leafSignals(leaf), ...plainSpellingSignal(leaf, hasSpellings)].map((signal) =>
      scaled(signal, idf),
    )
  })
}

const presence = 2

/** The spelling without dots, for a word typed without dots: a low weight, because many users type every spelling so. */
const plainSpellingSignal = (leaf: Leaf, hasSpellings: SignalContext['hasSpellings']): ScoringSignal[] =>
  leaf.kind === 'word' && leaf.exact === undefined && hasSpellings(leaf.word)
    ? [{ ftsQuery: term(exactTerm(leaf.word)), weight: plain }]
    : []

const plain = 0.3

export const scaled = (signal: ScoringSignal, factor: number): ScoringSignal => ({
  ...signal,
  weight: signal.weight * factor,
})

/** The query of a leaf alone, for its document frequency. */
export function leafQuery(leaf: Leaf): FtsQuery {
  if (leaf.kind === 'word') return anyFormOf(leaf.word)
  if (leaf.kind === 'prefix') return prefix(leaf.word)
  return anyOf(wordRunsOf(leaf).map(typedPhrase))
}

/** The scoring signals of a leaf. */
function leafSignals(leaf: Leaf): ScoringSignal[] {
  if (leaf.kind === 'word') return wordSignals(leaf)
  if (leaf.kind === 'prefix') return prefixSignals(leaf)
  if (leaf.kind === 'number') return numberSignals(leaf)
  return phraseSignals(leaf)
}

/** Field weights: for a match of the stem, and in addition for the word as typed. */
const fields: readonly (readonly [Field, inForm: number, asTyped: number, formsIn: typeof formsOf])[] = [
  ['n', 0, 4, nameFormsOf],
  ['t', 2.5, 1, formsOf],
  ['p', 2, 1, nameFormsOf],
  ['k', 1.6, 0.6, formsOf],
  ['j', 1, 0.5, nameFormsOf],
]

const anywhereAsTyped = 1
/** The spelling with dots, as typed: more than the boosts of court and age together. */
const withItsDots = 2
/** A high term frequency for the length of the text, and in addition a very high one. */
const termFrequency = [
  [0.6, 0.5],
  [0.8, 0.3],
] as const
/** The shares of the highest BM25 weight that are signals. */
export const frequencyShares = termFrequency.map(([share]) => share)

/** The BM25 weight of a frequency in a text of `length` words, as a share of the highest. */
export const shareOfFrequency = (frequency: number, length: number) => frequency / (frequency + saturation(length))

/** The frequency that has half of the highest weight. */
const saturation = (length: number) => 1.2 * (0.25 + (0.75 * length) / averageLength)

/** The lowest frequency in a text of `length` words with at least this share, which is below 1. */
export function leastFrequency(share: number, length: number): number {
  let frequency = Math.max(0, Math.floor((share / (1 - share)) * saturation(length)) - 1)
  while (shareOfFrequency(frequency, length) < share) frequency += 1
  return frequency
}

/** The number of words of an average judgment. */
const averageLength = 650

/** A name with the phonetic key of the word. */
const phoneticMatch = 3

function wordSignals({ word, exact: written }: WordNode): ScoringSignal[] {
  const forms = formsOf(word)
  return [
    { ftsQuery: term(word), weight: anywhereAsTyped },
    ...fields.flatMap(([field, inForm, asTyped, formsIn]) => [
      { ftsQuery: anyOf(formsIn(word).map((form) => term(fieldStemTerm(field, form)))), weight: inForm },
      { ftsQuery: term(fieldTerm(field, word)), weight: asTyped },
    ]),
    ...termFrequency.map(([share, weight]) => ({
      ftsQuery: anyOf(forms.map((form) => term(stemTerm(form)))),
      weight,
      share,
    })),
    ...(written === undefined ? [] : [{ ftsQuery: term(exactTerm(written)), weight: withItsDots }]),
    ...(mayBeTransliterated(word) ? [{ ftsQuery: term(phoneticTerm(phoneticKey(word))), weight: phoneticMatch }] : []),
  ].filter(({ weight }) => weight > 0)
}

const prefixSignals = ({ word }: PrefixNode): ScoringSignal[] =>
  fields.map(([field, , asTyped]) => ({ ftsQuery: prefix(fieldTerm(field, word)), weight: asTyped }))

/** The case with this number, or with a number that contains it, ranks before all that only cite it. */
const numberSignals = ({ keys, forms }: NumberNode): ScoringSignal[] => {
  const numbers =
    keys.length > 0
      ? keys.map((key) => term(caseNumberTerm(key)))
      : forms.map((words) => allOf(words.map((word) => term(fieldTerm('n', word)))))
  return [{ ftsQuery: anyOf(numbers), weight: 100 }]
}

const phraseSignals = ({ words }: PhraseNode): ScoringSignal[] => inFields(words, { t: 4, p: 4, k: 2.5 })

/** Adjacent words in a field: for more than two, each adjacent pair. */
export const inFields = (words: readonly string[], weights: Partial<Record<OrderedField, number>>): ScoringSignal[] =>
  (Object.keys(weights) as OrderedField[]).map((field) => {
    const [first = '', ...others] = words.map((word) => fieldTerm(field, word))
    const all = [first, ...others]
    const pairs = others.map((word, at) => phrase([all[at] ?? '', word]))
    return { ftsQuery: allOf(pairs.length > 0 ? pairs : [term(first)]), weight: weights[field] ?? 0 }
  })

/** A word in a field, in any inflection. */
export const inField = (field: Field, word: string) =>
  anyOf(formsOf(word).map((form) => term(fieldStemTerm(field, form))))
