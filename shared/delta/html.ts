import {
  type Annotation,
  type Delta,
  type Embed,
  isLinkAddress,
  type Line,
  linesOf,
  type LineSegment,
  type TextAttributes,
} from './delta.ts'
import { type Group, groupLines, innerLines, listLabels, type TableCell } from './groups.ts'

/**
 * Renders a Delta as HTML for the reader. All text is escaped and only elements named here are generated, so typed text
 * cannot become markup. Data attributes mark the interactive parts: `data-paragraph`, `data-footnote`, `data-annotation`
 * with `data-type`, `data-case-number`, `data-page`; a picture is `data-file` without an address.
 */
export function toHtml({ content, footnotes, annotations }: Delta): string {
  const notes: Notes = {
    numbers: new Map(footnotes.map((footnote, index) => [footnote.key, index + 1])),
    annotations: new Map(annotations.map((annotation) => [annotation.key, annotation])),
  }
  return groupLines(linesOf(content))
    .map((group) => (group.kind === 'line' && writeSegments(group.line, notes) === '' ? '' : writeGroup(group, notes)))
    .join('')
}

type Notes = { numbers: Map<string, number>; annotations: Map<string, Annotation> }

function writeGroup(group: Group, notes: Notes): string {
  if (group.kind === 'line') return writeLine(group.line, notes)
  if (group.kind === 'list') return writeList(group.lines, notes)
  if (group.kind === 'blockquote') return `<blockquote>${writeInner(group.lines, notes)}</blockquote>`
  const rows = group.rows.map(({ cells }) => `<tr>${cells.map((cell) => writeCell(cell, notes)).join('')}</tr>`)
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

const writeInner = (lines: Line[], notes: Notes) =>
  groupLines(innerLines(lines))
    .map((group) => writeGroup(group, notes))
    .join('')

function writeList(lines: Line[], notes: Notes) {
  const labels = listLabels(lines)
  const items = lines.map((line, index) => {
    const label = labels[index] ?? null
    const level = line.attributes.indent ? ` data-indent="${line.attributes.indent}"` : ''
    const labeled = label === null ? '' : ` data-label="${label}"`
    return `<li${level}${labeled}${placeOf(line)}>${writeSegments(line, notes)}</li>`
  })
  const tag = labels.every((label) => label === null) ? 'ul' : 'ol'
  return `<${tag}>${items.join('')}</${tag}>`
}

/** A cell of one plain line contains its text, any other cell the elements of its lines. */
function writeCell({ lines, header_cell, colspan, rowspan }: TableCell, notes: Notes) {
  const tag = header_cell ? 'th' : 'td'
  const spans = `${colspan ? ` colspan="${colspan}"` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`
  const [line] = lines
  if (line && lines.length === 1 && isPlain(line))
    return `<${tag}${spans}${placeOf(line)}>${writeSegments(line, notes)}</${tag}>`
  return `<${tag}${spans}>${writeInner(lines, notes)}</${tag}>`
}

const isPlain = ({ attributes: { header, list, blockquote, paragraph } }: Line) =>
  !header && !list && !blockquote && paragraph === undefined

function writeLine(line: Line, notes: Notes) {
  const { header, paragraph } = line.attributes
  const inner = writeSegments(line, notes)
  // Level 1 is the heading of the page.
  if (header) return `<h${header + 1}${placeOf(line)}>${inner}</h${header + 1}>`
  if (paragraph === undefined) return `<p${placeOf(line)}>${inner}</p>`
  return `<p${placeOf(line)} data-paragraph="${paragraph}"><bdi data-number>${paragraph}</bdi>${inner}</p>`
}

const placeOf = ({ attributes: { align, direction } }: Line) =>
  `${align ? ` data-align="${align}"` : ''}${direction ? ` dir="${direction}"` : ''}`

const writeSegments = ({ segments }: Line, notes: Notes) =>
  segments.map((segment) => writeSegment(segment, notes)).join('')

function writeSegment(segment: LineSegment, notes: Notes) {
  const { attributes } = segment
  const inner = 'text' in segment ? wrap(escape(segment.text), attributes) : writeEmbed(segment.embed, notes)
  const note = attributes.annotation === undefined ? undefined : notes.annotations.get(attributes.annotation)
  if (!note || inner === '') return inner
  return `<span data-annotation="${escape(note.key)}" data-type="${note.type}">${inner}</span>`
}

function writeEmbed(embed: Embed, { numbers }: Notes) {
  if ('picture' in embed) return `<img data-file="${embed.picture.file}" alt="${escape(embed.picture.alt)}">`
  if ('page_break' in embed) return `<span data-page="${embed.page_break}"></span>`
  const number = numbers.get(embed.footnote)
  if (number === undefined) return ''
  return `<sup><button type="button" data-footnote="${escape(embed.footnote)}">${number}</button></sup>`
}

const plainTags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function wrap(inner: string, attributes: TextAttributes) {
  let html = inner
  for (const [name, tag] of Object.entries(plainTags))
    if (attributes[name as keyof typeof plainTags]) html = `<${tag}>${html}</${tag}>`
  if (attributes.script) html = attributes.script === 'sub' ? `<sub>${html}</sub>` : `<sup>${html}</sup>`
  if (attributes.size) html = `<span data-size="${Number.parseInt(attributes.size, 10)}">${html}</span>`
  if (attributes.color) html = `<span data-color="${attributes.color}">${html}</span>`
  if (attributes.lang)
    html = `<bdi lang="${attributes.lang}" dir="${attributes.lang === 'ar' ? 'rtl' : 'ltr'}">${html}</bdi>`
  if (attributes.link && isLinkAddress(attributes.link))
    html = `<a href="${escape(attributes.link)}" rel="noopener noreferrer">${html}</a>`
  if (attributes.case_number)
    html = `<button type="button" dir="ltr" data-case-number="${escape(attributes.case_number)}">${html}</button>`
  return html
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
