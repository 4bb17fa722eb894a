import type { Node } from '@tiptap/pm/model'

type Visit<Found> = (found: Found, start: number) => void

/**
 * Reads what the lines of a document contain. A line never changes and is read once: a key reads one line again. `visit`
 * also gets the position at which the content of the line starts.
 */
export function perLine<Found>(read: (line: Node) => readonly Found[]) {
  const known = new WeakMap<Node, readonly Found[]>()
  const foundIn = (line: Node) => {
    const before = known.get(line)
    if (before) return before
    const found = read(line)
    known.set(line, found)
    return found
  }
  return (doc: Node, visit: Visit<Found>) =>
    doc.descendants((node, position) => {
      if (!node.isTextblock) return true
      for (const found of foundIn(node)) visit(found, position + 1)
      return false
    })
}
