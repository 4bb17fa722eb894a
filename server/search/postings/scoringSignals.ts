import { formsOf, nameFormsOf } from '#shared/text/analyse.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import type { Leaf, NumberNode, PhraseNode, PrefixNode, WordNode } from '#shared/text/query/tree.ts'
import { bothOrders } from '#shared/text/query.ts'
import { isLatin } from './isLatin.ts'
import { allOf, anyOf, beginning, holds, type Match, phrase } from './match.ts'
import {
  exactWordIn,
  type Field,
  formWordIn,
  keyWord,
  oftenWord,
  type PairField,
  pairIn,
  soundWord,
  writtenWord,
} from './ownWords.ts'
import { wordAnywhere } from './wordAnywhere.ts'

/**
 * Something that speaks for a case: the rows that match it have so much more to say about what is asked. `broad`: as
 * many rows may match it as match the leaf.
 */
export type Signal = {
  match: Match
  weight: number
  broad?: true
  /** Looked for among so many of the newest only. */ newest?: number
}

/** A leaf with its rarity: 1 for a word of middling frequency, more for a rarer one. */
export type Weighed = { leaf: Leaf; rarity: number }

type Asked = {
  partial: boolean
  /** Whether the library holds a word in other spellings than its fold. */
  hasSpellings: (word: string) => boolean
}

/** All that the parts of a query say for a case, one by one. */
export function signalsOf(weighed: readonly Weighed[], { partial, hasSpellings }: Asked): Signal[] {
  return weighed.flatMap(({ leaf, rarity }) => {
    // That a case matches at all is no signal where all that are ranked hold every part.
    const present = partial ? [{ match: matchOfLeaf(leaf), weight: presence, broad: true as const }] : []
    return [...present, ...signalsOfLeaf(leaf), ...asTypedPlain(leaf, hasSpellings)].map((signal) =>
      times(signal, rarity),
    )
  })
}

const presence = 2

/** Without dots, as a word was typed that is also spelled with some: little, for most keyboards write all spellings so. */
const asTypedPlain = (leaf: Leaf, hasSpellings: Asked['hasSpellings']): Signal[] =>
  leaf.kind === 'word' && leaf.written === undefined && hasSpellings(leaf.word)
    ? [{ match: holds(writtenWord(leaf.word)), weight: plain, broad: true }]
    : []

const plain = 0.3

export const times = (signal: Signal, factor: number): Signal => ({ ...signal, weight: signal.weight * factor })

/** What a leaf alone is matched by, to see how rare it is. */
export function matchOfLeaf(leaf: Leaf): Match {
  if (leaf.kind === 'word') return wordAnywhere(leaf.word)
  if (leaf.kind === 'prefix') return beginning(leaf.word)
  return leaf.kind === 'number' ? anyOf(bothOrders(leaf.words).map(phrase)) : phrase(leaf.words)
}

/** All that a leaf says for a case. */
export function signalsOfLeaf(leaf: Leaf): Signal[] {
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

function wordSignals({ word, written }: WordNode): Signal[] {
  const forms = formsOf(word)
  return [
    { match: holds(word), weight: anywhereAsTyped, broad: true as const },
    ...fields.flatMap(([field, inForm, asTyped, formsIn]) => [
      { match: anyOf(formsIn(word).map((form) => holds(formWordIn(field, form)))), weight: inForm },
      { match: holds(exactWordIn(field, word)), weight: asTyped },
    ]),
    { match: anyOf(forms.map((form) => holds(oftenWord(1, form)))), weight: often[0], broad: true as const },
    { match: anyOf(forms.map((form) => holds(oftenWord(2, form)))), weight: often[1] },
    ...(written === undefined
      ? []
      : [{ match: holds(writtenWord(written)), weight: withItsDots, broad: true as const }]),
    ...(isLatin(word) ? [{ match: holds(soundWord(latinKey(word))), weight: asName }] : []),
  ].filter(({ weight }) => weight > 0)
}

const prefixSignals = ({ word }: PrefixNode): Signal[] =>
  fields.map(([field, , asTyped]) => ({ match: beginning(exactWordIn(field, word)), weight: asTyped }))

/** Whose number it is, or has this as a part, is meant before all that only cite it. */
const numberSignals = ({ keys, words }: NumberNode): Signal[] => {
  const pieces = words.map((word) => holds(exactWordIn('n', word)))
  return [{ match: keys.length > 0 ? anyOf(keys.map((key) => holds(keyWord(key)))) : allOf(pieces), weight: 100 }]
}

const phraseSignals = ({ words }: PhraseNode): Signal[] => inFields(words, { t: 4, p: 4, k: 2.5 })

/** Words that stand side by side in a part of a case: of more than two, each beside its next. */
export const inFields = (words: readonly string[], weights: Partial<Record<PairField, number>>): Signal[] =>
  (Object.keys(weights) as PairField[]).map((field) => {
    const [first = '', ...others] = words
    const pairs = others.map((word, at) => holds(pairIn(field, words[at] ?? '', word)))
    return { match: allOf(pairs.length > 0 ? pairs : [holds(exactWordIn(field, first))]), weight: weights[field] ?? 0 }
  })
