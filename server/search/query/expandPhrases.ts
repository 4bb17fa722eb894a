import type { DatabaseSync } from 'node:sqlite'
import { type PhraseMeaning, meaningsOf } from '#server/search/lexicon/phraseNames.ts'
import { caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, isNear, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { nodeOfRun, replaceRuns } from './wordRuns.ts'

/** A query that also asks for what its English and Arabic phrases mean, and what those mean that are not left out. */
export type PhraseExpansion = {
  root: Node
  meanings: PhraseMeaning[]
  /** The leaves that were put in. */
  added: ReadonlySet<Leaf>
}

type Reader = {
  text: string
  look: (name: string) => PhraseMeaning[]
  meanings: Map<string, PhraseMeaning>
  added: Set<Leaf>
}

/** So many words of a name are looked up together, and so many runs of a query of any length. */
const longestName = 6
const maxLooks = 60

/**
 * A query as a whole, or else each part of it and each run of words, that is the English or Arabic name of a published
 * phrase is also searched as that phrase, wherever it stands; the longest names first. What is to be near another thing
 * stays as it is.
 */
export function expandPhrases(from: DatabaseSync, root: Node, text: string): PhraseExpansion {
  let looks = 0
  const look = (name: string) => {
    looks += 1
    return looks <= maxLooks && !isThaana(name) ? meaningsOf(from, name) : []
  }
  const reader: Reader = { text, look, meanings: new Map(), added: new Set() }
  const whole = isPlain(root) ? meaningsOf(from, text) : []
  const read = whole.length > 0 ? withMeanings(root, whole, reader) : widen(root, reader)
  for (const one of whole) reader.meanings.set(one.dhivehi, one)
  return { root: read, meanings: [...reader.meanings.values()], added: reader.added }
}

/** Nothing but words. */
const isPlain = (root: Node) => isLeaf(root) || (root.kind === 'and' && root.of.every(isLeaf))

function widen(node: Node, reader: Reader): Node {
  if (isNear(node)) return node
  // Of what is left out nothing is told.
  if (node.kind === 'not') return { kind: 'not', of: widen(node.of, { ...reader, meanings: new Map() }) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => widen(part, reader)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text: reader.text,
    maxLength: longestName,
    run: (run, typed) => {
      const found = reader.look(typed)
      for (const one of found) reader.meanings.set(one.dhivehi, one)
      return found.length > 0 ? withMeanings(nodeOfRun(run), found, reader) : undefined
    },
    part: (part) => (isLeaf(part) ? part : widen(part, reader)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

/** Either the words or what they mean. */
function withMeanings(node: Node, meanings: readonly PhraseMeaning[], { added }: Reader): Node {
  const others = meanings.flatMap(nodesOfMeaning)
  for (const leaf of others.flatMap((other) => leavesOf(other))) added.add(leaf)
  return { kind: 'or', of: [node, ...others] }
}

/** A phrase in Dhivehi, and the cases that are said to use it. */
function nodesOfMeaning({ dhivehi, keys }: PhraseMeaning): Node[] {
  const { root } = parseQuery(dhivehi)
  return [...(root ? [root] : []), ...keys.map(nodeOfKey)]
}

const nodeOfKey = (key: string): Leaf => ({
  kind: 'number', keys: [key], text: key, words: [caseNumberTerm(key)], start: 0, end: 0,
}) // prettier-ignore
