import { stemTerm, nameTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'
import type { FieldConfig } from './fieldConfig.ts'

/**
 * Words near each other, or anywhere in one paragraph: by their forms, which the index keeps in order. FTS5 knows
 * nearness of phrases only, so every choice is written out.
 */
export function compileProximity(near: NearNode, { forms, typed, names }: FieldConfig): string {
  const { of } = near
  const ways = [`${forms} : ${anyNear(formsOfParts(of), betweenIn(near))}`]
  // What a form begins with is not what its word begins with: such words are also looked for as they are typed.
  if (of.flatMap(leavesOf).some(({ kind }) => kind === 'prefix'))
    ways.push(`${typed} : ${anyNear(partsAsTyped(of), betweenIn(near))}`)
  else if (names) ways.push(anyNear(partsAsNames(of), betweenIn(near)))
  return `(${ways.join(' OR ')})`
}

/** The same of words of which only the likeliest form is looked for, where it need not be exact but soon known. */
export const compileApproximateProximity = (near: NearNode, { forms }: FieldConfig) =>
  `(${forms} : ${anyNear(formsOfParts(near.of, 1), betweenIn(near))})`

/** How many words may stand between. `w/1` is side by side, which FTS5 calls none between. */
const betweenIn = (near: NearNode) => (near.kind === 'near' ? near.distance - 1 : wholeParagraph)

/** A paragraph has a column of its own, which nearness does not leave: more words than one can have. */
const wholeParagraph = 100_000_000

function anyNear(parts: readonly (readonly string[])[], between: number): string {
  const choices = once(parts).reduce<string[][]>(
    (all, part) => all.flatMap((chosen) => part.map((phrase) => [...chosen, phrase])),
    [[]],
  )
  return `(${choices.map((phrases) => `NEAR(${phrases.join(' ')}, ${between})`).join(' OR ')})`
}

/** What is asked for twice is looked for once. */
const once = (parts: readonly (readonly string[])[]) => [
  ...new Map(parts.map((part) => [part.join(' '), part])).values(),
]

/** As many forms of each word as there can be without too many choices. */
function formsOfParts(of: readonly Node[], maxForms = 4): string[][] {
  for (let limit = maxForms; ; limit -= 1) {
    const parts = of.map((part) => leavesOf(part).flatMap((leaf) => phrasesInForms(leaf, limit)))
    if (limit === 1 || parts.reduce((count, part) => count * part.length, 1) <= maxChoices) return parts
  }
}

/** Each is looked for by itself, in the places of all its words. */
const maxChoices = 9

const leavesOf = (part: Node): Leaf[] => (isLeaf(part) ? [part] : [part.of].flat().flatMap(leavesOf))

function phrasesInForms(leaf: Leaf, limit: number): string[] {
  if (leaf.kind === 'prefix') return [`"${stemTerm(leaf.word)}" *`]
  if (leaf.kind === 'word') return formsOf(leaf.word).slice(0, limit).map((form) => `"${stemTerm(form)}"`) // prettier-ignore
  return ordersOf(leaf).map((words) => `"${words.map((word) => stemTerm(formsOf(word)[0] ?? word)).join(' ')}"`)
}

const partsAsTyped = (of: readonly Node[]) => of.map((part) => leavesOf(part).flatMap(phrasesAsTyped))

/** As words of names, each in its likeliest form. */
const partsAsNames = (of: readonly Node[]) =>
  of.map((part) =>
    leavesOf(part).flatMap((leaf) =>
      leaf.kind === 'prefix' ? [] : wordsOf(leaf).map((words) => `"${words.map(asName).join(' ')}"`),
    ),
  )

const asName = (word: string) => nameTerm(nameFormsOf(word).at(-1) ?? word)

const wordsOf = (leaf: Exclude<Leaf, { kind: 'prefix' }>) => (leaf.kind === 'word' ? [[leaf.word]] : ordersOf(leaf))

function phrasesAsTyped(leaf: Leaf): string[] {
  if (leaf.kind === 'prefix') return [`"${leaf.word}" *`]
  return leaf.kind === 'word' ? [`"${leaf.word}"`] : ordersOf(leaf).map((words) => `"${words.join(' ')}"`)
}

const ordersOf = (leaf: Extract<Leaf, { words: string[] }>) =>
  leaf.kind === 'number' ? bothNumberOrders(leaf.words) : [leaf.words]
