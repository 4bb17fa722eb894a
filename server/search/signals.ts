import { latinKey } from '#shared/text/phonetic.ts'
import type { Leaf, NumberNode, PhraseNode, PrefixNode, WordNode } from '#shared/text/query/tree.ts'
import { formsOf } from './forms.ts'
import { isLatin } from './isLatin.ts'
import { exactWordIn, type Field, formWord, formWordIn, keyWord, oftenWord, soundWord } from './ownWords.ts'

/**
 * Something that speaks for a case: the rows that match it have so much more to say about what is asked. `broad`: as
 * many rows may match it as match the leaf.
 */
export type Signal = { match: string; weight: number; broad?: true }

/** A leaf with its rarity: 1 for a word of middling frequency, more for a rarer one. */
export type Weighed = { leaf: Leaf; rarity: number }

/** All that the parts of a query say for a case, one by one. */
export function signalsOf(weighed: readonly Weighed[], { partial }: { partial: boolean }): Signal[] {
  return weighed.flatMap(({ leaf, rarity }) => {
    // That a case matches at all is no signal where all that are ranked hold every part.
    const present = partial ? [{ match: matchOfLeaf(leaf), weight: presence, broad: true as const }] : []
    return [...present, ...signalsOfLeaf(leaf)].map((signal) => times(signal, rarity))
  })
}

const presence = 2

export const times = (signal: Signal, factor: number): Signal => ({ ...signal, weight: signal.weight * factor })

/** The expression that a leaf alone is matched by, to see how rare it is. */
export function matchOfLeaf(leaf: Leaf): string {
  if (leaf.kind === 'word') return anyOf(formsOf(leaf.word).map(formWord))
  if (leaf.kind === 'prefix') return `${quote(leaf.word)} *`
  return quote(leaf.words.join(' '))
}

function signalsOfLeaf(leaf: Leaf): Signal[] {
  if (leaf.kind === 'word') return wordSignals(leaf)
  if (leaf.kind === 'prefix') return prefixSignals(leaf)
  if (leaf.kind === 'number') return numberSignals(leaf)
  return phraseSignals(leaf)
}

/** What it counts that a part of a case holds a word: in one of its forms, and so much more as it was typed. */
const fields: readonly (readonly [Field, inForm: number, asTyped: number])[] = [
  ['n', 0, 4],
  ['t', 2.5, 1],
  ['p', 2, 1],
  ['k', 1.6, 0.6],
  ['j', 1, 0.5],
]

const anywhereAsTyped = 1
const often = [0.5, 0.3] as const
/** A name that sounds as the word is typed. */
const asName = 3

function wordSignals({ word }: WordNode): Signal[] {
  const forms = formsOf(word)
  return [
    { match: quote(word), weight: anywhereAsTyped, broad: true as const },
    ...fields.flatMap(([field, inForm, asTyped]) => [
      { match: anyOf(forms.map((form) => formWordIn(field, form))), weight: inForm },
      { match: quote(exactWordIn(field, word)), weight: asTyped },
    ]),
    { match: anyOf(forms.map((form) => oftenWord(1, form))), weight: often[0], broad: true as const },
    { match: anyOf(forms.map((form) => oftenWord(2, form))), weight: often[1] },
    ...(isLatin(word) ? [{ match: quote(soundWord(latinKey(word))), weight: asName }] : []),
  ].filter(({ weight }) => weight > 0)
}

const prefixSignals = ({ word }: PrefixNode): Signal[] =>
  fields.map(([field, , asTyped]) => ({ match: `${quote(exactWordIn(field, word))} *`, weight: asTyped }))

const numberSignals = ({ keys }: NumberNode): Signal[] => [{ match: anyOf(keys.map(keyWord)), weight: 100 }]

const phraseSignals = ({ words }: PhraseNode): Signal[] => inFields(words, { t: 4, p: 4, k: 2.5 })

/** Words that stand together in a part of a case; that all stand there at all is asked first, for it is soon known. */
export const inFields = (words: readonly string[], weights: Partial<Record<keyof typeof columns, number>>): Signal[] =>
  (Object.keys(weights) as (keyof typeof columns)[]).map((field) => {
    const all = words.map((word) => quote(exactWordIn(field, word))).join(' AND ')
    return { match: `(${all}) AND (${columns[field]} : ${quote(words.join(' '))})`, weight: weights[field] ?? 0 }
  })

const columns = { t: 'title', p: '{claimant respondant interpleader}', k: 'keywords' } as const

/** Nothing that was typed reaches FTS5 but words between quotes. */
export const quote = (words: string) => `"${words}"`

const anyOf = (words: readonly string[]) =>
  words.length === 1 ? quote(words[0] ?? '') : `(${words.map(quote).join(' OR ')})`
