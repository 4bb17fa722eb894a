import { mayBeTransliterated, joinNameParts } from '#shared/text/language/script.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { anyFormOf } from '#server/search/storage/ftsQuery.ts'
import type { Visibility } from '#server/search/types.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { isLeaf, isProximity, type Node, type PhraseNode, type WordNode } from '#shared/text/query/tree.ts'

/** A query whose adjacent words may also be one, and the joined words. */
type JoinedExpansion = { root: Node; joined: string[] }

/** The limit of look-ups for a query. */
const maxLooks = 12

/** Dhivehi compounds are written as one word or two: two adjacent words also match the joined word, if the library has it. */
export function joinCompounds(
  reader: Pick<IndexReader, 'cases'>,
  root: Node,
  { text, visibility }: { text: string; visibility: Visibility },
): JoinedExpansion {
  const joined: string[] = []
  let looks = 0
  const isOne = (word: string) => {
    looks += 1
    return looks <= maxLooks && hasMatch(reader, anyFormOf(word), visibility)
  }
  const joinPair = (run: readonly TypedNode[]): Node | undefined => {
    const [one, other] = run
    if (one?.kind !== 'word' || other?.kind !== 'word' || !isThaana(one.word) || !isThaana(other.word)) return undefined
    const word = one.word + other.word
    if (text.slice(one.end, other.start).trim() !== '' || !isOne(word)) return undefined
    joined.push(word)
    return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: one.start, end: other.end }] }
  }
  const expand = (node: Node): Node => {
    if (isLeaf(node) || isProximity(node) || node.kind === 'not') return node
    if (node.kind === 'or') return { kind: 'or', of: node.of.map(expand) }
    const of = replaceRuns(node.of, { text, maxLength: 2, run: joinPair, part: expand })
    return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
  }
  return { root: expand(root), joined }
}

/**
 * Abdul Rahman, Abdu Raheem and Abd al-Azeez are one word in Dhivehi, and so are words with an apostrophe for an Arabic
 * letter, such as shari'ah and Mas'ood: they also match as one word, by its phonetic key.
 */
export function joinLatinNames(node: Node, text: string): Node {
  if (isProximity(node)) return node
  if (node.kind === 'not') return { kind: 'not', of: joinLatinNames(node.of, text) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => joinLatinNames(part, text)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text,
    maxLength: 3,
    run: joinName,
    part: (part) => (isLeaf(part) ? part : joinLatinNames(part, text)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

function joinName(run: readonly TypedNode[], typed: string): Node | undefined {
  const word = joinNameParts(typed).toLowerCase()
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || (first.kind === 'phrase' && first.quoted)) return undefined
  if (word === typed.toLowerCase() || !mayBeTransliterated(word)) return undefined
  return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: first.start, end: last.end }] }
}

/** A word, a chunk such as `a-b`, or a quoted phrase. */
type TypedNode = WordNode | PhraseNode

type RunOptions = {
  /** The text of the query, and the longest run in parts. */
  text: string
  maxLength: number
  /** Returns the replacement of a run, given also as typed; undefined for none. */
  run: (run: readonly TypedNode[], typed: string) => Node | undefined
  /** Maps a part outside such runs. */
  part: (node: Node) => Node
}

/**
 * Replaces runs of parts that were typed next to each other, the longest first. A quoted phrase is a run by itself.
 */
export function replaceRuns(parts: readonly Node[], options: RunOptions): Node[] {
  const replaced: Node[] = []
  for (let at = 0; at < parts.length;) {
    const found = longestRun(parts.slice(at, at + options.maxLength), options)
    replaced.push(...(found ? [found.node] : parts.slice(at, at + 1).map(options.part)))
    at += found?.length ?? 1
  }
  return replaced
}

function longestRun(parts: readonly Node[], { text, run: read }: RunOptions) {
  const all = runAtStart(parts, text)
  for (let { length } = all; length > 0; length -= 1) {
    const run = all.slice(0, length)
    const node = read(run, text.slice(run[0]?.start, run.at(-1)?.end))
    if (node) return { node, length }
  }
  return undefined
}

function runAtStart(parts: readonly Node[], text: string): TypedNode[] {
  const run: TypedNode[] = []
  for (const part of parts) {
    if (part.kind !== 'word' && part.kind !== 'phrase') break
    const last = run.at(-1)
    if (last && (isQuoted(last) || isQuoted(part) || !nothing.test(text.slice(last.end, part.start)))) break
    run.push(part)
  }
  return run
}

export const isQuoted = (node: TypedNode) => node.kind === 'phrase' && node.quoted

/** Between two words of a run: no word and no operator. */
const nothing = /^[^\p{L}\p{N}&|]+$/u

/** A run as a node of a query. */
export const nodeOfRun = (run: readonly TypedNode[]): Node =>
  run.length === 1 && run[0] ? run[0] : { kind: 'and', of: [...run] }
