import { limits } from '../limits.ts'
import type { RepairCode } from '../messages.ts'
import type { IsCode } from './courtCodes.ts'
import { parseQuery } from './query/parse.ts'
import { leavesOf } from './query/simplify.ts'
import { isLeaf, isNear, type Leaf, type NearNode, type Node, type ParsedQuery } from './query/tree.ts'
import { countLetters, holdsDigit } from './words.ts'

/** One thing to find: a word, or words that stand side by side. */
export type Term = {
  words: string[]
  /** Given in quotes. */
  quoted: boolean
  /** As they are written in quotes, where that is not what `words` are: with the dots that these have lost. */
  written?: string[]
  /** A word that others may begin with. */
  prefix?: boolean
}

/** Terms, by their places among all, that are to be near each other. */
export type Nearness = {
  /** Of each part one has to be there. */
  parts: number[][]
  /** So many words apart at most; anywhere in one paragraph it is infinite. */
  distance: number
  /** Those that are asked for nowhere else. */
  bound: number[]
}

/** What is to be found and marked of a text. */
export type Sought = { terms: Term[]; near: Nearness[] }

/** What is to be found and marked for a query; what it leaves out is no part of it. Never fails. */
export function readQuery(text: string, isCode?: IsCode): Sought {
  const { root, terms } = parseQuery(text, isCode)
  const unique = new Map<string, Term>()
  for (const term of terms.flatMap(termsOfLeaf)) {
    // A word that is also asked for in any form is no less found in that.
    if (!term.quoted || !unique.has(keyOf(term))) unique.set(keyOf(term), term)
  }
  return { terms: [...unique.values()], near: root ? nearOf(root, [...unique.keys()]) : [] }
}

/** What of it is marked on a card. Words of which not all are marked cannot be shown to be near each other. */
export function markedOnCard({ terms: all, near }: Sought): Sought {
  const terms = all.slice(0, limits.search.marked)
  return { terms, near: near.filter(({ parts }) => parts.flat().every((place) => place < terms.length)) }
}

/** The same, and words that a query was read as: each by itself. */
export const withReadings = ({ terms, near }: Sought, read: readonly string[]): Sought => ({
  terms: [...terms, ...read.map((word) => ({ words: [word], quoted: false }))],
  near,
})

const keyOf = ({ words }: Term) => words.join(' ')

function nearOf(root: Node, keys: readonly string[]): Nearness[] {
  const placesOf = (leaves: readonly Leaf[]) => leaves.flatMap(termsOfLeaf).map((term) => keys.indexOf(keyOf(term)))
  const elsewhere = new Set(placesOf(leavesOf(root, (node) => node.kind !== 'not' && !isNear(node))))
  return nearNodesOf(root).map((node) => {
    const parts = node.of.map((part) => placesOf(leavesOf(part)))
    const bound = parts.flat().filter((place) => !elsewhere.has(place))
    return { parts, distance: node.kind === 'near' ? node.distance : Infinity, bound }
  })
}

function nearNodesOf(node: Node): NearNode[] {
  if (isNear(node)) return [node]
  return isLeaf(node) || node.kind === 'not' ? [] : node.of.flatMap(nearNodesOf)
}

/** Is there no word to look for, none to leave out, and no filter, not even one that was meant and is to be told? */
export function asksForNothing(text: string): boolean {
  const parsed = parseQuery(text)
  return lacksAll(parsed) && !parsed.repairs.some(({ code }) => ofFilters.has(code))
}

/** Neither words nor filters; what there was of them could not be read. */
export const lacksAll = ({ root, filters }: ParsedQuery) => root === undefined && Object.keys(filters).length === 0

const ofFilters: ReadonlySet<RepairCode> = new Set(['date-unreadable', 'filter-empty', 'filter-negated'])

/** The specification's rule of three letters, about words without a filter. A number is as long as it is. */
export function isTooShort(text: string): boolean {
  const { root, filters } = parseQuery(text)
  if (!root || Object.keys(filters).length > 0) return false
  const words = leavesOf(root).flatMap((leaf) => ('word' in leaf ? [leaf.word] : leaf.words)).join('') // prettier-ignore
  return !holdsDigit(words) && countLetters(words) < limits.search.min_letters
}

function termsOfLeaf(leaf: Leaf): Term[] {
  if (leaf.kind === 'word') return [{ words: [leaf.word], quoted: false }]
  if (leaf.kind === 'prefix') return [{ words: [leaf.word], quoted: false, prefix: true }]
  if (leaf.kind === 'number') return bothOrders(leaf.words).map((words) => ({ words, quoted: false }))
  const { words, written, quoted } = leaf
  return [quoted && written.join(' ') !== words.join(' ') ? { words, quoted, written } : { words, quoted }]
}

/** `2013 hc a 80` is also cited as `80 hc a 2013`, and of a part `80 hc a` as `hc a 80`. */
export function bothOrders(words: readonly string[]): string[][] {
  const [first = '', ...others] = words
  const middle = others.slice(0, -1)
  const last = others.at(-1)
  if (last === undefined) return [[...words]]
  if (isDigits(first)) return [[...words], isDigits(last) ? [last, ...middle, first] : [...others, first]]
  return isDigits(last) ? [[...words], [last, first, ...middle]] : [[...words]]
}

const isDigits = (word: string) => /^\d/.test(word)
