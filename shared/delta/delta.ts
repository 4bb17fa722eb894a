/**
 * The stored text of a judgment: the Delta of the specification with footnotes and annotations. Text attributes belong to a
 * segment; line attributes belong to the `\n` that ends the line.
 */
export type Delta = { content: Op[]; footnotes: Footnote[]; annotations: Annotation[] }

export type Footnote = { key: string; content: string }
export type AnnotationType = 'general' | 'positive' | 'neutral' | 'warning' | 'caution'
export type Annotation = {
  key: string
  content: string
  type: AnnotationType
  title: string
  category: 'editorial' | 'usul'
}

export type Op = { insert: string | { footnote: string }; attributes?: Attributes }

export type Attributes = TextAttributes & LineAttributes

export type TextAttributes = {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  script?: 'sub' | 'super'
  /** From 8pt to 24pt. */
  size?: string
  link?: string
  /** Text of another language, in its own direction. */
  lang?: 'ar' | 'en'
  /** The key of the annotation of this text. */
  annotation?: string
  /** Marks a case number, as written here. */
  case_number?: string
}

export type LineAttributes = {
  header?: 1 | 2
  align?: 'center' | 'end'
  list?: 'bullet' | 'ordered'
  blockquote?: true
  /** The number that the judgment gives this paragraph. */
  paragraph?: number
  /** The table row that this line is a cell of. */
  table?: string
}

export type LineSegment = { text: string; attributes: TextAttributes } | { footnote: string }
export type Line = { attributes: LineAttributes; segments: LineSegment[] }

/** The lines of a Delta, in order. A last line without `\n` also counts. */
export function linesOf(content: readonly Op[]): Line[] {
  const lines: Line[] = []
  let segments: LineSegment[] = []
  for (const { insert, attributes = {} } of content) {
    if (typeof insert !== 'string') {
      segments.push({ footnote: insert.footnote })
      continue
    }
    const [first = '', ...rest] = insert.split('\n')
    if (first) segments.push({ text: first, attributes })
    for (const text of rest) {
      lines.push({ attributes, segments: segments })
      segments = text ? [{ text, attributes }] : []
    }
  }
  return segments.length > 0 ? [...lines, { attributes: {}, segments: segments }] : lines
}

/** The plain text for search and quotation: one line for each paragraph, then one for each footnote. */
export function toPlainText({ content, footnotes }: Delta): string {
  const lines = linesOf(content).map((line) =>
    line.segments.map((segment) => ('text' in segment ? segment.text : '')).join(''),
  )
  return [...lines, ...footnotes.map((footnote) => footnote.content)].filter((line) => line.trim() !== '').join('\n')
}
