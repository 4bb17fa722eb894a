import type { RepairCode } from './repairs.ts'

/** The offsets of a node in the query. */
type Span = { start: number; end: number }

/** A term: matches every spelling and inflection. `exact` is the unfolded form where it differs. */
export type WordNode = Span & { kind: 'word'; word: string; exact?: string }
/** A prefix query: `contr*`. */
export type PrefixNode = Span & { kind: 'prefix'; word: string }
/** A phrase of adjacent words. A quoted phrase matches its exact form; a chunk such as `a-b` matches folded. */
export type PhraseNode = Span & { kind: 'phrase'; words: string[]; exact: string[]; quoted: boolean }
/**
 * A case number: the keys it may have, its text and its words, and the runs of words by which texts cite it, the typed one
 * first. A partial case number has no key.
 */
export type NumberNode = Span & { kind: 'number'; keys: string[]; text: string; words: string[]; forms: string[][] }

export type Leaf = WordNode | PrefixNode | PhraseNode | NumberNode

export type Node =
  | Leaf
  | { kind: 'and'; of: Node[] }
  | { kind: 'or'; of: Node[] }
  | { kind: 'not'; of: Node }
  /** Proximity of leaves, or of ORs of leaves: at most `distance` words apart, or in one paragraph. */
  | { kind: 'near'; of: Node[]; distance: number }
  | { kind: 'paragraph'; of: Node[] }

/** A visitor: one function for each kind of node. */
export type Visitors<Result> = { [Kind in Node['kind']]: (node: Extract<Node, { kind: Kind }>) => Result }

export const visit = <Result>(node: Node, visitors: Visitors<Result>): Result => visitors[node.kind](node as never)

/** A proximity node. */
export type ProximityNode = Extract<Node, { kind: 'near' | 'paragraph' }>

export const isProximity = (node: Node): node is ProximityNode => node.kind === 'near' || node.kind === 'paragraph'

export const isLeaf = (node: Node): node is Leaf => !('of' in node)

export const filterNames = ['court', 'judge', 'type', 'party', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

/** Filter values: names as typed, dates as YYYY-MM-DD. */
export type QueryFilters = {
  court?: string[]
  judge?: string[]
  type?: string[]
  party?: string[]
  from?: string
  to?: string
}

/** A repair and the part of the query that it concerns. */
export type QueryRepair = { code: RepairCode; at: string }

/** A query as plain data, which can be sent to worker threads. */
export type ParsedQuery = {
  /** The query as it was typed; `start` and `end` of the leaves are offsets in it. */
  text: string
  /** The syntax tree; undefined when the query has no terms. */
  root: Node | undefined
  filters: QueryFilters
  repairs: QueryRepair[]
  /** AND was typed: every part must match, and none is dropped. */
  hasAnd?: true
  /** The query is a pasted passage: its tree contains words, phrases and numbers only. */
  isPassage?: true
  /** The leaves to highlight; negated ones are left out. */
  terms: Leaf[]
}
