import type { DatabaseSync } from 'node:sqlite'
import { glossaryMeanings } from '#server/search/lexicon/glossary.ts'
import { type PhraseMeaning, meaningsOf } from '#server/search/lexicon/phraseNames.ts'
import { caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, isProximity, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { isQuoted, nodeOfRun, replaceRuns } from './joinedWords.ts'

/** A query expanded by the meanings of its English and Arabic phrases, and the meanings outside negations. */
type PhraseExpansion = {
  root: Node
  meanings: PhraseMeaning[]
  /** The leaves that were added. */
  added: ReadonlySet<Leaf>
}

type ExpandState = {
  text: string
  lookUp: (name: string, quoted: boolean) => readonly PhraseMeaning[]
  meanings: Map<string, PhraseMeaning>
  added: Set<Leaf>
}

/** The longest phrase name in words, and the limit of look-ups for a query. */
const maxNameWords = 6
const maxLookUps = 60

/**
 * Query expansion: if the whole query, or else a run of words in it, is the English or Arabic name of a published phrase,
 * it is also searched as that phrase; the longest names first. The glossary names what no
 * phrase does, outside quotes. Proximity nodes are unchanged.
 */
export function expandPhrases(database: DatabaseSync, root: Node, text: string): PhraseExpansion {
  let lookUps = 0
  const lookUp = (name: string, quoted: boolean) => {
    lookUps += 1
    if (lookUps > maxLookUps || isThaana(name)) return []
    return quoted ? meaningsOf(database, name) : meaningsIn(database, name)
  }
  const state: ExpandState = { text, lookUp, meanings: new Map(), added: new Set() }
  const whole = isPlain(root) ? (hasQuotes(root) ? meaningsOf(database, text) : meaningsIn(database, text)) : []
  const read = whole.length > 0 ? withMeanings(root, whole, state) : expand(root, state)
  for (const one of whole) state.meanings.set(one.dhivehi, one)
  return { root: read, meanings: [...state.meanings.values()], added: state.added }
}

/** The phrases of the library with this name, else what the glossary says. */
function meaningsIn(database: DatabaseSync, name: string): readonly PhraseMeaning[] {
  const phrases = meaningsOf(database, name)
  return phrases.length > 0 ? phrases : glossaryMeanings(name)
}

const hasQuotes = (root: Node) => leavesOf(root).some((leaf) => leaf.kind === 'phrase' && leaf.quoted)

/** Nothing but words. */
const isPlain = (root: Node) => isLeaf(root) || (root.kind === 'and' && root.of.every(isLeaf))

function expand(node: Node, state: ExpandState): Node {
  if (isProximity(node)) return node
  // Meanings in a negation are not reported.
  if (node.kind === 'not') return { kind: 'not', of: expand(node.of, { ...state, meanings: new Map() }) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => expand(part, state)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text: state.text,
    maxLength: maxNameWords,
    run: (run, typed) => {
      const found = state.lookUp(typed, run.some(isQuoted))
      for (const one of found) state.meanings.set(one.dhivehi, one)
      return found.length > 0 ? withMeanings(nodeOfRun(run), found, state) : undefined
    },
    part: (part) => (isLeaf(part) ? part : expand(part, state)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

/** The words or their meanings. */
function withMeanings(node: Node, meanings: readonly PhraseMeaning[], { added }: ExpandState): Node {
  const others = meanings.flatMap(nodesOfMeaning)
  for (const leaf of others.flatMap((other) => leavesOf(other))) added.add(leaf)
  return { kind: 'or', of: [node, ...others] }
}

/** A Dhivehi phrase, and the cases that are recorded to use it. */
function nodesOfMeaning({ dhivehi, keys }: PhraseMeaning): Node[] {
  const { root } = parseQuery(dhivehi)
  return [...(root ? [root] : []), ...keys.map(nodeOfKey)]
}

const nodeOfKey = (key: string): Leaf => ({
  kind: 'number',
  keys: [key],
  text: key,
  words: [caseNumberTerm(key)],
  forms: [[caseNumberTerm(key)]],
  start: 0,
  end: 0,
})
