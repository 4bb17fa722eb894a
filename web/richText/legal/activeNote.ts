import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { annotationsIn } from './annotations.ts'
import { footnotesIn } from './footnotes.ts'
import { annotationOf, keyOf } from './keys.ts'

/** The footnote or annotation whose card is open: the one at the caret, or the one that was chosen. */
type ActiveNote = { key: string | undefined; marks: DecorationSet }

const plugin = new PluginKey<ActiveNote>('activeNote')

export const activeKey = (state: EditorState) => plugin.getState(state)?.key

/** Opens the card of a footnote or an annotation. */
export const activate = (tr: Transaction, key: string | undefined) => tr.setMeta(plugin, { key })

export const activeNotePlugin = () =>
  new Plugin<ActiveNote>({
    key: plugin,
    state: {
      init: () => ({ key: undefined, marks: DecorationSet.empty }),
      apply: (tr, current, _, state) => {
        const chosen = tr.getMeta(plugin) as { key: string | undefined } | undefined
        if (!chosen && !tr.selectionSet && !tr.docChanged) return current
        const key = chosen ? chosen.key : tr.selectionSet ? keyAt(state) : current.key
        if (key === current.key && !tr.docChanged) return current
        if (key === undefined) return { key, marks: DecorationSet.empty }
        return { key, marks: DecorationSet.create(state.doc, marksOf(state.doc, key)) }
      },
    },
    props: { decorations: (state) => plugin.getState(state)?.marks },
  })

/** The footnote that is selected or directly before the caret, or the annotation around it. */
function keyAt(state: EditorState): string | undefined {
  const { selection } = state
  if (selection instanceof NodeSelection)
    return selection.node.type.name === 'footnote' ? keyOf(selection.node) : undefined
  const before = selection.empty ? selection.$head.nodeBefore : null
  if (before?.type.name === 'footnote') return keyOf(before)
  // Around the caret: the same annotation on both sides.
  const { nodeBefore, nodeAfter } = selection.$head
  const around = nodeAfter && annotationOf(nodeAfter)
  return around && nodeBefore && around.isInSet(nodeBefore.marks) ? keyOf(around) : undefined
}

function marksOf(doc: Node, key: string): Decoration[] {
  const footnote = footnotesIn(doc).find((one) => one.key === key)
  if (footnote) return [Decoration.node(footnote.position, footnote.position + 1, { 'data-active': '' })]
  const pieces = annotationsIn(doc).find((one) => one.key === key)?.pieces ?? []
  return pieces.map(({ from, to }) => Decoration.inline(from, to, { 'data-active': '' }))
}
