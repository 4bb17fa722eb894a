import type { Fragment, Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { Decoration, type DecorationAttrs, DecorationSet } from '@tiptap/pm/view'
import { listLabels } from '#shared/delta/groups.ts'
import { lineAttrs } from './lines.ts'

const plugin = new PluginKey<DecorationSet>('numbering')

/** Numbers the footnotes by their place, and labels the items of lists. */
export const numbering = (footnoteLabel: (number: number) => string) =>
  new Plugin<DecorationSet>({
    key: plugin,
    state: {
      init: (_, { doc }) => numberingOf(doc, footnoteLabel),
      apply: (tr, set, _, { doc }) => {
        if (!tr.docChanged) return set
        return isTyping(tr) ? set.map(tr.mapping, doc) : numberingOf(doc, footnoteLabel)
      },
    },
    props: { decorations: (state) => plugin.getState(state) },
  })

/** Whether only text changed, within lines: no line, item or footnote was added, removed or changed. */
const isTyping = ({ steps, docs }: Transaction) =>
  steps.every((step, index) => {
    if (!(step instanceof ReplaceStep)) return false
    const { from, to, slice } = step
    const before = docs[index]?.resolve(from)
    const isInLine = before?.parent.isTextblock === true && to <= before.end()
    return (
      isInLine &&
      isText(slice.content) &&
      isText(before.parent.content.cut(before.parentOffset, before.parentOffset + to - from))
    )
  })

const isText = (content: Fragment) => content.content.every((node) => node.isText)

function numberingOf(doc: Node, footnoteLabel: (number: number) => string) {
  const decorations: Decoration[] = []
  const decorate = (position: number, node: Node, attributes: DecorationAttrs) =>
    decorations.push(Decoration.node(position, position + node.nodeSize, attributes))
  let footnotes = 0
  doc.descendants((node, position) => {
    if (node.type.name !== 'footnote') return
    footnotes += 1
    decorate(position, node, {
      'data-place': String(footnotes),
      role: 'img',
      'aria-label': footnoteLabel(footnotes),
    })
  })
  for (const run of listRuns(doc)) {
    const labels = listLabels(run.map(({ line }) => ({ attributes: listAttributes(line), segments: [] })))
    run.forEach(({ line, position }, index) => {
      const label = labels[index] ?? null
      if (label !== null) decorate(position, line, { 'data-label': label })
    })
  }
  return DecorationSet.create(doc, decorations)
}

function listAttributes(line: Node) {
  const { list, indent } = lineAttrs(line)
  return { ...(list && { list }), ...(indent !== null && { indent }) }
}

/** Adjacent items of lists, in the text and in cells. */
function listRuns(doc: Node) {
  const runs: { line: Node; position: number }[][] = []
  doc.descendants((node, position, parent, index) => {
    if (node.type.name !== 'line') return true
    if (lineAttrs(node).list === null) return false
    const before = index > 0 ? parent?.child(index - 1) : undefined
    const isFirst = before?.type.name !== 'line' || lineAttrs(before).list === null
    if (isFirst) runs.push([])
    runs.at(-1)?.push({ line: node, position })
    return false
  })
  return runs
}

/** Marks the line of the caret, which is always laid out: a key can come before the browser has drawn a new line. */
export const caretLine = () =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $head } }) => {
        if ($head.depth === 0) return null
        return DecorationSet.create(doc, [Decoration.node($head.before(1), $head.after(1), { 'data-caret': '' })])
      },
    },
  })
