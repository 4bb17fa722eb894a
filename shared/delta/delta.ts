import type { Annotation, Footnote } from '../calls/search.ts'

/**
 * A judgment's text as it is kept and sent: the specification's Delta, with footnotes and annotations beside it.
 * Attributes of letters stand on the piece; attributes of a line stand on the `\n` that ends it.
 */
export type Delta = { content: Op[]; footnotes: Footnote[]; annotations: Annotation[] }

export type Op = { insert: string | { footnote: string }; attributes?: Attributes }

export type Attributes = LetterAttributes & LineAttributes

export type LetterAttributes = {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  script?: 'sub' | 'super'
  /** From 8pt to 24pt. */
  size?: string
  link?: string
  /** Letters of another language, in their own direction. */
  lang?: 'ar' | 'en'
  /** The key of the annotation that these letters carry. */
  annotation?: string
  /** A marker: the number of a case, as it is written here. */
  case_number?: string
}

export type LineAttributes = {
  header?: 1 | 2
  align?: 'center' | 'end'
  list?: 'bullet' | 'ordered'
  blockquote?: true
  /** The number that the judgment itself gives this paragraph. */
  paragraph?: number
  /** The row of a table that this line is a cell of. */
  table?: string
}

export type Piece = { text: string; attributes: LetterAttributes } | { footnote: string }
export type Line = { attributes: LineAttributes; pieces: Piece[] }

/** The lines of a Delta, in order. A text that does not end its last line ends it all the same. */
export function linesOf(content: readonly Op[]): Line[] {
  const lines: Line[] = []
  let pieces: Piece[] = []
  for (const { insert, attributes = {} } of content) {
    if (typeof insert !== 'string') {
      pieces.push({ footnote: insert.footnote })
      continue
    }
    const [first = '', ...rest] = insert.split('\n')
    if (first) pieces.push({ text: first, attributes })
    for (const text of rest) {
      lines.push({ attributes, pieces })
      pieces = text ? [{ text, attributes }] : []
    }
  }
  return pieces.length > 0 ? [...lines, { attributes: {}, pieces }] : lines
}

/** The letters alone, a line a paragraph; what is searched and quoted. Footnotes follow the text, a line each. */
export function toPlainText({ content, footnotes }: Delta): string {
  const lines = linesOf(content).map((line) => line.pieces.map((piece) => ('text' in piece ? piece.text : '')).join(''))
  return [...lines, ...footnotes.map((footnote) => footnote.content)].filter((line) => line.trim() !== '').join('\n')
}
