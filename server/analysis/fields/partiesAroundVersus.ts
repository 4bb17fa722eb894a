import {
  betweenParties,
  conjunctions,
  ofSides,
  onBehalfAlone,
  upon,
  versus,
  versusAlone,
  withEnding,
} from '#shared/text/judgment/words.ts'
import { judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { isPartyLabel, joinNext, type Judgment } from './document.ts'
import { type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { piecesOf, wordsIn } from './namePieces.ts'
import { isOffice } from './companies.ts'
import { isAddress, isNameAlone, isOfSentence, isPlausible, isWhole, namesIn } from './names.ts'
import { isAndLine, isElsewhere, namesAbove, namesBelow } from './partyBlock.ts'
import { type Parties, sides } from './partyList.ts'

const versus_lines = 25
const none: Parties = { claimant: [], respondant: [] }

/** `A`, a line that says against, `B`. */
export function namesAroundVersusLine(judgment: Judgment): Parties {
  for (const line of judgment.lines.slice(0, versus_lines)) {
    if (!versusAlone.test(line.text)) continue
    const parties = { claimant: namesAbove(judgment, line.index), respondant: namesBelow(judgment, line.index) }
    if (sides.every((side) => parties[side].length > 0)) return parties
  }
  return none
}

/** `A`, a line that says `and` or `on behalf of`, `B`, a line that begins with `between` or `upon`. */
export function namesAboveRelation(judgment: Judgment): Parties {
  const head = judgment.lines.slice(0, versus_lines)
  for (const line of head) {
    if (!startsRelation(line)) continue
    const divider = head.find(
      (one) => one.index < line.index && one.index > line.index - block_lines && isDivider(one),
    )?.index
    if (divider === undefined) continue
    const parties = {
      claimant: namesAbove(judgment, divider),
      respondant: namesAbove(judgment, line.index, divider + 1),
    }
    if (sides.every((side) => parties[side].length > 0)) return parties
  }
  return none
}

const block_lines = 14

/** Whether a line begins with the word for between, against or upon, after the ending of the name above. */
function startsRelation(line: TextLine): boolean {
  const [first, second] = wordsIn(whole(line))
  const relation = first && first.skeleton.length <= 1 ? second : first
  return relation !== undefined && (isNearly(relation.skeleton, betweenParties) || isNearly(relation.skeleton, upon))
}

const isDivider = (line: TextLine) => isAndLine(line) || onBehalfAlone.test(line.text)

/** `A against B` in one line. */
export function namesAroundVersus(judgment: Judgment): Parties {
  for (const own of judgment.lines.slice(0, versus_lines)) {
    if (!versus.test(own.text) || own.text.length > 110 || isElsewhere(judgment, own)) continue
    const line = isRestOfOffice(judgment.lines[own.next]) ? joinNext(judgment, own) : own
    const match = versus.exec(line.text)
    if (!match) continue
    const left = { line, start: line.text.lastIndexOf(':', match.index) + 1, end: match.index }
    const right = { line, start: match.index + match[0].length, end: line.text.length }
    // `A, against B`: what stands before the word is the other side.
    if (![left, right].every(isSide) || withEnding.test(textOf(left).trimEnd())) continue
    const parties = { claimant: namesIn(left), respondant: namesIn(right) }
    // The letter of `v` is also that of an atoll: `a building, V. island`.
    const isAddress = /[،,/]\s*$/u.test(line.text.slice(0, match.index))
    const isIsland = /\.\s*$/u.test(match[0]) && !parties.respondant.some(isWhole)
    if (!isAddress && !isIsland && sides.every((side) => parties[side].length > 0)) return parties
  }
  return none
}

/** `A`, a line that says `and`, `B`: the state or an office against a person in a head that has no label of a party. */
export function namesAroundAnd(judgment: Judgment): Parties {
  if (judgment.labels.some(isPartyLabel)) return none
  for (const line of judgment.lines.slice(0, versus_lines)) {
    if (!isAndLine(line)) continue
    const parties = { claimant: namesAbove(judgment, line.index), respondant: namesBelow(judgment, line.index) }
    const isOne = sides.every((side) => parties[side].length > 0)
    if (isOne && (parties.claimant.every(isOffice) || judgment.lines.filter(isAndLine).length === 1)) return parties
  }
  return none
}

/** `A and B` in a line of the head, or in two when the first is full: the sides of a case that has no label of a party. */
export function namesInPair(judgment: Judgment): Parties {
  if (judgment.labels.some(isPartyLabel)) return none
  for (const line of judgment.lines.slice(0, pair_lines)) {
    const isFull = line.line.box.width > judgment.fullWidth * full_share
    const joined = isFull || isRestOfOffice(judgment.lines[line.next]) ? joinNext(judgment, line) : line
    const pair = pairIn(joined) ?? pairIn(line)
    if (pair && !isElsewhere(judgment, line)) return pair
  }
  return none
}

/** Whether a line is only the last words of the name of a company. */
const isRestOfOffice = (line: TextLine | undefined) =>
  line !== undefined && wordsIn(whole(line)).length < 4 && isOffice(whole(line)) && !/[:؛،.()\d]/u.test(line.text)

const pair_lines = 8
const full_share = 0.8

function pairIn(line: TextLine): Parties | undefined {
  const all = { ...whole(line), start: ofSides.exec(line.text)?.[0].length ?? 0 }
  const words = wordsIn(all)
  const and = words.find(({ skeleton }) => conjunctions.has(skeleton))
  if (!and || /[:؛،.()]/u.test(textOf(all)) || words.some(({ skeleton }) => judgeTitles.has(skeleton))) return undefined
  const [claimant, respondant] = [
    { ...all, end: and.start },
    { ...whole(line), start: and.end },
  ]
  return [claimant, respondant].every(isNameAlone)
    ? { claimant: namesIn(claimant), respondant: namesIn(respondant) }
    : undefined
}

/** Whether all outside brackets can be a name, or its address, and is no sentence. */
const isSide = (segment: Segment) =>
  piecesOf(segment).every(
    (piece, index) =>
      piece.isBracketed ||
      (index > 0 && (isAddress(piece) || !isWhole(piece))) ||
      (isPlausible(piece) && !namesIn(piece).some(isOfSentence)),
  )
