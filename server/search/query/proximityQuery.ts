import { anyOf, type FtsQuery, inColumns, type NearPart } from '#server/search/storage/ftsQuery.ts'
import { stemTerm, nameTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'
import type { FieldConfig } from './fieldConfig.ts'

/**
 * Proximity query: words near each other or in one paragraph, by their stems, which are indexed in order.
 */
export function compileProximity(near: NearNode, { stemColumns, wordColumns, names }: FieldConfig): FtsQuery {
  const { of } = near
  const between = betweenIn(near)
  const variants = [inThese(stemColumns, anyNear(formsOfParts(of), between))]
  // The prefix of a stem differs from the prefix of its word: prefixes are also searched as typed.
  if (of.flatMap(leavesOf).some(({ kind }) => kind === 'prefix'))
    variants.push(inThese(wordColumns, anyNear(partsAsTyped(of), between)))
  else if (names) variants.push(anyNear(partsAsNames(of), between))
  return anyOf(variants)
}

const inThese = (columns: string | undefined, ftsQuery: FtsQuery) =>
  columns === undefined ? ftsQuery : inColumns(columns, ftsQuery)

/** A faster approximation: only the best stem of each word. */
export const compileApproximateProximity = (near: NearNode) => anyNear(formsOfParts(near.of, 1), betweenIn(near))

/** The number of words between. `w/1` means adjacent, which is 0 in FTS5. */
const betweenIn = (near: NearNode) => (near.kind === 'near' ? near.distance - 1 : wholeParagraph)

/** NEAR never crosses columns, and a paragraph has its own column: more words than any paragraph. */
const wholeParagraph = 100_000_000

/** Without duplicate parts. */
const anyNear = (parts: readonly NearPart[], between: number): FtsQuery => ({
  kind: 'near',
  parts: [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()],
  between,
})

/** As many stems of each word as possible without too many combinations. */
function formsOfParts(of: readonly Node[], maxForms = 4): NearPart[] {
  for (let limit = maxForms; ; limit -= 1) {
    const parts = of.map((part) => leavesOf(part).flatMap((leaf) => phrasesInForms(leaf, limit)))
    if (limit === 1 || parts.reduce((count, part) => count * part.length, 1) <= maxChoices) return parts
  }
}

/** The limit of combinations: each is a search of its own. */
const maxChoices = 9

const leavesOf = (part: Node): Leaf[] => (isLeaf(part) ? [part] : [part.of].flat().flatMap(leavesOf))

function phrasesInForms(leaf: Leaf, limit: number): NearPart {
  if (leaf.kind === 'prefix') return [{ kind: 'prefix', word: stemTerm(leaf.word) }]
  if (leaf.kind === 'word') return formsOf(leaf.word).slice(0, limit).map((form) => adjacent([stemTerm(form)])) // prettier-ignore
  return ordersOf(leaf).map((words) => adjacent(words.map((word) => stemTerm(formsOf(word)[0] ?? word))))
}

const adjacent = (words: readonly string[]) => ({ kind: 'phrase', words }) as const

const partsAsTyped = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf): NearPart => (leaf.kind === 'prefix' ? [leaf] : wordsOf(leaf).map(adjacent))),
  )

/** The words as parts of names, each by its best key. */
const partsAsNames = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf) =>
      leaf.kind === 'prefix' ? [] : wordsOf(leaf).map((words) => adjacent(words.map(bestNameTerm))),
    ),
  )

const bestNameTerm = (word: string) => nameTerm(nameFormsOf(word).at(-1) ?? word)

const wordsOf = (leaf: Exclude<Leaf, { kind: 'prefix' }>) => (leaf.kind === 'word' ? [[leaf.word]] : ordersOf(leaf))

const ordersOf = (leaf: Extract<Leaf, { words: string[] }>) =>
  leaf.kind === 'number' ? bothNumberOrders(leaf.words) : [leaf.words]
