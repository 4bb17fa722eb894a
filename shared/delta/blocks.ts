import { type Delta, type Line, linesOf } from './delta.ts'

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

export const blockSelector = 'p, h2, h3, li, td'

export function blocksOf({ content, footnotes }: Pick<Delta, 'content' | 'footnotes'>): Block[] {
  const footnoteKeys = new Set(footnotes.map(({ key }) => key))
  return linesOf(content)
    .filter((line) => isRendered(line, footnoteKeys))
    .map((line, index) => ({
      number: index + 1,
      text: textOf(line),
      printed: line.attributes.paragraph ?? null,
    }))
}

/** An empty line renders no element, except in a list, a table or a quotation. */
function isRendered({ attributes, segments: segments }: Line, footnoteKeys: ReadonlySet<string>) {
  if (attributes.table !== undefined || attributes.list || attributes.blockquote) return true
  return segments.some((segment) => ('text' in segment ? segment.text !== '' : footnoteKeys.has(segment.footnote)))
}

const textOf = ({ segments: segments }: Line) =>
  segments.map((segment) => ('text' in segment ? segment.text : '')).join('')
