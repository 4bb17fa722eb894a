import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { isCodeAmong, normalizeCourtCode, writesYearFirst } from '#shared/text/caseNumbers/courtCodes.ts'
import { findPhrase, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { conjunctions } from '#shared/text/judgment/words.ts'
import { thisOne } from '#shared/text/judgment/judgeWords.ts'
import { decidedTogether, nthCase, ofThisCourtBefore, registered } from '#shared/text/judgment/caseWords.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { isOfRelated, isOpen, type Judgment } from './document.ts'
import { cellsOf, type PlacedLabel, type Segment, type TextLine } from './textLines.ts'
import { columnOf, holds } from './labelValues.ts'
import { type Evident, evident } from './evident.ts'
import type { FieldLists } from './lists.ts'

type Standing = 'own' | 'related' | 'other' | undefined

/** A case number in the judgment. `score` says how much speaks for it being the judgment's own. */
export type PlacedNumber = Segment & { key: string; value: string; score: number; evidence: string; standing: Standing }

type Numbers = { own: PlacedNumber[]; related: PlacedNumber[] }

/** Whether a number's code is of the court in the heading; undefined when one of the two is of no court of the list. */
type IsOfHeading = (key: string) => boolean | undefined

/** Finds the case numbers of a judgment: its own, of which the first is the main one, and those that it cites. */
export function findNumbers(judgment: Judgment, lists: FieldLists, isOfHeading: IsOfHeading): Numbers {
  const isCode = isCodeAmong(lists.courts.map(({ code }) => normalizeCourtCode(code)))
  const spans = [...judgment.headers, ...judgment.lines].flatMap((line) => {
    const isHeader = line.line.role === 'header'
    const following = isHeader
      ? []
      : judgment.lines.slice(line.next, line.next + 2).filter(({ page }) => page === line.page)
    return hasDigit(line.text) ? detectIn(line, following, isCode) : []
  })
  const headers = new Set(spans.filter(({ line }) => line.line.role === 'header').map(({ key }) => key))
  const numbers = spans.map((span, index) => score(span, { judgment, headers, isFirst: index === 0, isOfHeading }))
  const own = uniqueByKey(ownAmong(numbers, headers))
  const related = uniqueByKey(numbers).filter(({ key }) => !own.some((one) => one.key === key))
  return { own, related }
}

/** The number with the highest score and its list. One that a label calls another's is never the judgment's own. */
function ownAmong(numbers: readonly PlacedNumber[], headers: ReadonlySet<string>): PlacedNumber[] {
  const keysOf = (standing: Standing) =>
    new Set(numbers.filter((one) => one.standing === standing).map(({ key }) => key))
  const [labelled, related] = [keysOf('own'), keysOf('related')]
  const isElsewhere = ({ key, standing }: PlacedNumber) =>
    standing === 'related' || standing === 'other' || (related.has(key) && !labelled.has(key) && !headers.has(key))
  const [best] = numbers.filter((number) => !isElsewhere(number)).toSorted((one, other) => other.score - one.score)
  return best ? listOf(best, numbers) : []
}

type Span = Segment & { key: string; value: string }

/** Numbers of a line, and one that goes on in the next lines after its hyphen or slash. */
function detectIn(line: TextLine, following: readonly TextLine[], isCode: (code: string) => boolean): Span[] {
  const { text, offsets } = tidy(line.text)
  let joined = text
  for (const next of following) {
    if (!/[/-]\s*$/.test(joined) && !/^\s*[/-]/.test(next.text)) break
    if (!/\d(?:[/-][A-Za-z-]*)?\s*$|[A-Za-z-]\s*$/.test(joined)) break
    joined = joined.trimEnd() + tidy(next.text).text.trimStart()
  }
  return detectCaseNumbers(joined, isCode).map(({ start, end, number, key }) => ({
    line,
    start: offsets[start] ?? 0,
    end: (offsets[Math.min(end, text.length) - 1] ?? line.text.length - 1) + 1,
    key,
    value: canonical(number, key),
  }))
}

/**
 * Letters that were read for digits next to digits, and spaces around the hyphens and slashes of a code. `offsets` maps
 * each unit to the original.
 */
function tidy(original: string): { text: string; offsets: number[] } {
  const digits = original.replace(/(?<![A-Za-z])[\dOoIl]*\d[\dOoIl]*(?![A-Za-z\d])/g, (run) =>
    run.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'),
  )
  const offsets: number[] = []
  let text = ''
  for (let index = 0; index < digits.length; index += 1) {
    if (digits[index] === ' ' && isInCode(digits, index)) continue
    text += digits[index] ?? ''
    offsets.push(index)
  }
  return { text, offsets }
}

/** A space next to the hyphen of a code: `Cv - C`. */
const isInCode = (text: string, at: number) =>
  (/[A-Za-z]\s?-$/.test(text.slice(0, at)) && /^\s+[A-Za-z]/.test(text.slice(at))) ||
  (/[A-Za-z]$/.test(text.slice(0, at)) && /^\s+-\s?[A-Za-z]/.test(text.slice(at)))

/** `80/HC-A/2013` → `2013/HC-A/80`, `3916-CVC-2024` → `3916/Cv-C/2024`: the order and the letters that the court uses. */
function canonical(number: string, key: string): string {
  const [code = '', year = '', serial = ''] = key.split('/')
  const written = [...number.matchAll(/[A-Za-z][A-Za-z\d]*(?:\s?[-.]\s?[A-Za-z\d]+)*(?:\s?\([A-Za-z]+\))?/g)]
    .map(([letters]) => letters.replace(/\s/g, ''))
    .find((letters) => normalizeCourtCode(letters) === code)
  const usual = usualCodes.find(([letters]) => code.startsWith(letters))
  const rest = usual ? code.slice(usual[0].length).toUpperCase() : ''
  const shown =
    usual && !(written?.startsWith(usual[1]) ?? false)
      ? usual[1] + (rest && `-${rest}`)
      : (written ?? code.toUpperCase())
  const value = writesYearFirst(code) ? `${year}/${shown}/${serial}` : `${serial}/${shown}/${year}`
  return caseNumberKey(value) === key ? value : number
}

const usualCodes = [['cvc', 'Cv-C'], ['crc', 'Cr-C'], ['fmc', 'Fm-C'], ['jvc', 'Jv-C'], ['hc', 'HC'], ['sc', 'SC']] as const // prettier-ignore

type Evidence = { judgment: Judgment; headers: ReadonlySet<string>; isFirst: boolean; isOfHeading: IsOfHeading }

function score(span: Span, { judgment, headers, isFirst, isOfHeading }: Evidence): PlacedNumber {
  const standing = standingOf(judgment, span, isOfHeading)
  const isAlone = span.line.text.slice(0, span.start).trim() === '' && span.line.text.slice(span.end).trim() === ''
  const place = span.line.line.role === 'header' ? 0 : span.line.index
  const points = {
    labelled: standing === 'own' ? 5 : 0,
    said: standing === undefined ? pointsOfSentence(span) : 0,
    ofHeading: isOfHeading(span.key) === true ? 2.5 : 0,
    inHeader: headers.has(span.key) ? 4 : 0,
    alone: isAlone && place < 30 ? 2 : 0,
    first: isFirst ? 1.5 : 0,
    early: Math.max(0, 2 - place / 15),
  }
  const total = Object.values(points).reduce((sum, value) => sum + value, 0)
  const evidence = points.labelled > 0 ? 'labelled' : points.inHeader > 0 ? 'header' : isAlone ? 'alone' : 'text'
  return { ...span, score: total, evidence, standing }
}

/** What a sentence says of a number: that it is one of this court, and that the case is registered under it. */
function pointsOfSentence({ line, start, end }: Span): number {
  const [before, after] = [line.text.slice(0, start), line.text.slice(end, end + sentence_letters)]
  const isRegistered = findPhrase(registered, skeletonOf(after), after) !== undefined
  const isThis = thisOne.test(before) && nthCase.test(after)
  return (ofThisCourtBefore.test(before) ? 2 : 0) + (isRegistered ? 2 : 0) + (isThis ? 3 : 0)
}

const sentence_letters = 70

/** What the label of a number says it is: the judgment's own, that of a related case, or no case number. */
function standingOf(judgment: Judgment, span: Span, isOfHeading: IsOfHeading): Standing {
  const label = labelBefore(judgment, span)
  const isOwnCourt = isOfHeading(span.key)
  if (!label || label.kind === 'title' || label.kind === 'case_type') return undefined
  if (label.kind === 'related') return 'related'
  if (label.kind === 'court-number') return isOwnCourt === undefined ? undefined : isOwnCourt ? 'own' : 'related'
  if (isOwnCourt !== true && isOfRelated(judgment, label)) return 'related'
  if (label.kind === 'number') return 'own'
  return label.line !== span.line || !/\p{L}/u.test(span.line.text.slice(label.end, span.start)) ? 'other' : undefined
}

/** The last label before a number, in its line or in the line above: when nothing else stands there, or in its column. */
function labelBefore(judgment: Judgment, { line, start, end }: Span): PlacedLabel | undefined {
  const { labels, lines } = judgment
  const inLine = labels.findLast((label) => label.line === line && label.end <= start + 1)
  // `The appealed case:` in the line above, then `number: …`.
  const heading = labels.findLast((label) => label.kind === 'related' && label.line.index === line.index - 1)
  if (inLine) return heading && isOpen(heading) ? heading : inLine
  const above = line.line.role === 'header' ? undefined : lines[line.index - 1]
  const inAbove = labels.filter((label) => label.line === above)
  if (inAbove.length > 1) return inAbove.find((label) => holds(judgment, label, { line, start, end }))
  const [label] = inAbove
  // Below a row of headings a number is of the one of its column.
  const column = label ? columnOf(judgment, label) : -1
  if (column >= 0 && column !== cellIndex({ line, start, end })) return undefined
  return label && isOpen(label) && line.text.slice(0, start).trim() === '' ? label : undefined
}

/** The main number and the list that goes on from it, after its label: `12/Cv-C/2020, 13/Cv-C/2020 and 14/Cv-C/2020`. */
function listOf(best: PlacedNumber, numbers: readonly PlacedNumber[]): PlacedNumber[] {
  const list = [best]
  const isLabelled = best.evidence === 'labelled'
  for (const one of list)
    for (const other of numbers)
      if (
        !list.some(({ key }) => key === other.key) &&
        other.standing !== 'related' &&
        (isBelow(one, other) || (isLabelled && (isJoined(one, other) || isSecond(one, other))))
      )
        list.push({ ...other, evidence: best.evidence })
  return list
}

/** Whether a number of the same court stands below another in the column of a table, each alone in its cell. */
function isBelow(one: PlacedNumber, other: PlacedNumber): boolean {
  if (one.key.split('/')[0] !== other.key.split('/')[0] || one.line.next !== other.line.index) return false
  const column = cellIndex(one)
  return column >= 0 && column === cellIndex(other) && cellsOf(one.line).length === cellsOf(other.line).length
}

/** The place of the cell that a number fills in a row of several; -1 in other lines. */
function cellIndex({ line, start, end }: Segment): number {
  const cells = cellsOf(line)
  return cells.length < 2 ? -1 : cells.findIndex((cell) => cell.start === start && cell.end <= end + 1)
}

/** Whether a number next to another of the same court has a label of its own, or is that of a case decided together with it. */
function isSecond(one: PlacedNumber, other: PlacedNumber): boolean {
  const distance = other.line.index - one.line.index
  if (one.key.split('/')[0] !== other.key.split('/')[0] || distance < 0 || distance > max_lines_between) return false
  const before = other.line.text.slice(distance === 0 ? one.end : 0, other.start)
  const isTogether = decidedTogether.some((phrase) => findPhrase(phrase, skeletonOf(before), before) !== undefined)
  return isTogether || (distance > 0 && other.standing === 'own')
}

const max_lines_between = 2
const max_between = 12

/** Whether two numbers of the same court stand next to each other, in a line or at the end and the start of two lines. */
function isJoined(one: PlacedNumber, other: PlacedNumber): boolean {
  if (one.key === other.key || one.key.split('/')[0] !== other.key.split('/')[0]) return false
  const [before, after] = isBefore(one, other) ? [one, other] : [other, one]
  if (before.line === after.line) return after.start - before.end < max_between
  if (before.line.next !== after.line.index || [before, after].some(({ line }) => line.line.role === 'header'))
    return false
  const between = `${before.line.text.slice(before.end)} ${after.line.text.slice(0, after.start)}`
  const words = between.match(/[\u0780-\u07b1]+/gu) ?? []
  return between.length < max_between && words.every((word) => conjunctions.has(skeletonOf(word).text))
}

const isBefore = (one: Segment, other: Segment) =>
  one.line.index < other.line.index || (one.line === other.line && one.start < other.start)

const uniqueByKey = (numbers: readonly PlacedNumber[]) =>
  [...new Map(numbers.toReversed().map((one) => [one.key, one])).values()].reverse()

export const toEvident = (number: PlacedNumber): Evident => evident(number.value, number, number.evidence)
