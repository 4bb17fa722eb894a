import { limits } from '../limits.ts'
import { parseQuery } from './query/parse.ts'
import { leavesOf } from './query/simplify.ts'
import type { Leaf } from './query/tree.ts'
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

/** What is to be found and marked for a query; what it leaves out is no part of it. Never fails. */
export function readQuery(text: string): { terms: Term[] } {
  const unique = new Map<string, Term>()
  for (const term of parseQuery(text).terms.flatMap(termsOfLeaf)) {
    const key = term.words.join(' ')
    // A word that is also asked for in any form is no less found in that.
    if (!term.quoted || !unique.has(key)) unique.set(key, term)
  }
  return { terms: [...unique.values()] }
}

/** Is there no word to look for, none to leave out, and no filter? */
export function asksForNothing(text: string): boolean {
  const { root, filters } = parseQuery(text)
  return root === undefined && Object.keys(filters).length === 0
}

/** The specification's rule of three letters, about the words and not the filters. A number is as long as it is. */
export function isTooShort(text: string): boolean {
  const { root } = parseQuery(text)
  if (!root) return false
  const words = leavesOf(root).flatMap((leaf) => ('word' in leaf ? [leaf.word] : leaf.words)).join('') // prettier-ignore
  return !holdsDigit(words) && countLetters(words) < limits.search.min_letters
}

export function termsOfLeaf(leaf: Leaf): Term[] {
  if (leaf.kind === 'word') return [{ words: [leaf.word], quoted: false }]
  if (leaf.kind === 'prefix') return [{ words: [leaf.word], quoted: false, prefix: true }]
  if (leaf.kind === 'number') return bothOrders(leaf.words).map((words) => ({ words, quoted: false }))
  const { words, written, quoted } = leaf
  return [quoted && written.join(' ') !== words.join(' ') ? { words, quoted, written } : { words, quoted }]
}

/** `2013 hc a 80` is also cited as `80 hc a 2013`. */
export function bothOrders(words: readonly string[]): string[][] {
  const [first = '', ...middle] = words
  const last = middle.pop()
  if (last === undefined || !/^\d/.test(first) || !/^\d/.test(last)) return [[...words]]
  return [[...words], [last, ...middle, first]]
}
