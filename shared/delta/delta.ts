/**
 * The stored text of a judgment: the Delta of the specification with footnotes and annotations. Text attributes belong to a
 * segment; line attributes belong to the `\n` that ends the line. Footnotes and annotations are plain text.
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

export type Op = { insert: string | Embed; attributes?: Attributes }

export type Embed =
  | { footnote: string }
  /** The id of an uploaded file, and the text for those who do not see it. */
  | { picture: { file: number; alt: string } }
  /** The page of the PDF that begins here. */
  | { page_break: number }

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
  /** A color of the palette: each theme draws it with enough contrast. */
  color?: Color
  /** The key of the annotation of this text. */
  annotation?: string
  /** Marks a case number, as written here. */
  case_number?: string
}

export type LineAttributes = {
  header?: 1 | 2
  align?: 'center' | 'end' | 'justify'
  /** A line is right to left by default. */
  direction?: 'ltr'
  /** `letters` numbers the items by the Thaana alphabet. */
  list?: List
  /** The level of a list item below the first. */
  indent?: number
  blockquote?: true
  /** The number that the judgment gives this paragraph. */
  paragraph?: number
} & CellAttributes

export type CellAttributes = {
  /** The table row that this line is in. */
  table?: string
  /** The cell that this line is in: adjacent lines of one row and cell. Without it, the line is a cell of its own. */
  cell?: string
  /** This line begins another table than that of the line before. */
  table_start?: true
  header_cell?: true
  colspan?: number
  rowspan?: number
}

export const colors = ['red', 'orange', 'green', 'blue', 'gray'] as const
export type Color = (typeof colors)[number]
export const lists = ['bullet', 'ordered', 'letters'] as const
type List = (typeof lists)[number]

type TextSegment = { text: string; attributes: TextAttributes }
type EmbedSegment = { embed: Embed; attributes: TextAttributes }
export type LineSegment = TextSegment | EmbedSegment
export type Line = { attributes: LineAttributes; segments: LineSegment[] }

/**
 * Whether a link in a judgment may have this address: another site by https, or an e-mail address. A judgment refers to a
 * case of this site by its number, which is marked.
 */
export const isLinkAddress = (address: string) => /^(https:\/\/|mailto:)/i.test(address)

/** The lines of a Delta, in order. A last line without `\n` also counts. */
export function linesOf(content: readonly Op[]): Line[] {
  const lines: Line[] = []
  let segments: LineSegment[] = []
  for (const { insert, attributes = {} } of content) {
    if (typeof insert !== 'string') {
      segments.push({ embed: insert, attributes })
      continue
    }
    const [first = '', ...rest] = insert.split('\n')
    if (first) segments.push({ text: first, attributes })
    for (const text of rest) {
      lines.push({ attributes, segments })
      segments = text ? [{ text, attributes }] : []
    }
  }
  return segments.length > 0 ? [...lines, { attributes: {}, segments }] : lines
}

/** The text of a line, without what is in it. */
export const lineText = ({ segments }: Line): string =>
  segments.map((segment) => ('text' in segment ? segment.text : '')).join('')
