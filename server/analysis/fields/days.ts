import { findDays, type FoundDay } from '#shared/text/judgment/dates.ts'
import { findPhrase, type Skeleton, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import {
  dayLabel,
  decidedOn,
  decisionWords,
  judgmentAlone,
  lastHearing,
  orderHeading,
  otherDayWords,
  thisDecision,
  weekday,
} from '#shared/text/judgment/caseWords.ts'
import { courtDecided, lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import { isOpen, joinNext, type Judgment } from './document.ts'
import { cellsOf, type PlacedLabel, type Segment, type TextLine } from './textLines.ts'
import { holds, valueOf } from './labelValues.ts'
import { type Evident, evident } from './evident.ts'

type PlacedDay = Segment & FoundDay & { score: number; evidence: string }

/** Finds the day of the decision, in both calendars. */
export function findDecisionDay(judgment: Judgment): { date: Evident | null; hijri_date: Evident | null } {
  const near = nearLines(judgment)
  const days = near.flatMap((line) => daysOf(line, judgment).map((day) => scoreDay(day, judgment)))
  const date = bestOf(days.filter(({ isHijri }) => !isHijri))
  const hijriDays = days.filter(({ isHijri }) => isHijri)
  const nearest = bestOf(hijriDays.filter(({ day }) => date === undefined || isNear(day, date.day)))
  if (nearest) return { date: toEvident(date), hijri_date: toEvident(nearest) }
  // A day that nothing calls that of the decision is none next to a Hijri day that a label calls so.
  const hijri = bestOf(hijriDays)
  const isOther = hijri?.evidence === 'labelled' && hijri.doubt === 0 && !(date && said.has(date.evidence))
  return isOther ? { date: null, hijri_date: toEvident(hijri) } : { date: toEvident(date), hijri_date: null }
}

/** The days of a line, and one that goes on in the next line. */
function daysOf(line: TextLine, judgment: Judgment): (FoundDay & { line: TextLine })[] {
  const own = findDays(line.text).map((day) => ({ ...day, line }))
  const end = line.text.length
  if (!mayGoOn.test(line.text) || own.some((day) => day.end > end - 2)) return own
  const joined = joinNext(judgment, line)
  const broken = findDays(joined.text).filter((day) => day.start < end && day.end > end + 1)
  return [...own, ...broken.map((day) => ({ ...day, line: joined }))]
}

/** A figure within the last words of a line: the month or the year may stand in the next one. */
const mayGoOn = /\d[^\d]{0,60}$/u

/** Evidence by which the text says that a day is that of the decision. */
const said: ReadonlySet<string> = new Set(['labelled', 'sentence'])

const head_lines = 60
const closing_lines = 30
/** A sentence with the day of the decision stands in these lines, or in the closing block. */
const first_lines = 12

/** The head and the closing block: days in between are those of the facts. */
const nearLines = ({ lines }: Judgment) =>
  lines.filter(({ index }) => index < head_lines || index >= lines.length - closing_lines)

/**
 * The best day that the text does not call another's; of two with the same score the later one, because a decision follows
 * what it decides on.
 */
const bestOf = (days: readonly PlacedDay[]) =>
  days
    .filter(({ score, doubt }) => score + doubt >= 0)
    .toSorted((one, other) => other.score - one.score || other.day.localeCompare(one.day))[0]

const toEvident = (day: PlacedDay | undefined): Evident | null =>
  day ? evident(day.day, day, day.doubt > 0 ? `${day.evidence}, nearly` : day.evidence) : null

function scoreDay(day: FoundDay & { line: TextLine }, judgment: Judgment): PlacedDay {
  const label = labelOf(day, judgment)
  const points = {
    decided: 6,
    'last-hearing': 0.5,
    date: 3,
    filed: -6,
    'appealed-date': -5,
    related: -4,
    court: -4,
    other: -1,
  } as Record<string, number>
  const isAlone = isAloneIn(day) && (label !== undefined || !isNamedOtherwise(day))
  const isClosing = day.line.index >= judgment.lines.length - closing_lines / 2
  const named = label ? (points[roleOf(label, judgment)] ?? 0) : 0
  const words = label ? 0 : pointsOfSentence(day, judgment)
  // Next to words of a decision, lines at either end say more than those of the facts.
  const isAtEdge = isClosing || day.line.index < first_lines
  const place =
    (isAlone && isClosing ? 2.5 : isAlone && day.line.index < 25 ? 1 : 0) || (words > 0 && isAtEdge ? 0.4 : 0)
  const evidence = named > 0 ? 'labelled' : words > 0 ? 'sentence' : place > 0 ? 'alone' : 'other'
  return { ...day, score: named + words + place - day.doubt, evidence }
}

/** Whether words before a colon that end in that for a day name it. */
const isNamedOtherwise = ({ line, start }: Segment) => dayLabel.test(line.text.slice(0, start))

/** Whether a day has its line for itself, or what follows the end of a sentence, with the day of the week at most. */
function isAloneIn({ line, start, end }: Segment): boolean {
  const before = line.text.slice(0, start)
  const lettersOf = (text: string) => text.replace(weekday, '').replace(/[^\p{L}\p{N}]/gu, '').length
  const after = lettersOf(line.text.slice(end))
  return (sentenceBefore.test(before) && after === 0) || lettersOf(before) + after < max_rest
}
const max_rest = 8

/** What a label says of its day: of the last hearing that it may be that of the decision, of a judgment in an order that it is another. */
function roleOf(label: PlacedLabel, judgment: Judgment): string {
  const text = label.line.text.slice(label.start, label.end)
  if (label.kind === 'filed' && lastHearing.test(text)) return 'last-hearing'
  if (label.kind === 'decided' && judgmentAlone.test(text) && isOrder(judgment)) return 'appealed-date'
  return isOfThisCase(label, judgment) || isOfThisCourt(text, judgment) ? 'decided' : label.kind
}

/** Whether a label says that the court decided that heads the judgment. */
function isOfThisCourt(label: string, { lines }: Judgment): boolean {
  const court = courtDecided.exec(label)?.groups?.['court']
  return court !== undefined && lines.slice(0, heading_lines).some(({ text }) => text.trimEnd().endsWith(court))
}
const heading_lines = 4

/** Whether a heading calls the document an order. */
const isOrder = ({ lines }: Judgment) => lines.slice(0, first_lines).some(({ text }) => orderHeading.test(text))

/** `decided on`, politely: of the lower court when its court or its case stands above, else of this one. */
function isOfThisCase({ kind, line, start, end }: PlacedLabel, { labels }: Judgment): boolean {
  if (kind !== 'appealed-date' || !politely.test(line.text.slice(start, end))) return false
  return !labels.some(
    (other) =>
      (other.kind === 'court' || other.kind === 'related') &&
      other.line.index <= line.index &&
      line.index - other.line.index < related_lines &&
      other.start < max_indent,
  )
}

const politely = /^\W*\u0782\u07a8\u0782\u07b0\u0789\u07ac\u0788\u07a8\s/u
const related_lines = 6
const max_indent = 8

const max_before_value = 12
const undated: ReadonlySet<PlacedLabel['kind']> = new Set(['judges', 'claimant', 'respondant'])
/** The ending of a verb that ends a sentence. */
const sentenceEnd = /\u07ac\u0788\u07ac(?![\p{L}\p{M}])/u

/** The label of a day: before it in its line, or the one whose value the line below holds. That of a judge or a party says nothing of one. */
function labelOf(day: Segment & { isHijri?: boolean }, judgment: Judgment): PlacedLabel | undefined {
  const inLine = judgment.labels.findLast(
    ({ kind, line, end }) => !undated.has(kind) && line.index === day.line.index && end <= day.start + 1,
  )
  // Another label stands between, which is not known.
  if (inLine && otherLabel.test(day.line.text.slice(inLine.end, day.start))) return undefined
  const behind = judgment.labels.find(
    (label) => label.kind === 'decided' && label.line === day.line && label.start >= day.end && isOpen(label),
  )
  if (!inLine && behind && !/\p{L}/u.test(day.line.text.slice(day.end, behind.start))) return behind
  if (inLine) return sentenceEnd.test(day.line.text.slice(inLine.end, day.start)) ? undefined : inLine
  if (textBefore(day).length > max_before_value && cellsOf(day.line).length === 1) return undefined
  const above = [judgment.lines[day.line.index - 1], judgment.lines[day.line.index - 2]]
  for (const line of above) {
    if (!line || line.page !== day.line.page) return undefined
    const labels = judgment.labels.filter((label) => label.line === line)
    const held = labels.find((label) => holds(judgment, label, day))
    if (held) return held
    const isTaken = labels.length === 1 && findDays(line.text).some(({ isHijri }) => isHijri === day.isHijri)
    if (isTaken) return undefined
    // A Hijri day may stand between the label and the Gregorian day; the days of columns stand below each other.
    if (labels.length > 0) return columnLabel(judgment, labels, day)
    if (findDays(line.text).length === 0) return undefined
  }
  return undefined
}

/** The words of a label before its colon. */
const otherLabel = /(?:\s|^)\p{L}[\p{L}\p{M} ]{3,}\s?:\s*$/u

/** What stands before a day in its line, without the same day in the other calendar. */
function textBefore({ line, start, isHijri }: Segment & { isHijri?: boolean }): string {
  const other = findDays(line.text).findLast((day) => day.end <= start && day.isHijri !== isHijri)
  return `${line.text.slice(0, other?.start ?? start)}${other ? line.text.slice(other.end, start) : ''}`.trim()
}

/** Of labels in a row, the one at the same place as the day in its row; a single one when its value is a day or below it. */
function columnLabel(judgment: Judgment, labels: readonly PlacedLabel[], day: Segment): PlacedLabel | undefined {
  const inRow = findDays(day.line.text).findIndex(({ start }) => start === day.start)
  const dated = labels.filter((label) => {
    const value = valueOf(judgment, label)
    return value !== undefined && findDays(value.line.text.slice(value.start, value.end)).length > 0
  })
  return dated.length > 1 ? dated[inRow] : dated[0]
}

/**
 * What the words of its sentence say of a day: those after it up to the next day, else those before it. A decision that the
 * sentence calls this one counts more than one of the facts.
 */
function pointsOfSentence(day: Segment & { isHijri: boolean }, judgment: Judgment): number {
  const [before, after] = sentenceAround(day, judgment)
  // What stands before a colon names the day.
  if (/:\s*$/.test(before)) return decidedOn.test(before) ? 3.5 : pointsOf(before, after) || pointsOf(after, before)
  const isAfterCase = casesEnding.test(after)
  return (isAfterCase && pointsOfVerb(before)) || pointsOf(after, before) || pointsOf(before, after)
}

/** `on`, or the end of the sentence, after a day. */
const casesEnding = /^[^\p{L}]*(?:\p{L}\p{M})?\s?(?:[^\p{L}]|\u078e\u07a6|\u0787\u07ac\u0788)/u

/** What the verb directly before a day says, in the form that points to what follows: `decided on`, `filed on`. */
function pointsOfVerb(before: string): number {
  if (decidedOn.test(before)) return 3.5
  const verb = /(?:^|\s)(?:\S+\s)?\S+\u07a9\s*$/u.exec(before)?.[0]
  if (verb === undefined || lowerCourt.test(before) || !says(verb, decisionWords) || says(verb, otherDayWords)) return 0
  return says(before, thisDecision) ? 3.5 : 2
}

function pointsOf(part: string, other: string): number {
  const isDecided = says(part, decisionWords)
  if (says(part, otherDayWords)) return isDecided ? 0 : -3
  if (!isDecided) return 0
  return says(part, thisDecision) || says(other, thisDecision) ? 3.5 : 2
}

/** The parts of the sentence before and after a day, up to another day; a day at either end of a line may go on there. */
function sentenceAround(
  { line, start, end, isHijri }: Segment & { isHijri: boolean },
  { lines }: Judgment,
): [before: string, after: string] {
  // The same day in the other calendar may stand between.
  const others = findDays(line.text).filter((other) => other.isHijri === isHijri)
  const from = others.findLast((other) => other.end <= start)?.end ?? 0
  // The year of a day that goes on in the next line.
  const year = /(?<=\s)(?:19|20)\d\d(?=\s)/u.exec(line.text.slice(end))
  const to = others.find((other) => other.start >= end)?.start ?? (year ? end + year.index : line.text.length)
  const [above, below] = [lines[line.index - 1], lines[line.index + 1]]
  // A day in a line of its own is not of the sentence above it.
  const isAlone = line.text.slice(end).trim().length < 4
  const isFirst =
    from === 0 &&
    line.text.slice(0, start).trim().length < 12 &&
    !(isAlone && (above?.text.length ?? 0) > min_open_line)
  const isLast = to === line.text.length && !/\.\s*$/.test(line.text) && line.text.length > min_open_line
  const own = line.text.slice(from, start)
  // After the end of a sentence it is the day of that sentence.
  if (isAlone && sentenceBefore.test(own))
    return [
      own
        .trimEnd()
        .replace(/\.$/u, '')
        .replace(/^.*\.\s/u, ''),
      '',
    ]
  const before = `${isFirst && above ? above.text : ''} ${own}`
  const after = `${line.text.slice(end, to)} ${isLast && below ? below.text : ''}`
  return [before.slice(before.lastIndexOf('.') + 1), after.split('.', 1)[0] ?? '']
}

/** The end of a sentence before a day. */
const sentenceBefore = /\u07ac\u0788\u07ac\.\s*$/u

/** A shorter line is one of its own, which does not go on. */
const min_open_line = 50

function says(text: string, words: readonly Skeleton[]): boolean {
  const skeleton = skeletonOf(text)
  return words.some((word) => {
    const match = findPhrase(word, skeleton, text)
    return match !== undefined && (word.text.length > short_word || !isWithinWord.test(text.slice(match.end)))
  })
}

/** The three letters of a verb begin the names of buildings too, which end in the genitive. */
const short_word = 3
const isWithinWord = /^\p{M}*\u078e/u

const hijriYear_days = 354.367
const hijriEpoch_days = -492_150

/** Whether a Hijri and a Gregorian day are at most two months apart, by the mean length of the years. */
function isNear(hijri: string, gregorian: string): boolean {
  const [year = 0, month = 0, date = 0] = hijri.split('-').map(Number)
  const days = hijriEpoch_days + (year - 1) * hijriYear_days + (month - 1) * 29.53 + date
  return Math.abs(days - Date.parse(`${gregorian}T00:00:00Z`) / 86_400_000) < 60
}
