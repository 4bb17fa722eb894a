import { mayBeTransliterated } from '#shared/text/language/script.ts'
import {
  allOf,
  anyOf,
  exclude,
  type FtsQuery,
  inColumns,
  type ProximityPart,
  phrase,
  prefix,
  term,
  typedPhrase,
  wholeParagraph,
} from '#server/search/storage/ftsQuery.ts'
import {
  caseNumberTerm,
  exactTerm,
  matchAllTerm,
  nameTerm,
  phoneticTerm,
  stemTerm,
} from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { wordRunsOf } from '#shared/text/query/wordRuns.ts'
import {
  isLeaf,
  type Leaf,
  type ProximityNode,
  type Node,
  type NumberNode,
  type PhraseNode,
  visit,
  type Visitors,
} from '#shared/text/query/tree.ts'

/** The field configuration of an index, for compiling queries. */
export type FieldConfig = {
  /** Whether words are indexed in their exact spelling, and names by their spelling key and phonetic key. */
  names: boolean
  /** The FTS5 columns with stems in order, and those with the folded words in order; undefined: all. */
  stemColumns?: string
  wordColumns?: string
}

export const caseFields: FieldConfig = { names: true }

export const phraseFields: FieldConfig = {
  names: false,
  stemColumns: 'stems',
  wordColumns: '{dhivehi english arabic short_meaning meaning numbers}',
}

/**
 * Compiles a syntax tree to an index query. It consists of folded words only: user input never reaches FTS5 as syntax.
 */
export const compileQuery = (node: Node, fields: FieldConfig): FtsQuery => visit(shallow(node), visitors(fields))

/** All of the wanted queries and none of the unwanted ones. */
const allWithout = (wanted: readonly FtsQuery[], unwanted: readonly FtsQuery[]): FtsQuery =>
  exclude(wanted.length > 0 ? allOf(wanted) : everything, unwanted)

const everything = term(matchAllTerm)

function visitors(fields: FieldConfig): Visitors<FtsQuery> {
  const compile = (node: Node): FtsQuery => visit(node, ofEach)
  const quotedIn = (parts: readonly Node[]) =>
    parts.filter((part) => part.kind === 'phrase' && part.quoted).map(compile)
  const ofEach: Visitors<FtsQuery> = {
    word: ({ word }) => anyOf(termsOf(word, fields).map(term)),
    // A prefix holds its own word, in every form.
    prefix: ({ word }) => anyOf([prefix(word), ...termsOf(word, fields).map(term)]),
    phrase: (node) => (node.quoted ? quotedPhrase(node, fields) : anyOf(wordRunsOf(node).map(typedPhrase))),
    number: (node) =>
      anyOf([...node.keys.map((key) => term(caseNumberTerm(key))), ...wordRunsOf(node).map(typedPhrase)]),
    and: ({ of }) => {
      const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : compile(part)))
      const unwanted = of.flatMap((part) => (part.kind === 'not' ? compile(part.of) : []))
      return allWithout(wanted, unwanted)
    },
    or: ({ of }) => anyOf(of.map(compile)),
    not: ({ of }) => allWithout([], [compile(of)]),
    near: (near) => allOf([compileProximity(near, fields), ...quotedIn(near.of)]),
    paragraph: (near) => allOf([compileProximity(near, fields), ...quotedIn(near.of)]),
  }
  return ofEach
}

/** The terms of a word: its stems, its keys as a name, and the phonetic key of a name in Latin letters. */
const termsOf = (word: string, { names }: FieldConfig) => [
  ...formsOf(word).map(stemTerm),
  ...(names ? nameFormsOf(word).map(nameTerm) : []),
  ...(names && mayBeTransliterated(word) ? soundsOf(word).map(phoneticTerm) : []),
]

/** A dotted letter of Arabic names is written z or dh. */
const soundsOf = (word: string) => [...new Set([word, word.replaceAll('dh', 'z')].map(phoneticKey))]

/** A phrase in its exact spelling, if the index has it. */
const quotedPhrase = ({ words, exact }: PhraseNode, { names }: FieldConfig): FtsQuery =>
  phrase(names ? exact.map(exactTerm) : words)

/**
 * Moves every NOT to a leaf or a proximity node, and sorts each group by depth, the deepest first: the FTS5 parser has a
 * stack of a hundred, on which a last bracket takes three entries and a first one takes one.
 */
function shallow(node: Node): Node {
  return deepestFirst(pushNegation(node, false))
}

function pushNegation(node: Node, negated: boolean): Node {
  if (node.kind === 'not') return pushNegation(node.of, !negated)
  if (node.kind === 'and' || node.kind === 'or') {
    const of = node.of.map((part) => pushNegation(part, negated))
    return (node.kind === 'and') === negated ? { kind: 'or', of } : { kind: 'and', of }
  }
  return negated ? { kind: 'not', of: node } : node
}

function deepestFirst(node: Node): Node {
  if (node.kind !== 'and' && node.kind !== 'or') return node
  const parts = node.of.map(deepestFirst)
  const depths = new Map(parts.map((part) => [part, depthOf(part)]))
  const of = parts.toSorted((one, other) => (depths.get(other) ?? 0) - (depths.get(one) ?? 0))
  return { kind: node.kind, of }
}

const depthOf = (node: Node): number => (isLeaf(node) ? 1 : 1 + Math.max(...[node.of].flat().map(depthOf)))

/**
 * Proximity query: words near each other or in one paragraph, by their stems and their keys as names, which have the position of
 * the word as typed.
 */
function compileProximity(near: ProximityNode, fields: FieldConfig): FtsQuery {
  const { of } = near
  const between = betweenIn(near)
  const inForms = anyProximity(formsOfParts(of, fields), between)
  return fields.names
    ? anyOf([inForms, anyProximity(partsAsNames(of), between)])
    : compileInColumns(near, inForms, fields)
}

/** The prefix of a stem differs from the prefix of its word: prefixes are also searched as typed, in columns of their own. */
function compileInColumns(near: ProximityNode, inForms: FtsQuery, { stemColumns, wordColumns }: FieldConfig): FtsQuery {
  const variants = [inThese(stemColumns, inForms)]
  if (near.of.flatMap(leavesOf).some(({ kind }) => kind === 'prefix'))
    variants.push(inThese(wordColumns, anyProximity(partsAsTyped(near.of), betweenIn(near))))
  return anyOf(variants)
}

const inThese = (columns: string | undefined, ftsQuery: FtsQuery) =>
  columns === undefined ? ftsQuery : inColumns(columns, ftsQuery)

/** A faster approximation: only the best stem of each word. */
export const compileApproximateProximity = (near: ProximityNode) =>
  anyProximity(formsOfParts(near.of, caseFields, 1), betweenIn(near))

/** The number of words between. `w/1` means adjacent, which is 0 in FTS5. */
const betweenIn = (near: ProximityNode) => (near.kind === 'near' ? near.distance - 1 : wholeParagraph)

/** Without duplicate parts. */
const anyProximity = (parts: readonly ProximityPart[], between: number): FtsQuery => ({
  kind: 'near',
  parts: [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()],
  between,
})

/** As many stems of each word as possible without too many combinations. */
function formsOfParts(of: readonly Node[], fields: FieldConfig, maxForms = 4): ProximityPart[] {
  for (let limit = maxForms; ; limit -= 1) {
    const parts = of.map((part) => leavesOf(part).flatMap((leaf) => phrasesInForms(leaf, fields, limit)))
    const choices = of.map((part) => leavesOf(part).reduce((count, leaf) => count + countForms(leaf, fields, limit), 0))
    if (limit === 1 || choices.reduce((product, count) => product * count, 1) <= maxChoices) return parts
  }
}

/** The limit of combinations: each is a search of its own. */
const maxChoices = 9

const leavesOf = (part: Node): Leaf[] => (isLeaf(part) ? [part] : [part.of].flat().flatMap(leavesOf))

/** The forms of a leaf that multiply the combinations; in the index of cases the runs of a number do not. */
function countForms(leaf: Leaf, fields: FieldConfig, limit: number) {
  if (leaf.kind === 'word') return Math.min(limit, formsOf(leaf.word).length)
  return leaf.kind === 'prefix' || fields.names ? 1 : ordersOf(leaf, fields, limit).length
}

function phrasesInForms(leaf: Leaf, fields: FieldConfig, limit: number): ProximityPart {
  if (leaf.kind === 'prefix' && !fields.names) return [{ kind: 'prefix', word: stemTerm(leaf.word) }]
  if (leaf.kind === 'prefix' || leaf.kind === 'word') {
    const forms = formsOf(leaf.word)
      .slice(0, limit)
      .map((form) => adjacent([stemTerm(form)]))
    return leaf.kind === 'prefix' ? [leaf, ...forms] : forms
  }
  return ordersOf(leaf, fields, limit).map((words) => adjacent(words.map((word) => stemTerm(formsOf(word)[0] ?? word))))
}

const adjacent = (words: readonly string[]) => ({ kind: 'phrase', words }) as const

/** One run of each number: the stems have the other order. */
const partsAsTyped = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf): ProximityPart =>
      leaf.kind === 'prefix' ? [leaf] : wordsOf(leaf, phraseFields, 1).map(adjacent),
    ),
  )

/** The words as parts of names, each by its best key. */
const partsAsNames = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf): ProximityPart => {
      if (leaf.kind === 'prefix') return [leaf, adjacent([bestNameTerm(leaf.word)])]
      return wordsOf(leaf, caseFields, Infinity).map((words) => adjacent(words.map(bestNameTerm)))
    }),
  )

const bestNameTerm = (word: string) => nameTerm(nameFormsOf(word).at(-1) ?? word)

const wordsOf = (leaf: Exclude<Leaf, { kind: 'prefix' }>, fields: FieldConfig, limit: number) =>
  leaf.kind === 'word' ? [[leaf.word]] : ordersOf(leaf, fields, limit)

/** The runs of words of a number; at most two in the table of phrases, where each combination of parts is a search. */
const ordersOf = (leaf: PhraseNode | NumberNode, { names }: FieldConfig, limit: number) =>
  names ? wordRunsOf(leaf) : wordRunsOf(leaf).slice(0, Math.min(2, limit))
