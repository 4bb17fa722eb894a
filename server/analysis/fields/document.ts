import { leadingLabels, type Label, type LabelKind, labels } from '#shared/text/judgment/labels.ts'
import { matchAt, placeAt, type Skeleton, skeletonOf, type SkeletonPlace } from '#shared/text/judgment/skeleton.ts'
import {
  agentBefore,
  initialDot,
  nameLabel,
  ordinalBefore,
  ordinalInside,
  ordinalWithin,
} from '#shared/text/judgment/words.ts'
import type { Line, Page } from '#server/analysis/types.ts'

/** A line of the judgment, or several joined ones, with its place in the whole text; `next` is the index of the line after. */
export type TextLine = { line: Line; text: string; page: number; index: number; next: number; skeleton: Skeleton }

/** A part of a line. */
export type Segment = { line: TextLine; start: number; end: number }

export const whole = (line: TextLine): Segment => ({ line, start: 0, end: line.text.length })

/** A label in the head: `end` is where its value starts in the line. */
export type PlacedLabel = { kind: LabelKind; line: TextLine; start: number; end: number; weight: number }

export type Judgment = {
  /** In reading order, without headers and footers. */
  lines: TextLine[]
  /** Running heads: a case number in one is usually the judgment's own. */
  headers: TextLine[]
  /** Labels of the first pages, in reading order. */
  labels: PlacedLabel[]
  /** The width of a full line, in points. */
  fullWidth: number
}

/** Labels are searched in the first `head_lines` lines of each of the first `head_pages` pages. */
const head_lines = 45
const head_pages = 3

/** A line of a page has some hundred letters; the time to look for names and days in one grows faster than its length. */
const maxLineLetters = 2000

export function readJudgment(pages: readonly Page[]): Judgment {
  const all = pages
    .flatMap(({ number, lines }) => lines.map((line) => ({ line, page: number })))
    .filter(({ line }) => line.text.length <= maxLineLetters)
  const toTextLine = ({ line, page }: { line: Line; page: number }, index: number): TextLine => ({
    line,
    text: line.text,
    page,
    index,
    next: index + 1,
    skeleton: skeletonOfLine(line.text),
  })
  const lines = all.filter(({ line }) => !edges.has(line.role)).map(toTextLine)
  const headOf = (number: number) => lines.filter(({ page }) => page === number).slice(0, head_lines)
  const heads = pages.slice(0, head_pages).flatMap(({ number }) => headOf(number))
  const widths = lines.map(({ line }) => line.box.width).sort((one, other) => one - other)
  return {
    lines,
    headers: all.filter(({ line }) => line.role === 'header').map(toTextLine),
    labels: heads.flatMap(labelsIn),
    fullWidth: widths[Math.floor(widths.length * 0.9)] ?? 0,
  }
}

const edges: ReadonlySet<Line['role']> = new Set(['header', 'footer', 'page-number'])

/** Without the number of a party between the verb and the noun of its label. */
function skeletonOfLine(text: string): Skeleton {
  const skeleton = skeletonOf(text)
  const ordinals = [...text.matchAll(ordinalWithin)].map(
    ({ 0: match, index }) => [index, index + match.length] as const,
  )
  if (ordinals.length === 0) return skeleton
  const rest = skeleton.starts.flatMap((start, at) =>
    ordinals.some(([from, to]) => start >= from && start < to) ? [] : [at],
  )
  return {
    text: rest.map((at) => skeleton.text[at] ?? '').join(''),
    starts: rest.map((at) => skeleton.starts[at] ?? 0),
    mask: skeleton.mask,
  }
}

/** A line and the next one as one line of text. */
export function joinNext({ lines }: Judgment, line: TextLine): TextLine {
  const following = lines[line.next]
  if (!following) return line
  const text = `${line.text} ${following.text}`
  const shift = line.text.length + 1
  const words = following.line.words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }))
  const joined = { ...line.line, text, words: [...line.line.words, ...words] }
  return {
    line: joined,
    text,
    page: line.page,
    index: line.index,
    next: following.next,
    skeleton: skeletonOfLine(text),
  }
}

/** The labels in a line, in order. Of labels at one place, the one with the most letters in common. */
export function labelsIn(line: TextLine): PlacedLabel[] {
  const candidates = anchorsOf(line).flatMap((anchor) =>
    labels.flatMap((label) => placeLabel(label, line, anchor) ?? []),
  )
  const found: PlacedLabel[] = []
  for (const placed of candidates.sort((one, other) => other.weight - one.weight))
    if (!found.some(({ start, end }) => placed.start < end && start < placed.end)) found.push(placed)
  return found.sort((one, other) => one.start - other.start)
}

/** Where a label can begin: at the start of the line, after a gap, a figure or punctuation, and loosely at any word. */
type Anchor = { at: SkeletonPlace; place: 'first' | 'numbered' | 'apart' | 'inside' }

function anchorsOf({ text, skeleton }: TextLine): Anchor[] {
  const anchors: Anchor[] = []
  // The dot of an initial sets nothing apart.
  const undotted = text.replace(initialDot, 'x')
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)) {
    const at = skeleton.starts.indexOf(index)
    const before = undotted.slice(0, index)
    const isApart = /(?:\s{2}["']?|[^\p{L}\p{M}\s"']\s*["']?)$/u.test(before.replace(ordinalInside, ''))
    if (at < 0) continue
    const place =
      /^[^\p{L}\d]*$/u.test(before) || ordinalBefore.test(before)
        ? 'first'
        : /^[^\p{L}]*$/u.test(before)
          ? 'numbered'
          : isApart
            ? 'apart'
            : 'inside'
    // A label inside a line has a colon.
    if (place !== 'inside' || text.includes(':', index)) anchors.push({ at: placeAt(skeleton, at), place })
  }
  return anchors
}

function placeLabel({ kind, skeleton }: Label, line: TextLine, { at, place }: Anchor): PlacedLabel | undefined {
  if (place === 'inside' && !looseKinds.has(kind)) return undefined
  const match = matchAt(skeleton, line.skeleton, line.text, at)
  const after = match && afterLabel.exec(line.text.slice(match.end))
  if (!match || !after) return undefined
  const [all = '', mark = ''] = after
  const isParty = kind === 'claimant' || kind === 'respondant'
  const remark = isParty && mark === '' ? bracketsAndColon.exec(line.text.slice(match.end + all.length)) : null
  if (remark && place !== 'inside') {
    const end = match.end + all.length + remark[0].length
    return { kind, line, start: match.start, end, weight: skeleton.text.length - match.cost * 3 + remark[0].length }
  }
  const isEnd = /^[)\]]?\s*$/u.test(line.text.slice(match.end + all.length))
  const isOpened = /[([]\s*$/.test(line.text.slice(0, match.start))
  const isEnclosed = isOpened && /^\s*[)\]]/.test(line.text.slice(match.end + all.length))
  const isClear = mark !== '' || isEnd || isEnclosed || /\s{2,}$/.test(all)
  if (place === 'inside' && mark !== ':') return undefined
  // The verb of a party at the end of a line, after a sentence, begins another one.
  if (isParty && place === 'inside' && agentBefore.test(line.text.slice(0, match.start))) return undefined
  // The plural of a person; of a party, a court or a day it is another case.
  const isPerson = (isParty && !partyWord.test(skeleton.text)) || kind === 'judges'
  if (!isPerson && /^\u0782\u07b0/u.test(all)) return undefined
  if (leadingLabels.has(skeleton.text) && (place !== 'first' || !isClear)) return undefined
  if (isParty && isSentence.test(line.text.slice(match.start, match.end))) return undefined
  if (isParty && !partyWord.test(skeleton.text) && mark === '' && /\.\s*$/.test(line.text.slice(0, match.start)))
    return undefined
  // A short label is one only with a colon, or alone; others also directly before their value when they start the line.
  if (!isClear && (place !== 'first' || !mayStandBare(kind, skeleton.text, line.line.role))) return undefined
  if (kind === 'court' && skeleton.text.length < 4 && mark === '') return undefined
  if (needsDay.has(kind) && skeleton.text.length < 5 && (isEnd || !/\d/.test(line.text.slice(match.end))))
    return undefined
  const isOfLowerCourt =
    place === 'inside' && kind === 'decided' && /\u0786[\u07a6-\u07b0]\u0793/u.test(line.text.slice(0, match.start))
  const weight = skeleton.text.length - match.cost * 3
  return {
    kind: isOfLowerCourt ? 'appealed-date' : kind,
    line,
    start: ordinalBefore.test(line.text.slice(0, match.start)) ? 0 : match.start,
    end: isEnd ? line.text.length : match.end + all.length,
    weight,
  }
}

/** What a party was before, between its label and the colon: `appellant (the claimant of the lower court):`. */
const bracketsAndColon = /^[([][^()[\]:]{3,60}[)\]]\s*:\s*/u

/** A word for deciding or filing alone is a label only before a day. */
const needsDay: ReadonlySet<LabelKind> = new Set(['decided', 'filed'])

const looseKinds: ReadonlySet<LabelKind> = new Set([
  'court-number',
  'decided',
  'filed',
  'appealed-date',
  'judges',
  'claimant',
  'respondant',
])

/**
 * Whether a label can stand before its value without a colon: a long one, and of parties one with the word for `party`. In
 * running text the words for judges begin a sentence, in a row of a table they name one.
 */
function mayStandBare(kind: LabelKind, skeleton: string, role: Line['role']): boolean {
  if (kind === 'judges') return role === 'table'
  if (skeleton.length < minLettersWithoutMark) return false
  return (kind !== 'claimant' && kind !== 'respondant') || partyWord.test(skeleton)
}

/** A verb within what looks like a label: the rest is of a sentence. */
const isSentence = /\u0782\u07a9\s/u
const partyWord = /\u078a\u0783\u078c$/u

const minLettersWithoutMark = 7

/** The plural of a label, in Dhivehi as a recognizer reads it, or in English. */
export const pluralEnding = String.raw`["']?[\u078c\u0786]\s?[\u07a6-\u07b0]*["']?[\u0787\u07a2][\u07a6-\u07b0]*|s(?![a-z])`

/** `of` and what it is of: the name, the names and addresses, or what is known about the party. */
const ofNames =
  String.raw`\u078e\u07ac\s?(?:\u0782\u07a6(?:\u0782\u07b0|\u0782\u07b0\u078c\u07a6\u0787\u07b0)(?![\p{L}\p{M}])` +
  String.raw`|\u0782\u07a6(?:\u0789\u07a7\u0787\u07a8|\u0782\u07b0\u078c\u07a6\u0786\u07a7\u0787\u07a8)[^:،()]{2,40}(?=:)` +
  String.raw`|\u0789\u07a6[\u0787\u07a2]\u07aa\u078d\u07ab\u0789\u07a7\u078c\u07aa)`

/** A plural or the words `name of` or `about` that belong to a label, a number of the party, and its colon. */
const afterLabel = new RegExp(
  String.raw`^["']?(?:\s?[\u07a6-\u07b0]+)?(?:${pluralEnding}|\u078c[\u07a6-\u07b0]*\u0786[\u07a6-\u07b0]*\u078e[\u07a6-\u07b0]*)?` +
    String.raw`(?:\u0782\u07b0(?=[\s:\u078e]|$))?(?:${ofNames})?(?:\s[-–]?\s?\d{1,2}(?=\s|$|:))?\s*(?!\s\p{M})(?=[^\p{L}\p{M}]|$|(?<=\s)(?!\p{M}))([:؛;.،–-]?)\s*`,
  'u',
)

/** Whether nothing follows a label in its line. */
export const isOpen = ({ line, end }: PlacedLabel) => end >= line.text.trimEnd().length

export const isPartyLabel = ({ kind }: PlacedLabel) => kind === 'claimant' || kind === 'respondant'

/** Labels of what belongs to a related case: its number, its court and its days. */
const details: ReadonlySet<LabelKind> = new Set([
  'number',
  'court',
  'date',
  'decided',
  'filed',
  'appealed-date',
  'other',
])

/** Whether a label belongs to the heading of a related case before it: `the appealed case:`, `court: …`, `number: …`. */
export function isOfRelated({ labels }: Judgment, label: PlacedLabel): boolean {
  const at = labels.slice(0, labels.indexOf(label) + 1).findLastIndex(({ kind }) => !details.has(kind))
  const [heading, first] = [labels[at], labels[at + 1]]
  if (heading?.kind !== 'related' || !first) return false
  return heading.line === first.line
    ? heading.end >= first.start
    : isOpen(heading) && heading.line.next === first.line.index
}

/** Whether a line begins with words and a colon, as with a label that is not known. */
export const startsOtherLabel = (text: string) => otherLabel.test(text) && !nameLabel.test(text)
const otherLabel = /^\s*(?:[*•]\s*)?\p{L}[^\d:،,()[\]]{5,60}:/u

/** The cells of a line: parts with more than a space between them. */
export function cellsOf(line: TextLine): Segment[] {
  return [...line.text.matchAll(/\S+(?:[ ]\S+)*/g)].map(({ 0: cell, index }) => ({
    line,
    start: index,
    end: index + cell.length,
  }))
}

export const textOf = ({ line, start, end }: Segment) => line.text.slice(start, end)
