import {
  type Annotation,
  type CellAttributes,
  type Delta,
  type Embed,
  type Footnote,
  type Line,
  type LineAttributes,
  type LineSegment,
  linesOf,
  type Op,
  type TextAttributes,
} from './delta.ts'
import { groupLines, type TableCell, type TableRow } from './groups.ts'

/**
 * Codec between the stored Delta and the JSON of the editor's ProseMirror document. The document contains the bodies of
 * footnotes and the fields of annotations, so that undo covers them.
 *
 * A document is a list of lines and tables. `line` has the line attributes of the Delta as its attributes, null where absent:
 * lists and quotations are attributes too, there are no nested lists.
 */
export type DocumentJson = { type: 'doc'; content: BlockJson[] }
export type BlockJson = LineJson | TableJson
export type LineJson = { type: 'line'; attrs: LineAttrs; content?: InlineJson[] }
type TableJson = { type: 'table'; content: RowJson[] }
type RowJson = { type: 'table_row'; attrs: { key: string | null }; content?: CellJson[] }
export type CellJson = { type: 'table_cell' | 'table_header'; attrs: CellAttrs; content: LineJson[] }
type CellAttrs = { key: string | null; colspan: number; rowspan: number }

export type InlineJson = { marks?: MarkJson[] } & (
  | { type: 'text'; text: string }
  | { type: 'footnote'; attrs: Footnote }
  | { type: 'picture'; attrs: { file: number; alt: string } }
  | { type: 'page_break'; attrs: { page: number } }
)
type MarkJson = { type: MarkName; attrs?: Record<string, unknown> }

const lineNames = ['header', 'align', 'direction', 'list', 'indent', 'blockquote', 'paragraph'] as const
type LineName = (typeof lineNames)[number]
type LineAttrs = { [Name in LineName]: NonNullable<LineAttributes[Name]> | null }

/** The marks in their order in the schema, outermost first, each with the name of its attribute; null for a toggle. */
const markAttributes = {
  annotation: 'key',
  case_number: 'number',
  link: 'href',
  lang: 'value',
  size: 'value',
  color: 'value',
  script: 'value',
  bold: null,
  italic: null,
  underline: null,
  strike: null,
} as const satisfies Record<keyof TextAttributes, string | null>
type MarkName = keyof typeof markAttributes
const markNames = Object.keys(markAttributes).filter((name): name is MarkName => name in markAttributes)

export const emptyLine: LineJson = { type: 'line', attrs: lineAttrs({}) }

/**
 * Decodes a Delta. A reference without a footnote gets an empty one, a second reference to a footnote a copy of it, and a
 * footnote without a reference one at the end of the text.
 */
export function toProseMirror({ content, footnotes, annotations }: Delta): DocumentJson {
  const notes = { footnotes: new FootnoteReader(footnotes), annotations: byKey(annotations) }
  const blocks = groupLines(linesOf(content)).flatMap((group): BlockJson[] => {
    if (group.kind === 'table') return [readTable(group.rows, notes)]
    return (group.kind === 'line' ? [group.line] : group.lines).map((line) => readLine(line, notes))
  })
  return { type: 'doc', content: withUnreferenced(blocks, notes.footnotes.unread()) }
}

/**
 * Encodes a document. Each line is its segments and a `\n`; footnotes and annotations are in the order of the text. Rows and
 * cells without a key, or with that of another, get one.
 */
export function fromProseMirror({ content: blocks }: DocumentJson): Delta {
  const [only] = blocks
  const written = new Writer()
  if (blocks.length === 1 && only?.type === 'line' && isEmptyLine(only)) return written.delta()
  blocks.forEach((block, index) => {
    if (block.type === 'line') written.line(block, {})
    else written.table(block, blocks[index - 1]?.type === 'table')
  })
  return written.delta()
}

const isEmptyLine = ({ attrs, content = [] }: LineJson) =>
  content.length === 0 && lineNames.every((name) => attrs[name] === null)

type Notes = { footnotes: FootnoteReader; annotations: Map<string, Annotation> }

const byKey = <Note extends { key: string }>(notes: readonly Note[]) => new Map(notes.map((note) => [note.key, note]))

class FootnoteReader {
  readonly #footnotes: readonly Footnote[]
  readonly #byKey: Map<string, Footnote>
  readonly #read = new Set<string>()

  constructor(footnotes: readonly Footnote[]) {
    this.#footnotes = footnotes
    this.#byKey = byKey(footnotes)
  }

  read(key: string): Footnote {
    const content = this.#byKey.get(key)?.content ?? ''
    const unused = this.#read.has(key)
      ? unusedKey(`${key}-`, (candidate) => this.#byKey.has(candidate) || this.#read.has(candidate))
      : key
    this.#read.add(unused)
    return { key: unused, content }
  }

  unread(): Footnote[] {
    return this.#footnotes.filter(({ key }) => !this.#read.has(key))
  }
}

function unusedKey(prefix: string, isUsed: (key: string) => boolean): string {
  let number = 1
  while (isUsed(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

function withUnreferenced(blocks: BlockJson[], footnotes: Footnote[]): BlockJson[] {
  const references = footnotes.map((attrs): InlineJson => ({ type: 'footnote', attrs }))
  const last = blocks.at(-1)
  if (references.length === 0) return last ? blocks : [emptyLine]
  if (last?.type !== 'line') return [...blocks, { ...emptyLine, content: references }]
  return [...blocks.slice(0, -1), { ...last, content: [...(last.content ?? []), ...references] }]
}

function readLine({ attributes, segments }: Line, notes: Notes): LineJson {
  const line: LineJson = { type: 'line', attrs: lineAttrs(attributes) }
  if (segments.length === 0) return line
  return { ...line, content: segments.map((segment) => readSegment(segment, notes)) }
}

function lineAttrs({ header, align, direction, list, indent, blockquote, paragraph }: LineAttributes): LineAttrs {
  return {
    header: header ?? null,
    align: align ?? null,
    direction: direction ?? null,
    list: list ?? null,
    indent: indent ?? null,
    blockquote: blockquote ?? null,
    paragraph: paragraph ?? null,
  }
}

function readSegment(segment: LineSegment, notes: Notes): InlineJson {
  const marks = hasAttributes(segment.attributes) ? readMarks(segment.attributes, notes.annotations) : []
  const marked = marks.length > 0 ? { marks } : {}
  if ('text' in segment) return { type: 'text', text: segment.text, ...marked }
  const { embed } = segment
  if ('picture' in embed) return { type: 'picture', attrs: embed.picture, ...marked }
  if ('page_break' in embed) return { type: 'page_break', attrs: { page: embed.page_break }, ...marked }
  return { type: 'footnote', attrs: notes.footnotes.read(embed.footnote), ...marked }
}

/** Most segments have none: their marks are not looked up one by one. */
function hasAttributes(attributes: TextAttributes): boolean {
  for (const _ in attributes) return true
  return false
}

const readMarks = (attributes: TextAttributes, annotations: Map<string, Annotation>): MarkJson[] =>
  markNames.flatMap((type): MarkJson[] => {
    const value = attributes[type]
    const attribute = markAttributes[type]
    if (value === undefined) return []
    if (attribute === null) return [{ type }]
    if (type !== 'annotation') return [{ type, attrs: { [attribute]: value } }]
    const annotation = annotations.get(String(value))
    return annotation ? [{ type, attrs: { ...annotation } }] : []
  })

const readTable = (rows: TableRow[], notes: Notes): TableJson => ({
  type: 'table',
  content: rows.map(({ key, cells }) => ({
    type: 'table_row',
    attrs: { key },
    content: cells.map((cell) => readCell(cell, notes)),
  })),
})

const readCell = ({ cell, header_cell, colspan, rowspan, lines }: TableCell, notes: Notes): CellJson => ({
  type: header_cell ? 'table_header' : 'table_cell',
  attrs: { key: cell ?? null, colspan: colspan ?? 1, rowspan: rowspan ?? 1 },
  content: lines.map((line) => readLine(line, notes)),
})

/**
 * Merged cells can leave a row without cells of its own, which no line of the text can represent. It is left out, and the
 * cells that span it span one row less.
 */
function withoutEmptyRows(rows: readonly RowJson[]): readonly RowJson[] {
  const isEmpty = ({ content: cells = [] }: RowJson) => cells.length === 0
  if (!rows.some(isEmpty)) return rows
  return rows.flatMap((row, index): RowJson[] => {
    const { content: cells = [] } = row
    if (isEmpty(row)) return []
    const content = cells.map((cell): CellJson => {
      const { rowspan } = cell.attrs
      const left = rows.slice(index, index + rowspan).filter(isEmpty).length
      return { ...cell, attrs: { ...cell.attrs, rowspan: rowspan - left } }
    })
    return [{ ...row, content }]
  })
}

/** Collects the operations and notes of a document in the order of its text. */
class Writer {
  readonly #content: Op[] = []
  readonly #footnotes: Footnote[] = []
  readonly #annotations = new Map<string, Annotation>()
  readonly #keys = { row: new Set<string>(), cell: new Set<string>() }

  delta(): Delta {
    return { content: this.#content, footnotes: this.#footnotes, annotations: [...this.#annotations.values()] }
  }

  line({ attrs, content = [] }: LineJson, cell: CellAttributes) {
    for (const node of content) this.#inline(node)
    const present = lineNames.filter((name) => attrs[name] !== null).map((name) => [name, attrs[name]])
    const attributes: LineAttributes = { ...(Object.fromEntries(present) as LineAttributes), ...cell }
    this.#content.push({ insert: '\n', ...(Object.keys(attributes).length > 0 && { attributes }) })
  }

  table({ content: rows }: TableJson, followsTable: boolean) {
    withoutEmptyRows(rows).forEach(({ attrs, content: cells = [] }, row) => {
      const table = this.#key('row', attrs.key)
      cells.forEach((cell, column) =>
        this.#cell(cell, { table, ...(followsTable && row === 0 && column === 0 && { table_start: true }) }),
      )
    })
  }

  #cell({ type, attrs: { key, colspan, rowspan }, content: lines }: CellJson, place: CellAttributes) {
    const cell = key !== null || lines.length > 1 ? { cell: this.#key('cell', key) } : {}
    const shape: CellAttributes = {
      ...(type === 'table_header' && { header_cell: true }),
      ...(colspan > 1 && { colspan }),
      ...(rowspan > 1 && { rowspan }),
    }
    const { table_start: _, ...following } = place
    lines.forEach((line, index) =>
      this.line(line, index === 0 ? { ...place, ...cell, ...shape } : { ...following, ...cell }),
    )
  }

  /** The key itself, or a new one where it is missing or used before. */
  #key(kind: 'row' | 'cell', key: string | null): string {
    const used = this.#keys[kind]
    const unique = key !== null && !used.has(key) ? key : unusedKey(`${kind}-`, (candidate) => used.has(candidate))
    used.add(unique)
    return unique
  }

  #inline(node: InlineJson) {
    const attributes = this.#marks(node.marks ?? [])
    const marked = Object.keys(attributes).length > 0 ? { attributes } : {}
    if (node.type === 'footnote') this.#footnotes.push({ key: node.attrs.key, content: node.attrs.content })
    this.#content.push({ insert: node.type === 'text' ? node.text : embedOf(node), ...marked })
  }

  #marks(marks: readonly MarkJson[]): TextAttributes {
    const entries = marks.map(({ type, attrs = {} }) => {
      const attribute = markAttributes[type]
      if (type === 'annotation') this.#annotations.set(String(attrs['key']), annotationOf(attrs))
      return [type, attribute === null ? true : attrs[attribute]]
    })
    return Object.fromEntries(entries) as TextAttributes
  }
}

function embedOf(node: Exclude<InlineJson, { type: 'text' }>): Embed {
  if (node.type === 'picture') return { picture: { file: node.attrs.file, alt: node.attrs.alt } }
  if (node.type === 'page_break') return { page_break: node.attrs.page }
  return { footnote: node.attrs.key }
}

/** The mark's attributes are the fields of the annotation, as `readMarks` writes them. */
const annotationOf = ({ key, content, type, title, category }: Record<string, unknown>) =>
  ({ key, content, type, title, category }) as Annotation
