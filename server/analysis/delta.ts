import type { Attributes, Delta, Footnote, LineAttributes, Op } from '#shared/delta/delta.ts'
import { isInTable, type PlacedLine, tableOps } from './deltaTables.ts'
import { footnotesOf, type PageFootnote } from './footnotes.ts'
import { spaceAfter } from '#server/analysis/layout/textOfLines.ts'
import type { Line, Page } from './types.ts'

type Paragraph = { lines: PlacedLine[] }

const judgmentRoles: ReadonlySet<Line['role']> = new Set(['heading', 'body', 'table'])

/**
 * The text of a judgment as the form edits it: headings, numbered paragraphs, footnotes, tables, alignment, and where each
 * page of the PDF begins.
 */
export function deltaOf(pages: readonly Page[]): Delta {
  const notes = pages.flatMap(footnotesOf)
  const groups = groupsOf(pages)
  const writer = new DeltaWriter(notes, groups)
  for (const group of groups) {
    if ('table' in group) writer.addTable(group.table)
    else writer.addParagraph(group)
  }
  return {
    content: writer.content,
    footnotes: notes.map(({ key, content }): Footnote => ({ key, content })),
    annotations: [],
  }
}

type Group = Paragraph | { table: PlacedLine[] }

const linesOf = (group: Group) => ('table' in group ? group.table : group.lines)

/** Paragraphs, also over the end of a page, and tables, in reading order. */
function groupsOf(pages: readonly Page[]): Group[] {
  const groups: Group[] = []
  for (const page of pages)
    for (const line of page.lines.filter(({ role }) => judgmentRoles.has(role))) {
      const placed = { line, page }
      const last = groups.at(-1)
      if (line.role === 'table') {
        if (last && 'table' in last && isInTable(last.table, placed)) last.table.push(placed)
        else groups.push({ table: [placed] })
      } else if (last && 'lines' in last && !line.starts_paragraph) last.lines.push(placed)
      else groups.push({ lines: [placed] })
    }
  return groups
}

/** Writes operations, with a page break before the first text of each page but the first. */
class DeltaWriter {
  readonly content: Op[] = []
  /** By their page, those of a page without other text by the one before. */
  readonly #notes: ReadonlyMap<number, readonly PageFootnote[]>
  /** How many lines of each page are not written yet. */
  readonly #remaining = new Map<number, number>()
  /** The keys of the notes that the text refers to. */
  readonly #placed = new Set<string>()
  #page = 0
  #tables = 0
  #paragraph = 0

  constructor(notes: readonly PageFootnote[], groups: readonly Group[]) {
    for (const { page } of groups.flatMap(linesOf))
      this.#remaining.set(page.number, (this.#remaining.get(page.number) ?? 0) + 1)
    const pages = [...this.#remaining.keys()]
    this.#notes = Map.groupBy(notes, (note) => pages.findLast((page) => page <= note.page) ?? pages[0] ?? 0)
  }

  addParagraph({ lines }: Paragraph) {
    const [first] = lines
    if (!first) return
    const number = this.#numberOf(first.line)
    lines.forEach((placed, index) => {
      const text = index === 0 && number ? placed.line.text.slice(number.length) : placed.line.text
      if (index > 0) this.#push(spaceAfter(lines[index - 1]?.line.text ?? ''))
      this.#addLine({ ...placed, line: { ...placed.line, text } }, placed.line.text.length - text.length)
    })
    this.#push('\n', number ? { paragraph: number.value } : attributesOf(lines))
  }

  addTable(lines: readonly PlacedLine[]) {
    this.#tables += 1
    for (const { cell, attributes } of tableOps(lines, `t${this.#tables}`)) {
      for (const [index, placed] of cell.entries()) {
        if (index > 0) this.#push(' ')
        this.#addLine(placed, 0)
      }
      this.#push('\n', attributes)
    }
  }

  /** The number that the judgment gives a paragraph: numbers run on, or begin again at 1. */
  #numberOf({ text, role }: Line): { value: number; length: number } | undefined {
    const match = /^\s*[([]?(\d{1,4})[.)\]]+[.\-–]?\s+(?=\S)/u.exec(text)
    const value = Number(match?.[1])
    if (!match || role !== 'body' || (value !== 1 && value !== this.#paragraph + 1)) return undefined
    this.#paragraph = value
    return { value, length: match[0].length }
  }

  #breakPage({ number }: Page) {
    if (number > 1 && number !== this.#page) this.content.push({ insert: { page_break: number } })
    this.#page = number
  }

  /** `skipped` is the length of the number that was cut off the beginning of the line. */
  #addLine(placed: PlacedLine, skipped: number) {
    const { number } = placed.page
    this.#breakPage(placed.page)
    this.#addText(placed, skipped)
    const remaining = (this.#remaining.get(number) ?? 0) - 1
    this.#remaining.set(number, remaining)
    if (remaining === 0) this.#addUnplacedNotes(number)
  }

  #addText({ line, page }: PlacedLine, skipped: number) {
    const markers = (this.#notes.get(page.number) ?? [])
      .filter((note) => note.marker?.line.box === line.box)
      .map((note) => ({
        key: note.key,
        start: (note.marker?.start ?? 0) - skipped,
        end: (note.marker?.end ?? 0) - skipped,
      }))
      .sort((one, other) => one.start - other.start)
    let at = 0
    for (const { key, start, end } of markers.filter(({ start: begins }) => begins >= 0)) {
      this.#pushText(line.text.slice(at, start))
      this.#addNote(key)
      at = end
    }
    this.#pushText(line.text.slice(at))
  }

  /** A note whose marker was not found in the text is at the end of its page. */
  #addUnplacedNotes(number: number) {
    for (const { key } of this.#notes.get(number) ?? []) if (!this.#placed.has(key)) this.#addNote(key)
  }

  #addNote(key: string) {
    this.content.push({ insert: { footnote: key } })
    this.#placed.add(key)
  }

  /** Arabic is a language of its own, in its own typeface. */
  #pushText(text: string) {
    let at = 0
    for (const { 0: run, index } of text.matchAll(arabicRun)) {
      this.#push(text.slice(at, index))
      this.#push(run, { lang: 'ar' })
      at = index + run.length
    }
    this.#push(text.slice(at))
  }

  #push(insert: string, attributes: Attributes = {}) {
    if (insert !== '') this.content.push({ insert, ...(Object.keys(attributes).length > 0 && { attributes }) })
  }
}

/** At least two Arabic letters: punctuation and digits of Arabic are also those of Dhivehi. */
const arabicRun =
  /(?:[\u0621-\u064A\u0671-\u06D3\uFB50-\uFDF1\uFDF3-\uFDFF\uFE70-\uFEFC][\u064B-\u065F\u0670]*){2,}(?:[\s،؛]+(?:[\u0621-\u064A\u0671-\u06D3\uFDF2][\u064B-\u065F\u0670]*)+)*/gu

/** The share of the width of the page by which an edge counts as another one. */
const tolerance = 0.03

/** Headings by their size, and the alignment of lines that do not fill the width of the text. */
function attributesOf(lines: readonly PlacedLine[]): LineAttributes {
  const [first] = lines
  if (!first) return {}
  const { line, page } = first
  const align = alignmentOf(lines)
  const aligned = align ? { align } : {}
  if (line.role !== 'heading') return aligned
  return { header: line.box.height >= 1.35 * bodyHeightOf(page) ? 1 : 2, ...aligned }
}

function alignmentOf(lines: readonly PlacedLine[]): 'center' | 'end' | undefined {
  const margins = lines.map(({ line: { box }, page }) => {
    const text = textArea(page)
    return { start: (text.end - (box.x + box.width)) / page.width, end: (box.x - text.start) / page.width }
  })
  if (margins.every(({ start, end }) => start > 2 * tolerance && Math.abs(start - end) < tolerance)) return 'center'
  if (margins.every(({ start, end }) => start > 3 * tolerance && end < tolerance)) return 'end'
  return undefined
}

function textArea({ lines, width }: Page) {
  const boxes = lines.filter(({ role }) => role === 'body' || role === 'heading').map(({ box }) => box)
  if (boxes.length === 0) return { start: 0, end: width }
  return {
    start: Math.min(...boxes.map(({ x }) => x)),
    end: Math.max(...boxes.map(({ x, width: boxWidth }) => x + boxWidth)),
  }
}

/** The median height of the lines of a page. */
function bodyHeightOf({ lines }: Page): number {
  const heights = lines.filter(({ role }) => role === 'body').map(({ box }) => box.height)
  return heights.sort((one, other) => one - other)[Math.floor(heights.length / 2)] ?? Number.POSITIVE_INFINITY
}
