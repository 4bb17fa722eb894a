import { Fragment, Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { Delta } from '#shared/delta/delta.ts'
import { diffUnits } from '#shared/delta/diffTexts.ts'
import { type BlockJson, fromProseMirror, toProseMirror } from '#shared/delta/prosemirror.ts'
import { type Unit, unitsOf } from '#shared/delta/units.ts'
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

/** Every position in the text is mapped through each change: a text with more of them is replaced as a whole. */
const maxChanges = 1000

/**
 * The change of a document into another text, paragraph by paragraph: the selection stays where the text is the same, and
 * markers keep their numbers.
 */
export function changeInto({ doc: before, tr, schema }: EditorState, text: Delta): Transaction {
  const after = Node.fromJSON(schema, toProseMirror(text))
  const changes = diffUnits(before.children.map(unitOfBlock), after.children.map(unitOfBlock))
  if (changes.length > maxChanges) return keepMarkers(tr.replaceWith(0, before.content.size, after.content))
  let [beforeEnd, afterEnd] = [before.childCount, after.childCount]
  let position = before.content.size
  // From the end, so that the positions before a change stay as they are, and a new paragraph is there before an old one goes.
  for (const change of changes.toReversed()) {
    const replaced = before.children.slice(beforeEnd - change.before.length, beforeEnd)
    const replacing = after.children.slice(afterEnd - change.after.length, afterEnd)
    beforeEnd -= replaced.length
    afterEnd -= replacing.length
    position -= Fragment.from(replaced).size
    if (!change.isSame) replaceNodes(tr, position, replaced, replacing)
  }
  return keepMarkers(tr)
}

const unitOfBlock = (block: Node): Unit => ({
  key: JSON.stringify(jsonOf(block)),
  lines: unitsOf(fromProseMirror({ type: 'doc', content: [jsonOf(block)] })).flatMap(({ lines }) => lines),
})

/** Replaces what differs within adjacent nodes of the same types: their attributes, their text, the cells of tables. */
function replaceNodes(tr: Transaction, start: number, before: readonly Node[], after: readonly Node[]) {
  let position = start + Fragment.from(before).size
  const areAlike = before.length === after.length && before.every(({ type }, index) => type === after[index]?.type)
  if (!areAlike) {
    tr.replaceWith(start, position, after)
    return
  }
  for (const [index, node] of [...before.entries()].toReversed()) {
    const other = after[index]
    position -= node.nodeSize
    if (!other || node.eq(other)) continue
    if (!node.sameMarkup(other)) tr.setNodeMarkup(position, null, other.attrs)
    if (node.isTextblock) replaceInline(tr, position + 1, node.content, other.content)
    else replaceNodes(tr, position + 1, node.children, other.children)
  }
}

function replaceInline(tr: Transaction, start: number, before: Fragment, after: Fragment) {
  const from = before.findDiffStart(after)
  const to = before.findDiffEnd(after)
  if (from === null || !to) return
  const overlap = Math.max(0, from - Math.min(to.a, to.b))
  tr.replaceWith(start + from, start + to.a + overlap, after.cut(from, to.b + overlap))
}
