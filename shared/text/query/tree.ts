import type { RepairCode } from '../../messages.ts'

/** Where a part of a query was typed. */
type Typed = { start: number; end: number }

/** A word, found in every spelling and inflection; `written` is how it was typed where it has dots. */
export type WordNode = Typed & { kind: 'word'; word: string; written?: string }
/** What a word begins with. */
export type PrefixNode = Typed & { kind: 'prefix'; word: string }
/**
 * Words side by side. Those in quotes are found only as they are written; a chunk such as `a-b` is as good as its
 * fold.
 */
export type PhraseNode = Typed & { kind: 'phrase'; words: string[]; written: string[]; quoted: boolean }
/** A case number: the keys that it may mean, and how it is written. A part of one has no key. */
export type NumberNode = Typed & { kind: 'number'; keys: string[]; text: string; words: string[] }

export type Leaf = WordNode | PrefixNode | PhraseNode | NumberNode

export type Node =
  | Leaf
  | { kind: 'and'; of: Node[] }
  | { kind: 'or'; of: Node[] }
  | { kind: 'not'; of: Node }
  /** Leaves, or any of some leaves, at most so many words apart, or in one paragraph. */
  | { kind: 'near'; of: Node[]; distance: number }
  | { kind: 'paragraph'; of: Node[] }

/** What to do with a node of each kind. */
export type Visitors<Result> = { [Kind in Node['kind']]: (node: Extract<Node, { kind: Kind }>) => Result }

export const visit = <Result>(node: Node, visitors: Visitors<Result>): Result => visitors[node.kind](node as never)

/** Words that are to be near each other. */
export type NearNode = Extract<Node, { kind: 'near' | 'paragraph' }>

export const isNear = (node: Node): node is NearNode => node.kind === 'near' || node.kind === 'paragraph'

export const isLeaf = (node: Node): node is Leaf => !('of' in node)

export const filterNames = ['court', 'judge', 'type', 'party', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

/** Names as they were typed; days as YYYY-MM-DD. */
export type QueryFilters = {
  court?: string[]
  judge?: string[]
  type?: string[]
  party?: string[]
  from?: string
  to?: string
}

/** What was mended, and the part of the query it is about. */
export type QueryRepair = { code: RepairCode; at: string }

export type ParsedQuery = {
  /** Undefined when the query asks for no words. */
  root: Node | undefined
  filters: QueryFilters
  repairs: QueryRepair[]
  /** The leaves that are looked for, for highlighting: none of what is left out. */
  terms: Leaf[]
}
