import type { Leaf, NumberNode, PhraseNode, PrefixNode, WordNode } from '#shared/text/query/tree.ts'
import { formsOf } from './forms.ts'
import { exactWordIn, type Field, formWord, formWordIn, keyWord, oftenWord } from './ownWords.ts'

/** Something that speaks for a case: the rows that match it have so much more to say about what is asked. */
export type Signal = { match: string; weight: number }

/** A leaf with its rarity: 1 for a word of middling frequency, more for a rarer one. */
export type Weighed = { leaf: Leaf; rarity: number }

/** All that speaks for a case. That it matches at all is no signal, for every case that is ranked does. */
export function signalsOf(weighed: readonly Weighed[]): Signal[] {
  const single = weighed.flatMap(({ leaf, rarity }) => signalsOfLeaf(leaf).map((signal) => times(signal, rarity)))
  return [...single, ...togetherSignals(weighed)]
}

const times = ({ match, weight }: Signal, factor: number): Signal => ({ match, weight: weight * factor })

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

function wordSignals({ word }: WordNode): Signal[] {
  const forms = formsOf(word)
  return [
    { match: quote(word), weight: anywhereAsTyped },
    ...fields.flatMap(([field, inForm, asTyped]) => [
      { match: anyOf(forms.map((form) => formWordIn(field, form))), weight: inForm },
      { match: quote(exactWordIn(field, word)), weight: asTyped },
    ]),
    { match: anyOf(forms.map((form) => oftenWord(1, form))), weight: often[0] },
    { match: anyOf(forms.map((form) => oftenWord(2, form))), weight: often[1] },
  ].filter(({ weight }) => weight > 0)
}

const prefixSignals = ({ word }: PrefixNode): Signal[] =>
  fields.map(([field, , asTyped]) => ({ match: `${quote(exactWordIn(field, word))} *`, weight: asTyped }))

const numberSignals = ({ keys }: NumberNode): Signal[] => [{ match: anyOf(keys.map(keyWord)), weight: 100 }]

function phraseSignals({ words }: PhraseNode): Signal[] {
  const phrase = quote(words.join(' '))
  return [
    { match: `title : ${phrase}`, weight: 4 },
    { match: `{claimant respondant interpleader} : ${phrase}`, weight: 4 },
    { match: `keywords : ${phrase}`, weight: 2.5 },
  ]
}

/** Words that were typed one after the other may stand so, or near each other. */
function togetherSignals(weighed: readonly Weighed[]): Signal[] {
  const words = weighed.flatMap(({ leaf, rarity }) => (leaf.kind === 'word' ? [{ word: leaf.word, rarity }] : []))
  const few = words.slice(0, mostTogether)
  if (few.length < 2) return []
  const rarity = few.reduce((sum, one) => sum + one.rarity, 0) / few.length
  const all = quote(few.map(({ word }) => word).join(' '))
  const near = few.map(({ word }) => quote(formWord(formsOf(word)[0] ?? word))).join(' ')
  const pairs = few.slice(1).map(({ word }, index) => quote(`${few[index]?.word ?? ''} ${word}`))
  const signals = [
    { match: `title : ${all}`, weight: 3 },
    { match: `{claimant respondant interpleader} : ${all}`, weight: 4 },
    { match: `stems : NEAR(${near}, ${12 + few.length})`, weight: 1.5 },
    ...pairs.map((match) => ({ match, weight: 2 / pairs.length })),
  ]
  return signals.map((signal) => times(signal, rarity))
}

const mostTogether = 6

/** Nothing that was typed reaches FTS5 but words between quotes. */
const quote = (words: string) => `"${words}"`

const anyOf = (words: readonly string[]) =>
  words.length === 1 ? quote(words[0] ?? '') : `(${words.map(quote).join(' OR ')})`
