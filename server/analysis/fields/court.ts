import { normalizeCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { findPhrase, isNearly, type Skeleton, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { lowerCourt } from '#shared/text/judgment/judgeWords.ts'
import { ofAppealed } from '#shared/text/judgment/leadWords.ts'
import { atollNames, courtForms, courtWord, tribunal } from '#shared/text/judgment/caseWords.ts'
import { stripCountry } from '#shared/text/language/titles.ts'
import { isOfRelated, joinNext, type Judgment } from './document.ts'
import { type Segment, type TextLine, whole } from './textLines.ts'
import { type Evident, evident } from './evident.ts'
import { isTitle } from './judgeNames.ts'
import type { FieldLists } from './lists.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import type { PlacedNumber } from './numbers.ts'

type Court = FieldLists['courts'][number]

/** A name of a court: without its atoll, whose short name stands before it (`letters`, '' for a court of no atoll). */
type Name = { skeleton: Skeleton; letters: string; atolls: Skeleton[] }
type Named = { court: Court; names: Name[]; code: string }

/** The court that the heading names, and where. */
type Heading = { court: Court; segment: Segment }

/** Finds the first name of a court in the first lines of the first pages. */
export const findHeading = (judgment: Judgment, lists: FieldLists) =>
  headingFrom(judgment, coverLines(judgment), namedCourts(lists))

/** Whether the code of a number is of the court that the heading names; undefined when the list lacks one of them. */
export function isOfHeading(heading: Heading | undefined, lists: FieldLists): (key: string) => boolean | undefined {
  const courts = namedCourts(lists)
  return (key) => {
    const court = courtOfCode(key.split('/')[0] ?? '', courts)
    return heading && court ? court === heading.court : undefined
  }
}

/** Finds the court by its name in the heading and by the code of the judgment's own number; the code decides. */
export function findCourt(
  judgment: Judgment,
  own: PlacedNumber | undefined,
  first: Heading | undefined,
  lists: FieldLists,
): Evident | null {
  const courts = namedCourts(lists)
  const ofNumber = own && courtOfCode(own.key.split('/')[0] ?? '', courts)
  const isLater = own !== undefined && own.line.page > 1
  const heading = isLater ? headingFrom(judgment, coverLines(judgment).toReversed(), courts) : first
  const inHeading = heading?.court
  const court = ofNumber ?? inHeading
  if (isOfTribunal(judgment, heading)) return null
  if (!court) return courtOfClosing(judgment, courts)
  const named = heading && inHeading === court ? heading.segment : undefined
  const evidence = ofNumber ? (named ? 'both' : inHeading ? 'code against heading' : 'code') : 'heading'
  const place = named ?? (ofNumber ? own : heading?.segment)
  return place ? evident(court.name, place, evidence) : null
}

/** Whether a line above the heading, or one of the first lines without one, is the name of a tribunal. */
const isOfTribunal = ({ lines }: Judgment, heading: Heading | undefined) =>
  lines.slice(0, tribunal_lines).some((line) => {
    const words = wordsIn(whole(line))
    const isBelow = heading !== undefined && heading.segment.line.index <= line.index
    const last = words.findLast(({ skeleton }) => isNearly(skeleton, tribunal))
    return !isBelow && last !== undefined && words.length < max_place_words && !words.some(isOfCourt)
  })
const tribunal_lines = 4
const isOfCourt = ({ skeleton }: NameWord) => courtForms.has(skeleton)

const closing_lines = 8

/** The court that a line of the closing block names next to its judge, or that stands in a line of its own. */
function courtOfClosing({ lines }: Judgment, courts: readonly Named[]): Evident | null {
  for (const line of lines.slice(-closing_lines).toReversed()) {
    const words = wordsIn(whole(line))
    const isOfJudge = words.some(isTitle) && words.length < max_signature_words
    if (lowerCourt.test(line.text) || !(isOfJudge || words.length < max_place_words)) continue
    const named = bestCourt(line, courts)
    if (named) return evident(named.court.name, named.segment, 'closing')
  }
  return null
}

const max_signature_words = 16
const max_place_words = 6

/** The skeletons of the names, computed once for a list. */
const cache = new WeakMap<FieldLists['courts'], Named[]>()

function namedCourts({ courts }: FieldLists): Named[] {
  const known = cache.get(courts)
  if (known) return known
  const named = courts.map((court) => ({
    court,
    names: [court.name, court.name_en].filter((name) => name !== '').map((name) => toName(stripCountry(name))),
    code: normalizeCourtCode(court.code),
  }))
  cache.set(courts, named)
  return named
}

function toName(name: string): Name {
  const [, letters = '', island = name] = /^([\u0780-\u07a5]{1,2}|[A-Za-z]{1,3})\.\s*(.+)$/u.exec(name) ?? []
  return { skeleton: skeletonOf(island), letters: letters.toLowerCase(), atolls: atollNames[letters] ?? [] }
}

/** The court with the longest code that a number's code starts with: `cvchd` is of `Cv-C`, `hcrnm` of `HC`. */
function courtOfCode(code: string, courts: readonly Named[]): Court | undefined {
  const matching = courts.filter((named) => named.code !== '' && code.startsWith(named.code))
  return matching.toSorted((one, other) => other.code.length - one.code.length)[0]?.court
}

/** Lines in which the heading may stand, and how much of such a line may be something else than the name. */
const heading_lines = 8
const cover_pages = 2

/** The first lines of the first pages. */
const coverLines = ({ lines }: Judgment) =>
  lines.filter(({ page }, index) => page <= cover_pages && (index === 0 || lines[index - 1]?.page !== page))

function headingFrom(judgment: Judgment, starts: readonly TextLine[], courts: readonly Named[]): Heading | undefined {
  for (const start of starts)
    for (const line of judgment.lines.slice(start.index, start.index + heading_lines)) {
      if (isOfOther(judgment, line)) continue
      const next = judgment.lines[line.index + 1]
      const court =
        bestCourt(line, courts) ??
        (next && next.text.length < 40 ? bestCourt(joinNext(judgment, line), courts) : undefined)
      if (court) return court
    }
  return undefined
}

/** A line about a related case or the lower court, or with what another court did: its court is another. */
const isOfOther = (judgment: Judgment, line: TextLine) =>
  lowerCourt.test(line.text) ||
  ofAppealed.test(line.text) ||
  fromCourt.test(line.text) ||
  judgment.labels.some((label) => label.line === line && (label.kind === 'related' || isOfRelated(judgment, label)))

/** What a court did, or what goes to it: `from the civil court` without the word for this one. */
const fromCourt = /(?<!(?<!\p{M})\u0789\u07a8\s?)\u0786\u07af\u0793(?:\u07aa\u0782\u07b0|\u07a6\u0781\u07b0)(?:\s|$)/u

/** The court whose name fills most of the line, or stands at its start; none when another one does so as well. */
function bestCourt(line: TextLine, courts: readonly Named[]): Heading | undefined {
  if (!courtWord.test(line.skeleton.text)) return undefined
  let best: (Heading & { cost: number }) | undefined
  let second = Infinity
  for (const { court, names } of courts)
    for (const name of names) {
      const placed = placeName(name, line)
      if (!placed) continue
      if (!best || placed.cost < best.cost) {
        if (best && best.court !== court) second = best.cost
        best = { court, ...placed }
      } else if (court !== best.court) second = Math.min(second, placed.cost)
    }
  return best && second - best.cost > min_lead ? best : undefined
}

const min_lead = 0.04

/** The cost of an atoll that the line names as the court's. */
const named_atoll = -0.5

/** Where a name stands in a line, and the cost of its differences: of its letters, of its atoll, and of its place. */
function placeName(
  { skeleton, letters, atolls }: Name,
  line: TextLine,
): { cost: number; segment: Segment } | undefined {
  if (skeleton.text.length > line.skeleton.text.length + 2) return undefined
  const match = findPhrase(skeleton, line.skeleton, line.text)
  if (!match) return undefined
  const before = letters === '' ? null : atollBefore.exec(line.text.slice(0, match.start))
  const named = atolls.flatMap((name) => (before ? [] : (findPhrase(name, line.skeleton, line.text) ?? [])))
  const atoll = before
    ? before[1]?.toLowerCase() === letters
      ? named_atoll
      : 1
    : Math.min(0, ...named.map(({ cost }) => named_atoll + cost / 4))
  const start = before?.index ?? (atoll < 0 ? 0 : match.start)
  // Of two names with the same cost the longer says more.
  const cost = match.cost - skeleton.text.length / 20 + start / 60 + atoll
  return { cost, segment: { line, start, end: match.end } }
}

/** The short name of an atoll before the name of an island. */
const atollBefore = /(?<![\p{L}\p{M}])([\u0780-\u07a5]{1,2}|[A-Za-z]{1,3})[.\s]+$/u
