import { limits } from '#shared/limits.ts'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import type { Leaf, Node, ParsedQuery } from '#shared/text/query/tree.ts'
import { words } from '#shared/text/words.ts'
import { dialectOfCases } from './dialects.ts'
import { isEmpty } from './bits.ts'
import { casesOfCourts } from './entities.ts'
import { everywhere, isFound, seen, type Sight } from './enumerate.ts'
import type { CaseQuery } from './index.ts'
import { joinWords } from './joinedWords.ts'
import { joinNames } from './latinNames.ts'
import { readLatin } from './latinWords.ts'
import type { Library } from './library.ts'
import { lighten } from './lighten.ts'
import { anyOf, holds, type Match, search } from './match.ts'
import { findMatches, isReady, matching } from './matching.ts'
import { nearlyExpression } from './nearExpression.ts'
import { keyWord } from './ownWords.ts'
import { partialMatches } from './partial.ts'
import { readPassage } from './passageQuery.ts'
import type { PhraseMeaning } from './phraseNames.ts'
import { readPhrases } from './phraseReading.ts'
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
  /** Frequent words that were to be near each other are looked for anywhere in a case. */
  isLoosened: boolean
}

const nothing: Understanding = {
  match: undefined, leaves: [], together: [], signals: [], understood: null, marks: [], partial: false,
  isLightened: false, isLoosened: false,
} // prettier-ignore

/** The same for everybody who may see the same. */
export const understand = (library: Library, { text = '', codes = [] }: CaseQuery, sight: Sight): Understanding =>
  library.understood.get([sight.unpublished, codes, text].join(' '), () =>
    understandAnew(library, { text, parsed: parseQuery(text, isCodeAmong(codes)) }, sight),
  )

type Read = { text: string; parsed: ParsedQuery }

function understandAnew(library: Library, { text, parsed: { root, terms } }: Read, sight: Sight): Understanding {
  const { columns } = library
  if (!root) return nothing
  const passage = passageOf(library, { text, sight })
  if (passage) return passage
  const { rows_per_query, rows_near } = limits.search
  const budget = { all: Math.max(rows_per_query, 2 * columns.order.length), near: rows_near }
  const { root: light, isLightened, loosened } = lighten(root, (word) => frequencyOf(library, word), budget)
  const understood = queryOf(library, light, { text, terms, sight, byHand: loosened.length > 0 })
  const near = loosened.slice(0, mostNear).map((node) => ({
    match: search(nearlyExpression(node, dialectOfCases(library.database))),
    weight: nearby,
    newest,
  }))
  return { ...understood, signals: [...understood.signals, ...near], isLightened, isLoosened: near.length > 0 }
}

/** More than everything else that may speak for a case. */
const nearby = 1000
/** To see where two of the most frequent words are near each other takes longest of all. */
const mostNear = 2
const newest = 5000

type Asked = { text: string; sight: Sight }

function passageOf(library: Library, { text, sight }: Asked): Understanding | undefined {
  const signals = readPassage(library, text)
  if (!signals) return undefined
  const match = anyOf(signals.map((signal) => signal.match))
  // FTS5 is as long in finding one case with a phrase of frequent words as the lists of its pairs are in finding all.
  const { count } = findMatches(library, { match: seen(match, sight), ...everywhere })
  return count > 0 ? { ...nothing, match, signals } : undefined
}

function queryOf(library: Library, root: Node, asked: Asked & { terms: Leaf[]; byHand: boolean }): Understanding {
  const { text, terms, sight, byHand } = asked
  const from = library.database
  const dialect = dialectOfCases(from)
  const phrases = readPhrases(from, root, text)
  const latin = readLatin(from, joinNames(phrases.root, text), { sight, english: phrases.meanings.length > 0 })
  const one = joinWords(from, latin.root, { text, sight })
  const whole = anyOf([matchOf(one.root, dialect), ...casesOfCourts(from, root, text)])
  // What somebody joined by nearness means what it says.
  const parts = byHand ? [] : partialMatches(asTyped(root, latin.root), dialect, (word) => frequencyOf(library, word))
  const isWhole = parts.length === 0 || isSeen(library, whole, sight)
  const partial = isWhole ? undefined : parts.find((match) => isSeen(library, match, sight))
  const kept = new Set(leavesOf(root).flatMap((leaf) => ('word' in leaf ? leaf.word : [])))
  const typed = terms.flatMap((leaf) => (leaf.kind === 'word' && kept.has(leaf.word) ? [leaf.word] : []))
  const meanings = phrases.meanings.map(({ dhivehi }) => dhivehi)
  const read = [latin.read.join(' '), ...meanings].filter((one) => one !== '')
  const readWords = read.map((one) => words(one).map(({ word }) => word))
  const leaves = leavesOf(one.root, (node) => node.kind !== 'not').filter((leaf) => !phrases.added.has(leaf))
  return {
    match: partial ?? whole,
    leaves: [...leaves, ...readWords.flat().map(wordLeaf)],
    together: [typed, ...readWords],
    signals: phrases.meanings.flatMap(signalsOfMeaning),
    understood: read.length > 0 ? read.join('، ') : null,
    marks: [...latin.marks, ...one.joined, ...meanings],
    partial: partial !== undefined,
    isLightened: false,
    isLoosened: false,
  }
}

/** Of words that are also read as one thing together, the words. */
const asTyped = (root: Node, read: Node): Node =>
  root.kind === 'and' && read.kind === 'or' && read.of[0] ? asTyped(root, read.of[0]) : read

/** Is there any case that may be found so? Of lists at hand it is known at once. */
function isSeen(library: Library, match: Match, sight: Sight): boolean {
  const asked = seen(match, sight)
  return isReady(library, asked) ? !isEmpty(matching(library, asked)) : isFound(library.database, match, sight)
}

const wordLeaf = (word: string): Leaf => ({ kind: 'word', word, start: 0, end: 0 })

const signalsOfMeaning = ({ keys }: PhraseMeaning): Signal[] =>
  keys.length > 0 ? [{ match: anyOf(keys.map((key) => holds(keyWord(key)))), weight: 0.5 }] : []
