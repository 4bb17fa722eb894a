import { fromHands, genitive, longEnding } from '#shared/text/judgment/words.ts'
import { isOpen, joinNext, type Judgment } from './document.ts'
import { wordsIn } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import { namesAlone } from './partyBlock.ts'
import { type Parties, sides } from './partyList.ts'
import { type Segment, type TextLine, whole } from './textLines.ts'

const none: Parties = { claimant: [], respondant: [] }
const max_claimants = 12

/** Lines with the names of several, a line that is the verb `claims`, and one that ends in `upon`: the last one is claimed of. */
export function namesUponBelow(judgment: Judgment): Parties {
  for (const label of judgment.labels) {
    const text = label.line.text.trim()
    const below = judgment.lines[label.line.next]
    if (label.kind !== 'claimant' || !isOpen(label) || !longEnding.test(text) || !below) continue
    const respondant = namesBeforeUpon(below) ?? namesBeforeUpon(joinNext(judgment, below))
    const parties = { claimant: namesListedAbove(judgment, label.line.index), respondant: respondant ?? [] }
    if (sides.every((side) => parties[side].length > 0)) return parties
  }
  return none
}

/** The names of a line before `upon` or `against` at its end. */
function namesBeforeUpon(line: TextLine): Segment[] | undefined {
  const words = wordsIn(whole(line))
  const [before, last] = words.slice(-2)
  if (!before || !last || !fromHands.has(last.skeleton)) return undefined
  const end = before.text.endsWith(genitive) ? before.end - genitive.length : before.end
  const names = namesIn({ line, start: 0, end }).slice(0, 1)
  return names.length > 0 && names.every(isNameAlone) ? names : undefined
}

/** The names in the lines directly above one, each after its number. */
function namesListedAbove(judgment: Judgment, index: number): Segment[] {
  const above = judgment.lines.slice(Math.max(0, index - max_claimants), index).toReversed()
  const end = above.findIndex((line) => !isNumbered.test(line.text))
  return above
    .slice(0, end < 0 ? above.length : end)
    .toReversed()
    .flatMap((line) => namesAlone(judgment, line).slice(0, 1))
}

const isNumbered = /^\s*\(?\d{1,2}\s?[.)-]/u
