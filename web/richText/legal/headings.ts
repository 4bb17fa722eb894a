import type { Node } from '@tiptap/pm/model'

type Heading = { text: string; level: number; position: number }

const read = new WeakMap<Node, Heading[]>()

/** The headings of a text that are not empty, each with the position of its first letter. */
export function headingsIn(doc: Node): Heading[] {
  const known = read.get(doc)
  if (known) return known
  const headings: Heading[] = []
  doc.forEach((node, position) => {
    const level: unknown = node.attrs['header']
    // The text of other lines is not read: this runs at each key.
    const text = typeof level === 'number' ? node.textContent.trim() : ''
    if (typeof level === 'number' && text !== '') headings.push({ text, level, position: position + 1 })
  })
  read.set(doc, headings)
  return headings
}

/** The index of the heading over a position, or -1. */
export const headingOver = (headings: readonly Heading[], position: number) =>
  headings.findLastIndex((heading) => heading.position <= position + 1)
