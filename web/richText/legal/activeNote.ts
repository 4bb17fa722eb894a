import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { annotationsIn } from './annotations.ts'
import { footnotesIn } from './footnotes.ts'
import { annotationOf, keyOf } from './keys.ts'
import type { Anchor } from './notes.ts'

/** The footnote or annotation whose card is open: the one at the caret, or the one that was chosen. */
type ActiveNote = { anchor: Anchor | undefined; marks: DecorationSet }

const plugin = new PluginKey<ActiveNote>('activeNote')

export const activeAnchor = (state: EditorState) => plugin.getState(state)?.anchor

/** Opens the card of a footnote or an annotation. */
export const activate = (tr: Transaction, anchor: Anchor) => tr.setMeta(plugin, { anchor })

export const activeNotePlugin = () =>
  new Plugin<ActiveNote>({
    key: plugin,
    state: {
      init: () => ({ anchor: undefined, marks: DecorationSet.empty }),
      apply: (tr, current, _, state) => {
        const chosen = tr.getMeta(plugin) as { anchor: Anchor } | undefined
        if (!chosen && !tr.selectionSet && !tr.docChanged) return current
        const anchor = chosen ? chosen.anchor : tr.selectionSet ? anchorAt(state) : current.anchor
        if (anchor === current.anchor && !tr.docChanged) return current
        if (anchor === undefined) return { anchor, marks: DecorationSet.empty }
        return { anchor, marks: DecorationSet.create(state.doc, marksOf(state.doc, anchor)) }
      },
    },
    props: { decorations: (state) => plugin.getState(state)?.marks },
  })

/** The footnote that is selected or directly before the caret, or the annotation around it. */
function anchorAt(state: EditorState): Anchor | undefined {
  const { selection } = state
  if (selection instanceof NodeSelection)
    return selection.node.type.name === 'footnote' ? `footnote:${keyOf(selection.node)}` : undefined
  const before = selection.empty ? selection.$head.nodeBefore : null
  if (before?.type.name === 'footnote') return `footnote:${keyOf(before)}`
  // Around the caret: the same annotation on both sides.
  const { nodeBefore, nodeAfter } = selection.$head
  const around = nodeAfter && annotationOf(nodeAfter)
  return around && nodeBefore && around.isInSet(nodeBefore.marks) ? `annotation:${keyOf(around)}` : undefined
}

function marksOf(doc: Node, anchor: Anchor): Decoration[] {
  const footnote = footnotesIn(doc).find(({ key }) => anchor === `footnote:${key}`)
  if (footnote) return [Decoration.node(footnote.position, footnote.position + 1, { 'data-active': '' })]
  const pieces = annotationsIn(doc).find(({ key }) => anchor === `annotation:${key}`)?.pieces ?? []
  return pieces.map(({ from, to }) => Decoration.inline(from, to, { 'data-active': '' }))
}
