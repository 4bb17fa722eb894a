import { limits } from '#shared/limits.ts'
import { isLeaf, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { bothOrders } from '#shared/text/query.ts'
import type { Dialect } from './dialects.ts'
import { formsOf } from './forms.ts'
import { formWord } from './ownWords.ts'

type Near = { of: Node[] }

/**
 * Words near each other, in one paragraph: by their forms, which the index keeps in order, or as they stand in a name.
 * FTS5 knows nearness of phrases only, so every choice is written out.
 */
export function nearExpression({ of, distance }: Near & { distance: number }, { names, text }: Dialect): string {
  // `w/1` is side by side, which FTS5 calls none between.
  const between = distance - 1
  const asTyped = of.map((part) => leavesOf(part).flatMap(phrasesAsTyped))
  // What a form begins with is not what its word begins with: such words are also looked for in the text itself.
  const columns = of.flatMap(leavesOf).some(({ kind }) => kind === 'prefix') ? text : names
  return `(stems : ${anyNear(formsOfParts(of), between)} OR ${columns} : ${anyNear(asTyped, between)})`
}

/** The same of words of which only the likeliest form is looked for, where it need not be exact but soon known. */
export const nearlyExpression = ({ of, distance = limits.search.max_near }: Near & { distance?: number }) =>
  `(stems : ${anyNear(formsOfParts(of, 1), distance - 1)})`

/** The paragraphs of the forms are further apart than what is asked for here. */
export const paragraphExpression = ({ of }: Near) => `(stems : ${anyNear(formsOfParts(of), limits.search.max_near)})`

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
function formsOfParts(of: readonly Node[], mostForms = 4): string[][] {
  for (let most = mostForms; ; most -= 1) {
    const parts = of.map((part) => leavesOf(part).flatMap((leaf) => phrasesInForms(leaf, most)))
    if (most === 1 || parts.reduce((count, part) => count * part.length, 1) <= mostChoices) return parts
  }
}

/** Each is looked for by itself, in the places of all its words. */
const mostChoices = 9

const leavesOf = (part: Node): Leaf[] => (isLeaf(part) ? [part] : [part.of].flat().flatMap(leavesOf))

function phrasesInForms(leaf: Leaf, most: number): string[] {
  if (leaf.kind === 'prefix') return [`"${formWord(leaf.word)}" *`]
  if (leaf.kind === 'word') return formsOf(leaf.word).slice(0, most).map((form) => `"${formWord(form)}"`) // prettier-ignore
  return ordersOf(leaf).map((words) => `"${words.map((word) => formWord(formsOf(word)[0] ?? word)).join(' ')}"`)
}

function phrasesAsTyped(leaf: Leaf): string[] {
  if (leaf.kind === 'prefix') return [`"${leaf.word}" *`]
  return leaf.kind === 'word' ? [`"${leaf.word}"`] : ordersOf(leaf).map((words) => `"${words.join(' ')}"`)
}

const ordersOf = (leaf: Extract<Leaf, { words: string[] }>) =>
  leaf.kind === 'number' ? bothOrders(leaf.words) : [leaf.words]
