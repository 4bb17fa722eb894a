import { stemTerm, nameTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'
import type { FieldConfig } from './fieldConfig.ts'

/**
 * Proximity query: words near each other or in one paragraph, by their stems, which are indexed in order. FTS5 supports
 * NEAR of phrases only, so every combination is expanded.
 */
export function compileProximity(near: NearNode, { stemColumns, wordColumns, names }: FieldConfig): string {
  const { of } = near
  const variants = [`${stemColumns} : ${anyNear(formsOfParts(of), betweenIn(near))}`]
  // The prefix of a stem differs from the prefix of its word: prefixes are also searched as typed.
  if (of.flatMap(leavesOf).some(({ kind }) => kind === 'prefix'))
    variants.push(`${wordColumns} : ${anyNear(partsAsTyped(of), betweenIn(near))}`)
  else if (names) variants.push(anyNear(partsAsNames(of), betweenIn(near)))
  return `(${variants.join(' OR ')})`
}

/** A faster approximation: only the best stem of each word. */
export const compileApproximateProximity = (near: NearNode, { stemColumns }: FieldConfig) =>
  `(${stemColumns} : ${anyNear(formsOfParts(near.of, 1), betweenIn(near))})`

/** The number of words between. `w/1` means adjacent, which is 0 in FTS5. */
const betweenIn = (near: NearNode) => (near.kind === 'near' ? near.distance - 1 : wholeParagraph)

/** NEAR never crosses columns, and a paragraph has its own column: more words than any paragraph. */
const wholeParagraph = 100_000_000

function anyNear(parts: readonly (readonly string[])[], between: number): string {
  const choices = unique(parts).reduce<string[][]>(
    (all, part) => all.flatMap((chosen) => part.map((phrase) => [...chosen, phrase])),
    [[]],
  )
  return `(${choices.map((phrases) => `NEAR(${phrases.join(' ')}, ${between})`).join(' OR ')})`
}

/** Removes duplicate parts. */
const unique = (parts: readonly (readonly string[])[]) => [
  ...new Map(parts.map((part) => [part.join(' '), part])).values(),
]

/** As many stems of each word as possible without too many combinations. */
function formsOfParts(of: readonly Node[], maxForms = 4): string[][] {
  for (let limit = maxForms; ; limit -= 1) {
    const parts = of.map((part) => leavesOf(part).flatMap((leaf) => phrasesInForms(leaf, limit)))
    if (limit === 1 || parts.reduce((count, part) => count * part.length, 1) <= maxChoices) return parts
  }
}

/** The limit of combinations: each is a search of its own. */
const maxChoices = 9

const leavesOf = (part: Node): Leaf[] => (isLeaf(part) ? [part] : [part.of].flat().flatMap(leavesOf))

function phrasesInForms(leaf: Leaf, limit: number): string[] {
  if (leaf.kind === 'prefix') return [`"${stemTerm(leaf.word)}" *`]
  if (leaf.kind === 'word') return formsOf(leaf.word).slice(0, limit).map((form) => `"${stemTerm(form)}"`) // prettier-ignore
  return ordersOf(leaf).map((words) => `"${words.map((word) => stemTerm(formsOf(word)[0] ?? word)).join(' ')}"`)
}

const partsAsTyped = (of: readonly Node[]) => of.map((part) => leavesOf(part).flatMap(phrasesAsTyped))

/** The words as parts of names, each by its best key. */
const partsAsNames = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf) =>
      leaf.kind === 'prefix' ? [] : wordsOf(leaf).map((words) => `"${words.map(bestNameTerm).join(' ')}"`),
    ),
  )

const bestNameTerm = (word: string) => nameTerm(nameFormsOf(word).at(-1) ?? word)

const wordsOf = (leaf: Exclude<Leaf, { kind: 'prefix' }>) => (leaf.kind === 'word' ? [[leaf.word]] : ordersOf(leaf))

function phrasesAsTyped(leaf: Leaf): string[] {
  if (leaf.kind === 'prefix') return [`"${leaf.word}" *`]
  return leaf.kind === 'word' ? [`"${leaf.word}"`] : ordersOf(leaf).map((words) => `"${words.join(' ')}"`)
}

const ordersOf = (leaf: Extract<Leaf, { words: string[] }>) =>
  leaf.kind === 'number' ? bothNumberOrders(leaf.words) : [leaf.words]
