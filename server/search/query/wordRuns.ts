import type { Node, PhraseNode, WordNode } from '#shared/text/query/tree.ts'

/** A word, a chunk such as `a-b`, or a quoted phrase. */
export type TypedNode = WordNode | PhraseNode

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
