import { conjunctions, representatives } from '#shared/text/judgment/words.ts'
import { judgeTitles } from '#shared/text/judgment/judgeWords.ts'
import { courtForms, usualHeadings } from '#shared/text/judgment/caseWords.ts'
import { isOpen, isPartyLabel, type Judgment, startsOtherLabel } from './document.ts'
import { type PlacedLabel, type Segment, type TextLine, whole } from './textLines.ts'
import { afterAnd, listNumber, piecesOf, wordsIn } from './namePieces.ts'
import { hasAddress, isAddress, isNameAlone, namesIn } from './names.ts'

const block_lines = 24
/** More lines than these between a line that says against, or a role, and the name belong to something else. */
const lines_to_name = 6

/**
 * The parties above a line that says against or what the party is. Each has a line of its own; its address, card, counsel
 * and role may stand below it, and stand between two names unless these are numbered or joined with `and`. Of two lines
 * that could be names the upper may be a heading: then there is none.
 */
export function namesAbove(judgment: Judgment, index: number, from = 0): Segment[] {
  const names: Segment[][] = []
  let mayGoOn = true
  let role = roleOf(judgment, judgment.lines[index])
  for (const line of judgment.lines.slice(Math.max(from, index - block_lines), index).toReversed()) {
    const found = namesAlone(judgment, line)
    const other = roleOf(judgment, line)
    // What the other side is ends its own parties.
    if (other && role && other !== role) break
    role ??= other
    if (found.length > 0 && !mayGoOn) return []
    if (found.length > 0) names.push(found)
    else if (!isAndLine(line) && !isDetail(judgment, line)) break
    else if (names.length === 0 && index - line.index > lines_to_name) break
    mayGoOn = found.length === 0 || isFurther(line) || hasAddress(whole(line))
  }
  return names.toReversed().flat()
}

const roleOf = ({ labels }: Judgment, line: TextLine | undefined) =>
  labels.find((label) => label.line === line && isPartyLabel(label))?.kind

/** The parties below such a line. A name that nothing joins to the one above has an address or a card below it, as that one. */
export function namesBelow(judgment: Judgment, index: number): Segment[] {
  const { lines } = judgment
  const names: Segment[] = []
  let isJoined = true
  for (const line of lines.slice(index + 1, index + block_lines)) {
    const found = namesAlone(judgment, line)
    const next = lines[line.index + 1]
    const hasDetails = [lines[line.index - 1], next].every((one) => one !== undefined && isPlace(one))
    if (found.length > 0 && !isJoined && !isFurther(line) && !hasDetails) break
    names.push(...found)
    if (found.length === 0 && !isAndLine(line) && !isDetail(judgment, line)) break
    if (names.length === 0 && line.index - index > lines_to_name) break
    isJoined = isAndLine(line) || (isJoined && found.length === 0)
  }
  return names
}

/** Whether a line goes on with the parties: with `and`, or a number after the first. */
const isFurther = (line: TextLine) => afterAnd(whole(line)) !== undefined || (listNumber(line.text) ?? 0) > 1

export const isAndLine = (line: TextLine) => {
  const words = wordsIn(whole(line))
  return words.length > 0 && words.every(({ skeleton }) => conjunctions.has(skeleton))
}

/** Whether a line says more about the party above it: in brackets, a card, an address, who acts for it, what it is. */
export function isDetail({ labels }: Judgment, line: TextLine | undefined): boolean {
  if (!line) return false
  const own = labels.filter((label) => label.line === line)
  const [label] = own
  if (label) return own.length === 1 && (label.kind === 'other' || (isPartyLabel(label) && isOpen(label)))
  return (
    isInBrackets.test(line.text) ||
    startsOtherLabel(line.text) ||
    wordsIn(whole(line)).some(({ skeleton }) => representatives.has(skeleton)) ||
    isPlace(line)
  )
}

/** Whether a line is a card or an address. */
function isPlace(line: TextLine): boolean {
  const [first] = piecesOf(whole(line))
  return (
    isCardAlone.test(line.text) ||
    (first !== undefined && isAddress(first)) ||
    (hasAddress(whole(line)) && !isOfCourt(line))
  )
}

/** A line that is nothing but brackets says more about the line above. */
export const isInBrackets = /^\s*[([][^()[\]]*[)\]]\s*$/
const isCardAlone = /^[^\p{L}\d]*(?:[A-Z]{1,2}-?\d{4,}|C-?\d+\/\d{4})[^\p{L}\d]*$/u

/** The names of a line that is nothing else, but for an address after or before the name. */
export function namesAlone(judgment: Judgment, line: TextLine): Segment[] {
  if (isElsewhere(judgment, line) || startsOtherLabel(line.text)) return []
  if (wordsIn(whole(line)).some(({ skeleton }) => representatives.has(skeleton) || judgeTitles.has(skeleton))) return []
  if (usualHeadings.has(line.skeleton.text)) return []
  const names = namesIn(whole(line), true)
  const [first] = piecesOf(whole(line))
  const isAddressLine =
    hasAddress(whole(line)) && !(first && isNameAlone(first) && !hasAddress(first)) && names.some(hasAddress)
  return !isAddressLine && !isInBrackets.test(line.text) && names.every(isNameAlone) ? names : []
}

/** A line with the label of an address, of another court or of its case, or with the name of a court. */
export const isElsewhere = ({ labels }: Judgment, line: TextLine) =>
  labels.some((label) => label.line === line && elsewhere.has(label.kind)) || isOfCourt(line)

const isOfCourt = (line: TextLine) => wordsIn(whole(line)).some(({ skeleton }) => courtForms.has(skeleton))

const elsewhere: ReadonlySet<PlacedLabel['kind']> = new Set([
  'other',
  'court',
  'related',
  'number',
  'date',
  'decided',
  'filed',
])
