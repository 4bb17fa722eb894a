import type { Node, PhraseNode, WordNode } from '#shared/text/query/tree.ts'

/** A word, or a chunk such as `a-b`, or what stands in quotes. */
export type TypedNode = WordNode | PhraseNode

type Reading = {
  /** The text of the query, and how many parts of it are looked at together. */
  text: string
  maxLength: number
  /** What a run becomes, and how it was typed; undefined where it is nothing but its parts. */
  run: (run: readonly TypedNode[], typed: string) => Node | undefined
  /** What a part becomes that is in no such run. */
  part: (node: Node) => Node
}

/**
 * The parts of a group, with runs of them that were typed one after the other read as one, the longest first. What
 * stands in quotes is a run by itself.
 */
export function replaceRuns(parts: readonly Node[], reading: Reading): Node[] {
  const replaced: Node[] = []
  for (let at = 0; at < parts.length;) {
    const found = longestRun(parts.slice(at, at + reading.maxLength), reading)
    replaced.push(...(found ? [found.node] : parts.slice(at, at + 1).map(reading.part)))
    at += found?.length ?? 1
  }
  return replaced
}

function longestRun(parts: readonly Node[], { text, run: read }: Reading) {
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

const isQuoted = (node: TypedNode) => node.kind === 'phrase' && node.quoted

/** Between two words: no word, and no operator. */
const nothing = /^[^\p{L}\p{N}&|]+$/u

/** A run as a part of a query. */
export const nodeOfRun = (run: readonly TypedNode[]): Node =>
  run.length === 1 && run[0] ? run[0] : { kind: 'and', of: [...run] }
