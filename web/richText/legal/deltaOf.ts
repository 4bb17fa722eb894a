import type { Node } from '@tiptap/pm/model'
import type { Delta } from '#shared/delta/delta.ts'
import { type BlockJson, fromProseMirror } from '#shared/delta/prosemirror.ts'

const read = new WeakMap<Node, Delta>()
const blocks = new WeakMap<Node, BlockJson>()

/** A document as a Delta. A document never changes: the report of a pause and its warnings encode it once. */
export function deltaOf(doc: Node): Delta {
  const known = read.get(doc)
  if (known) return known
  const delta = fromProseMirror({ type: 'doc', content: doc.content.content.map(jsonOf) })
  read.set(doc, delta)
  return delta
}

/** The JSON of a line or a table, which is read once. */
function jsonOf(block: Node): BlockJson {
  const known = blocks.get(block)
  if (known) return known
  const json = block.toJSON() as BlockJson
  blocks.set(block, json)
  return json
}

/** Whether two texts are the same, without writing them as JSON: most of them differ early or share their operations. */
export function isSameText(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const entries = Object.entries(one)
  const others = other as Record<string, unknown>
  return (
    entries.length === Object.keys(other).length && entries.every(([name, value]) => isSameText(value, others[name]))
  )
}
