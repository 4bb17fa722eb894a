import { isNearly } from '#shared/text/judgment/skeleton.ts'
import { heirs, representatives } from '#shared/text/judgment/words.ts'
import { isOpen, type Judgment, startsOtherLabel } from './document.ts'
import { labelsIn } from './labelPlaces.ts'
import { type Segment, textOf, type TextLine, whole } from './textLines.ts'
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
  let unlabelled = 0
  let value: TextLine | 'next' | undefined
  let hasBullets = startsBullet(first.line.text)
  for (const line of lines.slice(first.line.next)) {
    const label = labelsIn(line).find(({ start }) => start < max_before_label)
    if (label && label.kind !== 'other') break
    const letter = isLettered ? letterMark(line.text) : undefined
    const mark = letter?.number === number + 1 ? letter : undefined
    const next = mark?.number ?? listNumber(line.text)
    const joined = unlabelled === 0 && !isOfAgent(lines[line.index - 1]) ? nameAfterAnd(line) : undefined
    const isAlike = isPlain && unlabelled === 0 && !label && formOf(line) === formOf(first.line)
    const plain = isAlike ? namesAlone(judgment, line)[0] : undefined
    if (label) {
      value = isOpen(label) ? 'next' : undefined
      hasBullets = false
      number = Math.max(number, 1)
      unlabelled = 0
    } else if (value === 'next' || (value && goesOn(value, line))) value = line
    else if (
      next !== undefined ||
      isNamed(line.text) ||
      (hasBullets && startsBullet(line.text) && !startsOtherLabel(line.text)) ||
      joined ||
      plain
    ) {
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

/** Whether a value names one by whose heirs the case goes on. */
export const isOfHeirs = (value: Segment) => isNearly(wordsIn(value).at(-1)?.skeleton ?? '', heirs)

/** The names after the one whose heirs they are: `the late A's heirs: B, C`. */
export function withoutDeceased(value: Segment): Segment {
  const word = wordsIn(value).find(({ skeleton }) => isNearly(skeleton, heirs))
  const after = word && /^\s*[:؛،,([–-]\s*(?=\S)/u.exec(value.line.text.slice(word.end, value.end))
  return after ? { ...value, start: word.end + after[0].length } : value
}

/** Whether a line names one who acts for a party: `and` goes on with those. */
const isOfAgent = (line: TextLine | undefined) =>
  line !== undefined && wordsIn(whole(line)).some(({ skeleton }) => representatives.has(skeleton))

/** What divides the parts of a line. */
const formOf = ({ text }: TextLine) => [...text.replace(/\([^)]*\)/g, '(').matchAll(/[،,/(]/g)].join('')

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
