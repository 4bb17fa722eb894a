import { type Delta, lineText, linesOf } from '#shared/delta/delta.ts'
import { diffItems } from '#shared/text/diffItems.ts'

/**
 * How much of an extracted text users have changed: the edit distance in characters over the length of the longer text, from
 * 0 to 100 with two decimals. Lines are aligned first, so that its cost grows with the changes.
 */
export function diffPercent(extracted: Delta, current: Delta): number {
  const [before, after] = [textsOf(extracted), textsOf(current)]
  const longer = Math.max(lengthOf(before), lengthOf(after))
  if (longer === 0) return 0
  const changed = diffItems(before, after).filter(({ isSame }) => !isSame)
  const distance = changed.reduce(
    (sum, run) =>
      sum +
      distanceOf(
        before.slice(run.before.start, run.before.end).join('\n'),
        after.slice(run.after.start, run.after.end).join('\n'),
      ),
    0,
  )
  return Math.round((10_000 * Math.min(distance, longer)) / longer) / 100
}

const textsOf = ({ content }: Delta) => linesOf(content).map(lineText)
const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length + 1, -1)

/** A character in the place of another one is one edit. */
const distanceOf = (before: string, after: string) =>
  diffItems(before.split(''), after.split(''))
    .filter(({ isSame }) => !isSame)
    .reduce((sum, run) => sum + Math.max(run.before.end - run.before.start, run.after.end - run.after.start), 0)
