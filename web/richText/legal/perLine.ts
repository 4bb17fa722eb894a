import type { Node } from '@tiptap/pm/model'

type Visit<Found> = (found: Found, start: number) => void

/** Reads what a line contains. A line never changes and is read once: a key reads one line again. `isKnown`: whether it was read. */
export function oncePerLine<Found extends object | number>(read: (line: Node) => Found) {
  const known = new WeakMap<Node, Found>()
  const readOnce = (line: Node): Found => {
    const before = known.get(line)
    if (before !== undefined) return before
    const found = read(line)
    known.set(line, found)
    return found
  }
  return Object.assign(readOnce, { isKnown: (line: Node) => known.has(line) })
}

/** Reads what the lines of a document contain, each once. `visit` also gets the position at which the content of the line starts. */
export function perLine<Found>(read: (line: Node) => readonly Found[]) {
  const foundIn = oncePerLine(read)
  return (doc: Node, visit: Visit<Found>) =>
    doc.descendants((node, position) => {
      if (!node.isTextblock) return true
      for (const found of foundIn(node)) visit(found, position + 1)
      return false
    })
}
