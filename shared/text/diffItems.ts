import { diffArrays } from 'diff'
import { firstIndexWhere } from '#shared/binarySearch.ts'

/** The items from `start` to before `end`. */
export type Range = { start: number; end: number }
/** Items that both sequences have, or those of the first that the second replaces by its own. The two kinds alternate. */
type Run = { isSame: boolean; before: Range; after: Range }

/** The shortest difference is searched up to this number of edits, because its cost grows with their square. */
const maxEdits = 200
const maxDepth = 4

/**
 * The difference of two sequences as runs that cover both. Its cost grows linearly with their length: where the shortest
 * difference is too long, the items that occur once in each sequence align them (patience diff), and a stretch without
 * such items is one changed run.
 */
export function diffItems(before: readonly string[], after: readonly string[]): Run[] {
  const runs: Run[] = []
  const sides = { before, after, add: (run: Run) => append(runs, run) }
  compare(sides, { start: 0, end: before.length }, { start: 0, end: after.length }, 0)
  return runs
}

type Sides = { before: readonly string[]; after: readonly string[]; add: (run: Run) => void }

/** Joins a run to the last one of the same kind. */
function append(runs: Run[], run: Run) {
  if (lengthOf(run.before) === 0 && lengthOf(run.after) === 0) return
  const last = runs.at(-1)
  if (last?.isSame !== run.isSame) {
    runs.push(run)
    return
  }
  last.before = { start: last.before.start, end: run.before.end }
  last.after = { start: last.after.start, end: run.after.end }
}

const lengthOf = ({ start, end }: Range) => end - start

function compare(sides: Sides, before: Range, after: Range, depth: number) {
  const { head, tail } = countCommonEnds(sides, before, after)
  const [beforeHead, beforeMiddle, beforeTail] = cut(before, head, tail)
  const [afterHead, afterMiddle, afterTail] = cut(after, head, tail)
  sides.add({ isSame: true, before: beforeHead, after: afterHead })
  compareMiddle(sides, beforeMiddle, afterMiddle, depth)
  sides.add({ isSame: true, before: beforeTail, after: afterTail })
}

const cut = ({ start, end }: Range, head: number, tail: number): [Range, Range, Range] => [
  { start, end: start + head },
  { start: start + head, end: end - tail },
  { start: end - tail, end },
]

function countCommonEnds(sides: Sides, before: Range, after: Range) {
  const shorter = Math.min(lengthOf(before), lengthOf(after))
  const areEqual = (first: number, second: number) => sides.before[first] === sides.after[second]
  let head = 0
  while (head < shorter && areEqual(before.start + head, after.start + head)) head += 1
  let tail = 0
  while (tail < shorter - head && areEqual(before.end - 1 - tail, after.end - 1 - tail)) tail += 1
  return { head, tail }
}

function compareMiddle(sides: Sides, before: Range, after: Range, depth: number) {
  if (lengthOf(before) === 0 || lengthOf(after) === 0) {
    sides.add({ isSame: false, before, after })
    return
  }
  const changes = diffArrays(sides.before.slice(before.start, before.end), sides.after.slice(after.start, after.end), {
    maxEditLength: maxEdits,
  })
  if (!changes) {
    splitAtAnchors(sides, before, after, depth)
    return
  }
  let [beforeAt, afterAt] = [before.start, after.start]
  for (const { count, added, removed } of changes) {
    const beforeEnd = added ? beforeAt : beforeAt + count
    const afterEnd = removed ? afterAt : afterAt + count
    const isSame = !added && !removed
    sides.add({ isSame, before: { start: beforeAt, end: beforeEnd }, after: { start: afterAt, end: afterEnd } })
    beforeAt = beforeEnd
    afterAt = afterEnd
  }
}

/** Compares the stretches between the items that occur once on each side, as far as these have one order. */
function splitAtAnchors(sides: Sides, before: Range, after: Range, depth: number) {
  const anchors = depth < maxDepth ? longestIncreasing(commonUniqueItems(sides, before, after)) : []
  if (anchors.length === 0) {
    sides.add({ isSame: false, before, after })
    return
  }
  let from: Anchor = { before: before.start, after: after.start }
  for (const anchor of [...anchors, { before: before.end, after: after.end }]) {
    compare(sides, { start: from.before, end: anchor.before }, { start: from.after, end: anchor.after }, depth + 1)
    from = anchor
  }
}

/** The places of one item in both sequences. */
type Anchor = { before: number; after: number }

/** In the order of the first sequence. */
function commonUniqueItems(sides: Sides, before: Range, after: Range): Anchor[] {
  const others = uniqueItems(sides.after, after)
  return [...uniqueItems(sides.before, before)].flatMap(([item, index]) => {
    const other = others.get(item)
    return other === undefined ? [] : [{ before: index, after: other }]
  })
}

function uniqueItems(items: readonly string[], { start, end }: Range) {
  const found = new Map<string, number>()
  const repeated = new Set<string>()
  for (let index = start; index < end; index += 1) {
    const item = items[index] ?? ''
    if (found.has(item)) repeated.add(item)
    else found.set(item, index)
  }
  for (const item of repeated) found.delete(item)
  return found
}

/** The longest subsequence whose places in the second sequence increase as well (patience sorting). */
function longestIncreasing(anchors: readonly Anchor[]): Anchor[] {
  type Link = { anchor: Anchor; previous: Link | undefined }
  const piles: Link[] = []
  for (const anchor of anchors) {
    const pile = firstIndexWhere(piles.length, (index) => (piles[index]?.anchor.after ?? 0) >= anchor.after)
    piles[pile] = { anchor, previous: piles[pile - 1] }
  }
  const result: Anchor[] = []
  for (let link = piles.at(-1); link; link = link.previous) result.push(link.anchor)
  return result.reverse()
}
