import { isLatin } from '#server/search/lexicon/latinScript.ts'
import { allOf, anyOf, prefix, term, type FtsQuery, phrase, anyFormOf } from '#server/search/storage/ftsQuery.ts'
import {
  fieldTerm,
  type Field,
  fieldStemTerm,
  caseNumberTerm,
  termFrequencyMarker,
  type PairField,
  pairTerm,
  phoneticTerm,
  exactTerm,
} from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import type { Leaf, NumberNode, PhraseNode, PrefixNode, WordNode } from '#shared/text/query/tree.ts'

/**
 * Something that speaks for a case: the rows that match it have so much more to say about what is asked. `broad`: as
 * many rows may match it as match the leaf.
 */
export type ScoringSignal = {
  ftsQuery: FtsQuery
  weight: number
  isBroad?: true
  /** Looked for among so many of the newest only. */ newest?: number
}

/** A leaf with its rarity: 1 for a word of middling frequency, more for a rarer one. */
export type WeightedLeaf = { leaf: Leaf; idf: number }

type Asked = {
  partial: boolean
  /** Whether the library holds a word in other spellings than its fold. */
  hasSpellings: (word: string) => boolean
}

/** All that the parts of a query say for a case, one by one. */
export function scoringSignals(weighed: readonly WeightedLeaf[], { partial, hasSpellings }: Asked): ScoringSignal[] {
  return weighed.flatMap(({ leaf, idf }) => {
    // That a case matches at all is no signal where all that are ranked hold every part.
    const present = partial ? [{ ftsQuery: leafQuery(leaf), weight: presence, isBroad: true as const }] : []
    return [...present, ...leafSignals(leaf), ...plainSpellingSignal(leaf, hasSpellings)].map((signal) =>
      scaled(signal, idf),
    )
  })
}

const presence = 2

/** Without dots, as a word was typed that is also spelled with some: little, for most keyboards write all spellings so. */
const plainSpellingSignal = (leaf: Leaf, hasSpellings: Asked['hasSpellings']): ScoringSignal[] =>
  leaf.kind === 'word' && leaf.exact === undefined && hasSpellings(leaf.word)
    ? [{ ftsQuery: term(exactTerm(leaf.word)), weight: plain, isBroad: true }]
    : []

const plain = 0.3

export const scaled = (signal: ScoringSignal, factor: number): ScoringSignal => ({
  ...signal,
  weight: signal.weight * factor,
})

/** What a leaf alone is matched by, to see how rare it is. */
export function leafQuery(leaf: Leaf): FtsQuery {
  if (leaf.kind === 'word') return anyFormOf(leaf.word)
  if (leaf.kind === 'prefix') return prefix(leaf.word)
  return leaf.kind === 'number' ? anyOf(bothNumberOrders(leaf.words).map(phrase)) : phrase(leaf.words)
}

/** All that a leaf says for a case. */
export function leafSignals(leaf: Leaf): ScoringSignal[] {
  if (leaf.kind === 'word') return wordSignals(leaf)
  if (leaf.kind === 'prefix') return prefixSignals(leaf)
  if (leaf.kind === 'number') return numberSignals(leaf)
  return phraseSignals(leaf)
}

/** What it counts that a part of a case holds a word: in one of its forms, and so much more as it was typed. */
const fields: readonly (readonly [Field, inForm: number, asTyped: number, formsIn: typeof formsOf])[] = [
  ['n', 0, 4, nameFormsOf],
  ['t', 2.5, 1, formsOf],
  ['p', 2, 1, nameFormsOf],
  ['k', 1.6, 0.6, formsOf],
  ['j', 1, 0.5, nameFormsOf],
]

const anywhereAsTyped = 1
/** With the dots that it was typed with: more than a higher court and a younger judgment together. */
const withItsDots = 2
const often = [0.5, 0.3] as const
/** A name that sounds as the word is typed. */
const asName = 3

function wordSignals({ word, exact: written }: WordNode): ScoringSignal[] {
  const forms = formsOf(word)
  return [
    { ftsQuery: term(word), weight: anywhereAsTyped, isBroad: true as const },
    ...fields.flatMap(([field, inForm, asTyped, formsIn]) => [
      { ftsQuery: anyOf(formsIn(word).map((form) => term(fieldStemTerm(field, form)))), weight: inForm },
      { ftsQuery: term(fieldTerm(field, word)), weight: asTyped },
    ]),
    {
      ftsQuery: anyOf(forms.map((form) => term(termFrequencyMarker(1, form)))),
      weight: often[0],
      isBroad: true as const,
    },
    { ftsQuery: anyOf(forms.map((form) => term(termFrequencyMarker(2, form)))), weight: often[1] },
    ...(written === undefined
      ? []
      : [{ ftsQuery: term(exactTerm(written)), weight: withItsDots, isBroad: true as const }]),
    ...(isLatin(word) ? [{ ftsQuery: term(phoneticTerm(phoneticKey(word))), weight: asName }] : []),
  ].filter(({ weight }) => weight > 0)
}

const prefixSignals = ({ word }: PrefixNode): ScoringSignal[] =>
  fields.map(([field, , asTyped]) => ({ ftsQuery: prefix(fieldTerm(field, word)), weight: asTyped }))

/** Whose number it is, or has this as a part, is meant before all that only cite it. */
const numberSignals = ({ keys, words }: NumberNode): ScoringSignal[] => {
  const pieces = words.map((word) => term(fieldTerm('n', word)))
  return [
    { ftsQuery: keys.length > 0 ? anyOf(keys.map((key) => term(caseNumberTerm(key)))) : allOf(pieces), weight: 100 },
  ]
}

const phraseSignals = ({ words }: PhraseNode): ScoringSignal[] => inFields(words, { t: 4, p: 4, k: 2.5 })

/** Words that stand side by side in a part of a case: of more than two, each beside its next. */
export const inFields = (words: readonly string[], weights: Partial<Record<PairField, number>>): ScoringSignal[] =>
  (Object.keys(weights) as PairField[]).map((field) => {
    const [first = '', ...others] = words
    const pairs = others.map((word, at) => term(pairTerm(field, words[at] ?? '', word)))
    return { ftsQuery: allOf(pairs.length > 0 ? pairs : [term(fieldTerm(field, first))]), weight: weights[field] ?? 0 }
  })
