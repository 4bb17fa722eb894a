import type { Node } from '@tiptap/pm/model'
import type { Delta } from '#shared/delta/delta.ts'
import { type DocumentJson, fromProseMirror } from '#shared/delta/prosemirror.ts'

const read = new WeakMap<Node, Delta>()

/** A document as a Delta. A document never changes: the report of a pause and its warnings encode it once. */
export function deltaOf(doc: Node): Delta {
  const known = read.get(doc)
  if (known) return known
  const delta = fromProseMirror(doc.toJSON() as DocumentJson)
  read.set(doc, delta)
  return delta
}
