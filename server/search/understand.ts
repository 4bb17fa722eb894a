import type { DatabaseSync } from 'node:sqlite'
import { limits } from '#shared/limits.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import type { Leaf, Node } from '#shared/text/query/tree.ts'
import { words } from '#shared/text/words.ts'
import { caseDialect } from './dialects.ts'
import { isFound, type Sight } from './enumerate.ts'
import { readLatin } from './latinWords.ts'
import type { Library } from './library.ts'
import { lighten } from './lighten.ts'
import { anyOf, holds, type Match } from './match.ts'
import { keyWord } from './ownWords.ts'
import { partialMatches } from './partial.ts'
import { readPassage } from './passageQuery.ts'
import { type PhraseMeaning, meaningsOf } from './phraseNames.ts'
import { matchOf } from './queryExpression.ts'
import type { Signal } from './signals.ts'
import { frequencyOf } from './vocabulary.ts'

/** What the words of a query mean in this library: what is found by them, and what it is ranked by. */
export type Understanding = {
  /** Undefined when there are no words. */
  match: Match | undefined
  leaves: Leaf[]
  /** Folded words that may stand together, in the order in which they were typed or read. */
  together: string[][]
  /** What else speaks for a case. */
  signals: Signal[]
  /** Words that were searched beside those that were typed: as they are shown, and all that are marked. */
  understood: string | null
  marks: string[]
  /** No case holds all of it: cases that hold a part are found. */
  partial: boolean
  /** The most frequent of very many frequent words were left out. */
  isLightened: boolean
}

const nothing: Understanding = {
  match: undefined, leaves: [], together: [], signals: [], understood: null, marks: [], partial: false,
  isLightened: false,
} // prettier-ignore

/** The same for everybody who may see the same. */
export function understand({ database, columns }: Library, text: string, sight: Sight): Understanding {
  const { root, terms } = parseQuery(text)
  if (!root) return nothing
  const passage = passageOf(database, root, { text, sight })
  if (passage) return passage
  const budget = Math.max(limits.search.rows_per_query, 2 * columns.order.length)
  const light = lighten(root, (word) => frequencyOf(database, word), budget)
  return { ...queryOf(database, light.root, { text, terms, sight }), isLightened: light.isLightened }
}

type Asked = { text: string; sight: Sight }

function passageOf(from: DatabaseSync, root: Node, { text, sight }: Asked): Understanding | undefined {
  const signals = readPassage(from, root, text)
  if (!signals) return undefined
  const match = anyOf(signals.map((signal) => signal.match))
  return isFound(from, match, sight) ? { ...nothing, match, signals } : undefined
}

function queryOf(from: DatabaseSync, root: Node, { text, terms, sight }: Asked & { terms: Leaf[] }): Understanding {
  const latin = readLatin(from, root, sight)
  const phrases = meaningsOf(from, text)
  const whole = anyOf([matchOf(latin.root, caseDialect), ...phrases.map(matchOfMeaning)])
  const parts = partialMatches(latin.root, (word) => frequencyOf(from, word))
  const isWhole = parts.length === 0 || isFound(from, whole, sight)
  const partial = isWhole ? undefined : parts.find((match) => isFound(from, match, sight))
  const kept = new Set(leavesOf(root).flatMap((leaf) => ('word' in leaf ? leaf.word : [])))
  const typed = terms.flatMap((leaf) => (leaf.kind === 'word' && kept.has(leaf.word) ? [leaf.word] : []))
  const read = [latin.read.join(' '), ...phrases.map(({ dhivehi }) => dhivehi)].filter((one) => one !== '')
  const readWords = read.map((one) => words(one).map(({ word }) => word))
  return {
    match: partial ?? whole,
    leaves: [...leavesOf(latin.root, (node) => node.kind !== 'not'), ...readWords.flat().map(wordLeaf)],
    together: [typed, ...readWords],
    signals: phrases.flatMap(signalsOfMeaning),
    understood: read.length > 0 ? read.join('، ') : null,
    marks: [...latin.marks, ...phrases.map(({ dhivehi }) => dhivehi)],
    partial: partial !== undefined,
    isLightened: false,
  }
}

const wordLeaf = (word: string): Leaf => ({ kind: 'word', word, start: 0, end: 0 })

/** A phrase in Dhivehi, and the cases that are said to use it. */
function matchOfMeaning({ dhivehi, keys }: PhraseMeaning): Match {
  const { root } = parseQuery(dhivehi)
  return anyOf([...(root ? [matchOf(root, caseDialect)] : []), ...keys.map((key) => holds(keyWord(key)))])
}

const signalsOfMeaning = ({ keys }: PhraseMeaning): Signal[] =>
  keys.length > 0 ? [{ match: anyOf(keys.map((key) => holds(keyWord(key)))), weight: 0.5 }] : []
