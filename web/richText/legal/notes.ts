import type { Node } from '@tiptap/pm/model'
import type { ReactNode } from 'react'
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { annotationsIn } from './annotations.ts'
import { footnotesIn } from './footnotes.ts'
import { annotationOf, keyOf } from './keys.ts'
import type { AnnotationData } from './marks.ts'

/** What the cards show, without positions: typing before a note does not draw its card again. */
type Notes = { annotations: NoteOfText[]; footnotes: { key: string; content: string; number: number }[] }
export type NoteOfText = AnnotationData & { key: string }

/** The elements of the text that cards are about. */
export const anchors = { annotation: 'data-annotation', footnote: 'data-footnote', suggestion: 'data-suggestion' }

/** The kind and key of what a card is about: a footnote and an annotation may have the same key. */
type Anchor = `${keyof typeof anchors}:${string}`

/** A card in the margin. */
export type MarginCard = {
  anchor: Anchor
  isActive: boolean
  content: ReactNode
}

const read = new WeakMap<Node, Notes>()
let last: WeakRef<Node> | undefined

/** The notes of a document. A key in a line without notes changes none, and returns the same object. */
export function notesIn(doc: Node): Notes {
  const known = read.get(doc)
  if (known) return known
  const before = last?.deref()
  const notes = (before && !touchesNotes(before, doc) && read.get(before)) || readNotes(doc)
  read.set(doc, notes)
  last = new WeakRef(doc)
  return notes
}

const readNotes = (doc: Node): Notes => ({
  annotations: annotationsIn(doc).map(({ pieces: _, ...annotation }) => annotation),
  footnotes: footnotesIn(doc).map(({ position: _, ...footnote }) => footnote),
})

/** Whether what differs between two documents contains notes. Lines that both share are not read. */
function touchesNotes(before: Node, after: Node): boolean {
  const start = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (start === null || !end) return false
  return hasNotes(before, start, end.a) || hasNotes(after, start, end.b)
}

function hasNotes(doc: Node, start: number, end: number): boolean {
  let isFound = false
  // With what is next to it: a deletion leaves an empty range, and text that is repeated ends before it starts.
  const from = Math.max(0, Math.min(start, end) - 1)
  const to = Math.min(doc.content.size, Math.max(start, end) + 1)
  doc.nodesBetween(from, to, (node) => {
    isFound ||= node.isInline && (node.type.name === 'footnote' || annotationOf(node) !== undefined)
    return !isFound
  })
  return isFound
}

/** The footnote or annotation whose card is open: the one at the caret, or the one that was chosen. */
type ActiveNote = { anchor: Anchor | undefined; isNew: boolean; marks: DecorationSet }

const plugin = new PluginKey<ActiveNote>('activeNote')

export const activeAnchor = (state: EditorState) => plugin.getState(state)?.anchor

/** Whether the open card is that of a note which was inserted just now, to be written at once. */
export const isActiveNew = (state: EditorState) => plugin.getState(state)?.isNew ?? false

/** Opens the card of a footnote or an annotation. */
export const activate = (tr: Transaction, anchor: Anchor, isNew = false) => tr.setMeta(plugin, { anchor, isNew })

export const activeNotePlugin = () =>
  new Plugin<ActiveNote>({
    key: plugin,
    state: {
      init: () => ({ anchor: undefined, isNew: false, marks: DecorationSet.empty }),
      apply: (tr, current, _, state) => {
        const chosen = tr.getMeta(plugin) as { anchor: Anchor; isNew: boolean } | undefined
        if (!chosen && !tr.selectionSet && !tr.docChanged) return current
        const anchor = chosen ? chosen.anchor : tr.selectionSet ? anchorAt(state) : current.anchor
        if (anchor === current.anchor && !tr.docChanged) return current
        const isNew = chosen?.isNew ?? (anchor === current.anchor && current.isNew)
        if (anchor === undefined) return { anchor, isNew, marks: DecorationSet.empty }
        return { anchor, isNew, marks: DecorationSet.create(state.doc, marksOf(state.doc, anchor)) }
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
