import type { Node } from '@tiptap/pm/model'
import type { ReactNode } from 'react'
import { annotationsIn } from './annotations.ts'
import { footnotesIn } from './footnotes.ts'
import type { AnnotationData } from './marks.ts'

/** What the cards show, without positions: typing before a note does not draw its card again. */
type Notes = { annotations: NoteOfText[]; footnotes: { key: string; content: string; number: number }[] }
export type NoteOfText = AnnotationData & { key: string }

/** A card in the margin: `anchor` selects the element of the text that it is about. */
export type MarginCard = { key: string; anchor: string; isActive: boolean; content: ReactNode }

const read = new WeakMap<Node, Notes>()

/** The notes of a document. A document never changes: it is read once. */
export function notesIn(doc: Node): Notes {
  const known = read.get(doc)
  if (known) return known
  const notes = {
    annotations: annotationsIn(doc).map(({ pieces: _, ...annotation }) => annotation),
    footnotes: footnotesIn(doc).map(({ position: _, ...footnote }) => footnote),
  }
  read.set(doc, notes)
  return notes
}
