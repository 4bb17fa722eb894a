import type { Node } from '@tiptap/pm/model'
import type { ReactNode } from 'react'
import { annotationsIn } from './annotations.ts'
import { footnotesIn } from './footnotes.ts'
import { annotationOf } from './keys.ts'
import type { AnnotationData } from './marks.ts'

/** What the cards show, without positions: typing before a note does not draw its card again. */
type Notes = { annotations: NoteOfText[]; footnotes: { key: string; content: string; number: number }[] }
export type NoteOfText = AnnotationData & { key: string }

/** The elements of the text that cards are about. */
export const anchors = { annotation: 'data-annotation', footnote: 'data-footnote', suggestion: 'data-suggestion' }

/** The kind and key of what a card is about: a footnote and an annotation may have the same key. */
export type Anchor = `${keyof typeof anchors}:${string}`

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
