import {
  against,
  betweenParties,
  caseIntroduction,
  claims,
  companyWords,
  conjunctions,
  from,
  fromOffice,
  genitive,
  offices,
  onBehalf,
  upon,
} from '#shared/text/judgment/words.ts'
import { findPhrase, isNearly } from '#shared/text/judgment/skeleton.ts'
import { joinNext, type Judgment } from './document.ts'
import { type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { type NameWord, trimWords, wordsIn } from './namePieces.ts'
import { isNameAlone, isOfSentence, namesIn } from './names.ts'
import type { Parties } from './partyList.ts'

const sentence_lines = 24

/** `A` against `B`, or `A` and `B`, over broken lines. */
export function namesInSentence(judgment: Judgment): Parties {
  const head = judgment.lines.slice(0, sentence_lines)
  for (const line of head) {
    const parties = namesAgainst(joinNext(judgment, joinNext(judgment, line)))
    if (parties) return parties
  }
  return namesBetween(head)
}

/** `(This is a claim) from A against B`, `this case is one upon B, from A`. */
function namesAgainst(line: TextLine): Parties | undefined {
  const intros = caseIntroduction.map((phrase) => findPhrase(phrase, line.skeleton, line.text))
  const intro = intros.find((found) => found?.start === 0)
  const words = wordsIn({ line, start: intro?.end ?? 0, end: line.text.length })
  const first = words[0]
  const relations = words.some((word) => from.has(word.skeleton)) ? [against, upon, betweenParties] : [against, upon]
  const at = words.findIndex(({ skeleton }) => relations.some((relation) => relation.has(skeleton)))
  const to = words[at]
  if (!first || !to) return undefined
  if (intro && upon.has(to.skeleton)) {
    const ends = words.slice(at).map(endOfSender)
    const behalf = onBehalf.exec(line.text.slice(to.end))
    const end = ends.find((found) => found !== undefined) ?? (behalf ? to.end + behalf.index : undefined)
    const claimed = withoutGenitive({ line, start: first.start, end: to.start })
    const parties = end === undefined ? undefined : partiesOf({ line, start: to.end, end }, claimed)
    if (parties) return parties
    const verb = words.find(({ start, skeleton }) => start > to.end && claims.has(skeleton))
    const before = verb && partiesOf({ line, start: to.end, end: verb.start }, claimed)
    if (before) return before
  }
  const sender = words.slice(0, at).find((word) => endOfSender(word) !== undefined)
  const end = sender && endOfSender(sender)
  if (intro && !sender)
    return namesBeforeUpon(withoutGenitive({ line, start: first.start, end: beforeAnd(line, to.start) }))
  if (!sender || end === undefined) return undefined
  const other = { line, start: sender.end, end: beforeAnd(line, to.start) }
  return partiesOf({ line, start: first.start, end }, upon.has(to.skeleton) ? withoutGenitive(other) : other)
}

/** `A (card), address, B (card)` before `upon`: the last of the names, or the only one, is the one of whom something is claimed. */
function namesBeforeUpon(segment: Segment): Parties | undefined {
  const names = namesIn(segment, true)
  return names.length > 0 && names.every((name) => isNameAlone(name) && !isOfSentence(name))
    ? { claimant: names.slice(0, -1), respondant: names.slice(-1) }
    : undefined
}

/** Where the name ends before `from`, which is a word of its own or is joined to an office or a company. */
export function endOfSender({ text, skeleton, start, end }: NameWord): number | undefined {
  if (from.has(skeleton)) return start
  if (fromOffice.has(skeleton)) return end - ablative.length
  const isOffice = text.endsWith(ablative) && [offices, companyWords].some((set) => set.has(skeleton.slice(0, -1)))
  return isOffice ? end - ablative.length : undefined
}

const ablative = '\u0782\u07b0'

/** Without the `of` after a name, apart or joined to it. */
function withoutGenitive(segment: Segment): Segment {
  const last = wordsIn(segment).at(-1)
  return last?.text.endsWith(genitive) ? { ...segment, end: last.end - genitive.length } : segment
}

function partiesOf(claimant: Segment, respondant: Segment): Parties | undefined {
  const parties = { claimant: namesIn(claimant), respondant: namesIn(respondant) }
  return isOfNames(parties) ? parties : undefined
}

const isOfNames = (parties: Parties) =>
  Object.values(parties).every((names) => names.length > 0 && names.every(isNameAlone))

/** `A` and `B` before a word that says `between` or `against`: in one line, or each in a line of its own. */
function namesBetween(head: readonly TextLine[]): Parties {
  for (const [index, line] of head.entries()) {
    const end = wordsIn(whole(line)).findIndex(({ skeleton }) => isNearly(skeleton, betweenParties))
    if (end < 0) continue
    const before = head.slice(Math.max(0, index - 4), index + 1)
    const parties = splitAtWord(before, line, end)
    if (parties) return parties
  }
  return { claimant: [], respondant: [] }
}

function splitAtWord(before: readonly TextLine[], line: TextLine, end: number): Parties | undefined {
  const last = wordsIn(whole(line))[end]
  if (!last) return undefined
  const side = (segments: Segment[]) => segments.flatMap((segment) => namesIn(segment)).slice(0, 3)
  for (const at of before.toReversed()) {
    const cut = cutBetween(at, at === line ? last.start : Infinity)
    if (!cut) continue
    const above = before.findLast((one) => one.index < at.index)
    const below = before.find((one) => one.index > at.index && one !== line)
    const limit = at === line ? beforeAnd(line, last.start) : at.text.length
    const left = trimWords({ line: at, start: 0, end: cut.start }) ?? (above && whole(above))
    const right = trimWords({ line: at, start: cut.end, end: limit }) ?? (below && whole(below))
    const parties = left && right ? { claimant: side([left]), respondant: side([right]) } : undefined
    if (parties && isOfNames(parties)) return parties
  }
  return undefined
}

/** What stands between two parties in a line, before a position: that one is on behalf of the other, or a conjunction. */
function cutBetween(line: TextLine, limit: number): { start: number; end: number } | undefined {
  const behalf = onBehalf.exec(line.text)
  if (behalf) return { start: behalf.index, end: behalf.index + behalf[0].length }
  const words = wordsIn(whole(line))
  const mayCut = (index: number) => index > 0 || words.length === 1
  return words.find(({ skeleton, start }, index) => conjunctions.has(skeleton) && start < limit && mayCut(index))
}

/** Without the short `with` before that word. */
function beforeAnd(line: TextLine, end: number): number {
  const words = wordsIn({ line, start: 0, end })
  const last = words.at(-1)
  return last && last.skeleton.length <= 2 && textOf({ line, start: last.start, end: last.end }).length < 5
    ? last.start
    : end
}
