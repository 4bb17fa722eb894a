import { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { Delta } from '#shared/delta/delta.ts'
import { type BlockJson, fromProseMirror, toProseMirror } from '#shared/delta/prosemirror.ts'
import { keepMarkers } from './markerEdits.ts'

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

/** The change of a document into another text: the selection stays where the text is the same, and markers keep their numbers. */
export function changeInto({ doc: before, tr, schema }: EditorState, text: Delta): Transaction {
  const doc = Node.fromJSON(schema, toProseMirror(text))
  const start = before.content.findDiffStart(doc.content)
  const end = before.content.findDiffEnd(doc.content)
  if (start === null || !end) return tr
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap))
  if (!tr.doc.eq(doc)) tr.replaceWith(0, tr.doc.content.size, doc.content)
  return keepMarkers(tr)
}
