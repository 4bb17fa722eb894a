import { diffItems } from '#shared/text/diffItems.ts'
import type { Delta } from './delta.ts'
import { textOfUnits, type Unit, unitsOf } from './units.ts'

/** Paragraphs that are the same in both texts, or those of the first that the second has in another form, or not at all. */
export type TextChange = { isSame: boolean; before: readonly Unit[]; after: readonly Unit[] }

/** The difference of two texts, paragraph by paragraph: a changed paragraph is next to its new form. */
export const diffTexts = (before: Delta, after: Delta): TextChange[] => diffUnits(unitsOf(before), unitsOf(after))

/** The same of the paragraphs of two texts. The changes are in order, and their units join to both lists. */
export function diffUnits(before: readonly Unit[], after: readonly Unit[]): TextChange[] {
  const keys = (units: readonly Unit[]) => units.map(({ key }) => key)
  return diffItems(keys(before), keys(after)).flatMap((run): TextChange[] => {
    const change = {
      isSame: run.isSame,
      before: before.slice(run.before.start, run.before.end),
      after: after.slice(run.after.start, run.after.end),
    }
    return run.isSame ? [change] : pairUnits(change)
  })
}

/** Words in common, as a share of all words of both, from which a paragraph is another form of one. */
const minSimilarity = 0.35
/** Pairs are searched near the diagonal only, so that the cost of a long run grows linearly. */
const bandWidth = 30
const maxCells = 4_000_000

/** Splits a changed run into pairs of similar paragraphs, and those that were removed or added. */
function pairUnits({ before, after }: TextChange): TextChange[] {
  if (before.length * after.length > maxCells) return [{ isSame: false, before, after }]
  const pairs = alignSimilar(bagsOf(before), bagsOf(after))
  const changes: TextChange[] = []
  let [beforeAt, afterAt] = [0, 0]
  for (const [first, second] of [...pairs, [before.length, after.length] as const]) {
    changes.push(...unpaired(before.slice(beforeAt, first), after.slice(afterAt, second)))
    if (first < before.length)
      changes.push({ isSame: false, before: before.slice(first, first + 1), after: after.slice(second, second + 1) })
    beforeAt = first + 1
    afterAt = second + 1
  }
  return joinSplit(changes)
}

/** Where as many paragraphs were added as removed, each takes the place of one. */
function unpaired(before: readonly Unit[], after: readonly Unit[]): TextChange[] {
  if (before.length === after.length)
    return before.map((unit, index) => ({ isSame: false, before: [unit], after: after.slice(index, index + 1) }))
  const removed = before.map((unit): TextChange => ({ isSame: false, before: [unit], after: [] }))
  return after.length > 0 ? [...removed, { isSame: false, before: [], after }] : removed
}

/** The words of a paragraph with their counts. */
type Bag = { counts: ReadonlyMap<string, number>; size: number }

const bagsOf = (units: readonly Unit[]) => units.map((unit) => bagOf([unit]))

function bagOf(units: readonly Unit[]): Bag {
  const words = textOfUnits(units).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, size: words.length }
}

/** From 0, without a common word, to 1, with the same words (Dice coefficient). */
function similarity(one: Bag, other: Bag): number {
  if (one.size + other.size === 0) return 1
  let common = 0
  for (const [word, count] of one.counts) common += Math.min(count, other.counts.get(word) ?? 0)
  return (2 * common) / (one.size + other.size)
}

/** The pairs in one order with the greatest sum of similarities, as indexes. */
function alignSimilar(before: readonly Bag[], after: readonly Bag[]): (readonly [number, number])[] {
  const width = after.length + 1
  const longer = Math.max(before.length, after.length)
  const sums = new Float32Array((before.length + 1) * width)
  const similarities = new Float32Array(sums.length)
  const sumAt = (row: number, column: number) => sums[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const at = row * width + column
      const isNear = isNearDiagonal(row / before.length, column / after.length, longer)
      similarities[at] = isNear ? similarityAt(before[row], after[column]) : 0
      const paired = (similarities[at] ?? 0) + sumAt(row + 1, column + 1)
      sums[at] = Math.max(sumAt(row + 1, column), sumAt(row, column + 1), paired)
    }
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < before.length && column < after.length;) {
    const own = similarities[row * width + column] ?? 0
    if (own > 0 && sumAt(row, column) === Math.fround(own + sumAt(row + 1, column + 1))) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (sumAt(row, column) === sumAt(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}

const isNearDiagonal = (row: number, column: number, length: number) => Math.abs(row - column) * length <= bandWidth

function similarityAt(one: Bag | undefined, other: Bag | undefined): number {
  const found = one && other ? similarity(one, other) : 0
  return found >= minSimilarity ? found : 0
}

/** A paragraph that was split, or joined with the next one, is one change. */
function joinSplit(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    if (last && isSplit(last, change)) joined[joined.length - 1] = join(last, change)
    else joined.push(change)
  }
  return joined
}

const join = (one: TextChange, other: TextChange): TextChange => ({
  isSame: false,
  before: [...one.before, ...other.before],
  after: [...one.after, ...other.after],
})

const isPair = ({ before, after }: TextChange) => before.length > 0 && after.length > 0
const changeSimilarity = ({ before, after }: TextChange) => similarity(bagOf(before), bagOf(after))

/** Whether one of two changes has a form of its own, and the words of the other as well. */
function isSplit(one: TextChange, other: TextChange): boolean {
  if (isPair(one) === isPair(other)) return false
  return changeSimilarity(join(one, other)) > changeSimilarity(isPair(one) ? one : other)
}
