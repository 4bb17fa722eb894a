import { nameLabel } from '#shared/text/judgment/words.ts'
import { labelsIn } from './labelPlaces.ts'
import type { LabelKind } from '#shared/text/judgment/labels.ts'
import { type PlacedLabel, skeletonOfLine, type TextLine } from './textLines.ts'
import type { Line, Page } from '#server/analysis/types.ts'

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
  const { lines, headers } = readLines(pages)
  const headOf = (number: number) => lines.filter(({ page }) => page === number).slice(0, head_lines)
  const heads = pages.slice(0, head_pages).flatMap(({ number }) => headOf(number))
  const widths = lines.map(({ line }) => line.box.width).sort((one, other) => one - other)
  return { lines, headers, labels: heads.flatMap(labelsIn), fullWidth: widths[Math.floor(widths.length * 0.9)] ?? 0 }
}

export function readLines(pages: readonly Page[]): Pick<Judgment, 'lines' | 'headers'> {
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
  return {
    lines: all.filter(({ line }) => !edges.has(line.role)).map(toTextLine),
    headers: all.filter(({ line }) => line.role === 'header').map(toTextLine),
  }
}

const edges: ReadonlySet<Line['role']> = new Set(['header', 'footer', 'page-number'])

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

/** A line and the three that follow it: a sentence goes over several lines. */
export const joinSentence = (judgment: Judgment, line: TextLine) =>
  [1, 2, 3].reduce((all) => joinNext(judgment, all), line)

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

/** Whether a line begins with words and a colon, or with words in a case and a dash, as with a label that is not known. */
export const startsOtherLabel = (text: string) =>
  (otherLabel.test(text) && !nameLabel.test(text)) || dashedLabel.test(text)
const dashedLabel =
  /^\s*(?:[*•]\s*)?\p{L}[^\d:،,()[\]]{0,50}(?:\u078e\u07ac|\u07aa\u0782\u07b0)\s[^\d:،,()[\]]{2,40}\s[—–=]\s/u
const otherLabel = /^\s*(?:[*•]\s*)?\p{L}[^\d:،,()[\]]{3,60}:/u
