import { type Delta, type Line, type LineSegment, lineText, linesOf } from './delta.ts'

/**
 * A block of a judgment: a line as the reader renders it, numbered from 1. Counting the elements that match `blockSelector`
 * in the HTML of `html.ts` gives the same numbers.
 */
type Block = {
  number: number
  text: string
  /** The number that the judgment gives this paragraph, by which it is cited. */
  printed: number | null
}

const inner = 'p, h2, h3, li'
/** A cell of several lines contains blocks and is none itself. */
export const blockSelector = `${inner}, td:not(:has(${inner})), th:not(:has(${inner}))`

type Text = Pick<Delta, 'content' | 'footnotes'>

export const blocksOf = (text: Text): Block[] =>
  blockLines(text).map((line, index) => ({
    number: index + 1,
    text: lineText(line),
    printed: line.attributes.paragraph ?? null,
  }))

/** The lines that are blocks, in order. */
export function blockLines({ content, footnotes }: Text): Line[] {
  const footnoteKeys = new Set(footnotes.map(({ key }) => key))
  return linesOf(content).filter((line) => isRendered(line, footnoteKeys))
}

/** An empty line renders no element, except in a list, a table or a quotation. */
function isRendered({ attributes, segments }: Line, footnoteKeys: ReadonlySet<string>) {
  if (attributes.table !== undefined || attributes.list || attributes.blockquote) return true
  return segments.some((segment) => isVisible(segment, footnoteKeys))
}

function isVisible(segment: LineSegment, footnoteKeys: ReadonlySet<string>) {
  if ('text' in segment) return segment.text !== ''
  return !('footnote' in segment.embed) || footnoteKeys.has(segment.embed.footnote)
}
