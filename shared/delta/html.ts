import { type Annotation, type Delta, type TextAttributes, type Line, linesOf, type LineSegment } from './delta.ts'

/**
 * Renders a Delta as HTML for the reader. All text is escaped and only elements named here are generated, so typed text
 * cannot become markup. Data attributes mark the interactive parts: `data-paragraph`, `data-footnote`, `data-annotation`
 * with `data-type`, `data-case-number`.
 */
export function toHtml({ content, footnotes, annotations }: Delta): string {
  const numbers = new Map(footnotes.map((footnote, index) => [footnote.key, index + 1]))
  const notes = new Map(annotations.map((annotation) => [annotation.key, annotation]))
  const write = (line: Line) => line.segments.map((segment) => writeSegment(segment, numbers, notes)).join('')
  return groupLines(linesOf(content))
    .map((group) => writers[group.kind](group.lines, write))
    .join('')
}

type GroupKind = 'line' | 'bullet' | 'ordered' | 'table' | 'blockquote'
type Group = { kind: GroupKind; lines: Line[] }
type Writer = (lines: Line[], write: (line: Line) => string) => string

/** Groups adjacent lines that render as one element: list items, table cells, lines of a quotation. */
function groupLines(lines: Line[]): Group[] {
  const groups: Group[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = groups.at(-1)
    if (last?.kind === kind && kind !== 'line') last.lines.push(line)
    else groups.push({ kind, lines: [line] })
  }
  return groups
}

const kindOf = ({ attributes }: Line): GroupKind =>
  attributes.table !== undefined ? 'table' : (attributes.list ?? (attributes.blockquote ? 'blockquote' : 'line'))

const items: Writer = (lines, write) => lines.map((line) => `<li>${write(line)}</li>`).join('')

const writers: Record<GroupKind, Writer> = {
  line: (lines, write) => lines.map((line) => writeLine(line, write(line))).join(''),
  bullet: (lines, write) => `<ul>${items(lines, write)}</ul>`,
  ordered: (lines, write) => `<ol>${items(lines, write)}</ol>`,
  blockquote: (lines, write) => `<blockquote>${lines.map((line) => `<p>${write(line)}</p>`).join('')}</blockquote>`,
  table: (lines, write) => {
    const rows = Map.groupBy(lines, (line) => line.attributes.table)
    const body = [...rows.values()].map(
      (cells) => `<tr>${cells.map((cell) => `<td>${write(cell)}</td>`).join('')}</tr>`,
    )
    return `<table><tbody>${body.join('')}</tbody></table>`
  },
}

function writeLine({ attributes }: Line, inner: string) {
  if (inner === '') return ''
  const align = attributes.align ? ` data-align="${attributes.align}"` : ''
  // Level 1 is the heading of the page.
  if (attributes.header) return `<h${attributes.header + 1}${align}>${inner}</h${attributes.header + 1}>`
  if (attributes.paragraph === undefined) return `<p${align}>${inner}</p>`
  return `<p${align} data-paragraph="${attributes.paragraph}"><bdi data-number>${attributes.paragraph}</bdi>${inner}</p>`
}

function writeSegment(segment: LineSegment, numbers: Map<string, number>, notes: Map<string, Annotation>) {
  if ('footnote' in segment) {
    const number = numbers.get(segment.footnote)
    return number === undefined
      ? ''
      : `<sup><button type="button" data-footnote="${escape(segment.footnote)}">${number}</button></sup>`
  }
  const { attributes, text } = segment
  const note = attributes.annotation === undefined ? undefined : notes.get(attributes.annotation)
  const letters = wrap(escape(text), attributes)
  return note ? `<span data-annotation="${escape(note.key)}" data-type="${note.type}">${letters}</span>` : letters
}

const plainTags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function wrap(inner: string, attributes: TextAttributes) {
  let html = inner
  for (const [name, tag] of Object.entries(plainTags))
    if (attributes[name as keyof typeof plainTags]) html = `<${tag}>${html}</${tag}>`
  if (attributes.script) html = attributes.script === 'sub' ? `<sub>${html}</sub>` : `<sup>${html}</sup>`
  if (attributes.lang)
    html = `<bdi lang="${attributes.lang}" dir="${attributes.lang === 'ar' ? 'rtl' : 'ltr'}">${html}</bdi>`
  if (attributes.link && /^(https:|mailto:)/i.test(attributes.link))
    html = `<a href="${escape(attributes.link)}" rel="noopener noreferrer">${html}</a>`
  if (attributes.case_number)
    html = `<button type="button" dir="ltr" data-case-number="${escape(attributes.case_number)}">${html}</button>`
  return html
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
