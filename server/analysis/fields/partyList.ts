import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { asHeirs, children, deceased, heirs, representatives } from '#shared/text/judgment/words.ts'
import { isOpen, isPartyLabel, type Judgment, startsOtherLabel } from './document.ts'
import { labelsIn } from './labelPlaces.ts'
import { type PlacedLabel, type Segment, textOf, type TextLine, whole } from './textLines.ts'
import { afterAnd, isNamed, letterMark, listNumber, piecesOf, startsBullet, wordsIn } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import { isDetail, namesAlone } from './partyBlock.ts'

export const sides = ['claimant', 'respondant'] as const
export type Side = (typeof sides)[number]
export type Parties = Record<Side, Segment[]>

/** More lines than these without a label end a list. */
const max_lines_between = 3

/**
 * The further parties of a list: a line with the next number or letter, with the next bullet, with the label of a name, or, directly
 * below a name or its details, with `and`; with `isPlain` each line of the same form that is a name alone. Between them stand cards, addresses and counsel; the label of anything else ends the list.
 */
export function namesAfter(judgment: Judgment, first: Segment, isLettered: boolean, isPlain: boolean): Segment[] {
  const { lines } = judgment
  const names: Segment[] = []
  let number = isLettered ? 1 : (listNumber(textOf(first)) ?? 0)
  // A list begins below its label, or below the one whose heirs it names; later it is one of paragraphs.
  const least = isOfHeirs(first) ? 0 : 1
  const own = labelsIn(first.line).findLast(isPartyLabel)
  let unlabelled = 0
  let value: TextLine | 'next' | undefined
  let hasBullets = startsBullet(first.line.text)
  const form = formOf((isOfHeirs(first) && lines[first.line.next]) || first.line)
  for (const line of lines.slice(first.line.next)) {
    const labels = labelsIn(line)
    const label = labels.find(({ start }) => start < max_before_label)
    if ((label && label.kind !== 'other') || labels.some((other) => isOfOther(other, own))) break
    const letter = isLettered ? letterMark(line.text) : undefined
    const mark = letter?.number === number + 1 ? letter : undefined
    const next = mark?.number ?? listNumber(line.text)
    const joined = unlabelled === 0 && !isOfAgent(lines[line.index - 1]) ? nameAfterAnd(line) : undefined
    const isAlike = isPlain && unlabelled === 0 && !label && formOf(line) === form
    const plain = isAlike ? namesAlone(judgment, line)[0] : undefined
    if (label) {
      value = isOpen(label) ? 'next' : undefined
      hasBullets = false
      number = Math.max(number, 1)
      unlabelled = 0
    } else if (value === 'next' || (value && goesOn(value, line))) value = line
    else if (next !== undefined || isNamed(line.text) || (hasBullets && isBullet(line)) || joined || plain) {
      const name = joined ?? plain ?? namesIn({ line, start: mark?.end ?? 0, end: line.text.length })[0]
      if (!name || (next !== undefined && (next <= Math.max(number, least) || isParagraph(line)))) break
      names.push(name)
      number = next ?? number
      unlabelled = 0
    } else if (!isDetail(judgment, line) && (unlabelled += 1) > max_lines_between) break
  }
  return names
}

const max_before_label = 8

/** Whether a label says that the name before it is of the other side. */
const isOfOther = (label: PlacedLabel, own: PlacedLabel | undefined) =>
  isPartyLabel(label) && own !== undefined && label.kind !== own.kind

/** Whether a value names one by whose heirs the case goes on. */
export function isOfHeirs(value: Segment): boolean {
  const end = endOfHeirs(value)
  return end !== undefined && !/[\p{L}\d]/u.test(value.line.text.slice(end, value.end))
}

/** The names after the one whose heirs they are: `the late A's heirs: B, C`, `B and C, who are the heirs of the late A` are as they stand. */
export function withoutDeceased(value: Segment): Segment {
  const end = endOfHeirs(value)
  const after = end === undefined ? null : /^\s*[:؛،,([–-]?\s*(?=[^\s)\]])/u.exec(value.line.text.slice(end, value.end))
  const rest = after && end !== undefined ? { ...value, start: end + after[0].length } : undefined
  const [first] = rest ? namesIn(rest) : []
  return rest && first && isNameAlone(first) ? rest : value
}

/** The end of the words for heirs: `heirs`, `in the capacity of heirs`, the children of one who is said to be dead. */
function endOfHeirs(value: Segment): number | undefined {
  const words = wordsIn(value)
  const hasDeceased = words.some(({ skeleton }) => isNearly(skeleton, deceased))
  const at = words.findIndex(
    ({ skeleton }, index) => index > 0 && (isNearly(skeleton, heirs) || (hasDeceased && children.has(skeleton))),
  )
  const next = words[at + 1]
  const last = next && asHeirs.has(next.skeleton) ? next : words[at]
  return at < 0 ? undefined : last?.end
}

const isBullet = ({ text }: TextLine) => startsBullet(text) && !startsOtherLabel(text)

/** Whether a line names one who acts for a party: `and` goes on with those. */
export const isOfAgent = (line: TextLine | undefined) =>
  line !== undefined && wordsIn(whole(line)).some(({ skeleton }) => representatives.has(skeleton))

/** Whether a mark divides the parts of a line. */
const formOf = ({ text }: TextLine) => /[،,/(]/.test(text)

/** The name in a line that is nothing but `and` and a name. */
function nameAfterAnd(line: TextLine): Segment | undefined {
  const name = /^\s*\p{L}/u.test(line.text) ? afterAnd({ line, start: 0, end: line.text.length }) : undefined
  return name && isNameAlone(name) ? name : undefined
}

/** Whether a line goes on with the list of counsel in the line before it. */
const goesOn = (before: TextLine, line: TextLine) =>
  before.index + 1 === line.index &&
  isNamed(before.text) === isNamed(line.text) &&
  listNumber(line.text) === (listNumber(before.text) ?? NaN) + 1

/** A line of running text, which fills its width and has no comma near its start, nor a whole name before it. */
function isParagraph(line: TextLine): boolean {
  if (line.text.length <= 60 || /^.{4,48}[،,(/]/u.test(line.text)) return false
  const [first, second] = piecesOf(whole(line))
  return !first || !second || !isNameAlone(first)
}
