import { type Delta, type Line, linesOf } from './delta.ts'

/**
 * The blocks of a judgment: its lines as the reader draws them, numbered from 1. The same numbers are had from the
 * HTML that `html.ts` makes, by counting the elements that `blockSelector` finds.
 */
export type Block = {
  number: number
  text: string
  /** The number that the judgment itself gives this paragraph, by which it is cited. */
  printed: number | null
}

export const blockSelector = 'p, h2, h3, li, td'

export function blocksOf({ content, footnotes }: Pick<Delta, 'content' | 'footnotes'>): Block[] {
  const explained = new Set(footnotes.map(({ key }) => key))
  return linesOf(content)
    .filter((line) => isDrawn(line, explained))
    .map((line, index) => ({
      number: index + 1,
      text: lettersOf(line),
      printed: line.attributes.paragraph ?? null,
    }))
}

/** A line with nothing in it makes no element, but for an item of a list or a cell. */
function isDrawn({ attributes, pieces }: Line, explained: ReadonlySet<string>) {
  if (attributes.table !== undefined || attributes.list || attributes.blockquote) return true
  return pieces.some((piece) => ('text' in piece ? piece.text !== '' : explained.has(piece.footnote)))
}

const lettersOf = ({ pieces }: Line) => pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')
