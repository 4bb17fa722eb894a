import type { Mark, Node } from '@tiptap/pm/model'
import type { Command, EditorState, Selection } from '@tiptap/pm/state'
import { annotationOf, keyOf, newKey } from './keys.ts'
import type { AnnotationData } from './marks.ts'
import { perLine } from './perLine.ts'

/** An annotation in the text: its mark, and the pieces of text that carry it, in order. */
export type PlacedAnnotation = AnnotationData & { key: string; pieces: { from: number; to: number }[] }

/** The annotations of a text, in the order of their first piece. A mark over several nodes is one annotation. */
export function annotationsIn(doc: Node): PlacedAnnotation[] {
  const placed = new Map<string, PlacedAnnotation>()
  annotatedPieces(doc, ({ mark, offset, size }, start) => {
    const key = keyOf(mark)
    const annotation = placed.get(key) ?? { ...dataOf(mark), key, pieces: [] }
    placed.set(key, annotation)
    const last = annotation.pieces.at(-1)
    const from = start + offset
    if (last?.to === from) last.to = from + size
    else annotation.pieces.push({ from, to: from + size })
  })
  return [...placed.values()]
}

const annotatedPieces = perLine((line) => {
  const pieces: { mark: Mark; offset: number; size: number }[] = []
  line.forEach((node, offset) => {
    const mark = annotationOf(node)
    if (mark) pieces.push({ mark, offset, size: node.nodeSize })
  })
  return pieces
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const dataOf = ({ attrs }: Mark): AnnotationData => ({
  type: textOf(attrs['type']),
  title: textOf(attrs['title']),
  category: textOf(attrs['category']),
  content: textOf(attrs['content']),
})

/** The annotation that a selection touches; a second one would replace it. */
export function touchedAnnotation({ doc, selection }: EditorState): PlacedAnnotation | undefined {
  let key: string | undefined
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node) => {
      const mark = node.isInline ? annotationOf(node) : undefined
      if (mark) key ??= keyOf(mark)
    })
  return key === undefined ? undefined : annotationsIn(doc).find((annotation) => annotation.key === key)
}

/** The annotation at the caret. */
export function annotationAt({ doc, selection }: EditorState): PlacedAnnotation | undefined {
  const { head } = selection
  return annotationsIn(doc).find(({ pieces }) => pieces.some(({ from, to }) => from < head && head < to))
}

/** The words of the selection, with a space between lines. */
export const selectedWords = ({ doc, selection }: { doc: Node; selection: Selection }) =>
  selection.ranges
    .map(({ $from, $to }) => doc.textBetween($from.pos, $to.pos, ' '))
    .join(' ')
    .trim()

/** Annotates the selected words; refused when there are none, or when one of them is annotated. */
export const addAnnotation =
  (data: AnnotationData): Command =>
  (state, dispatch) => {
    if (selectedWords(state) === '' || touchedAnnotation(state)) return false
    const type = state.schema.marks['annotation']
    if (!type) return false
    const mark = type.create({ ...data, key: newKey() })
    const { tr } = state
    for (const { $from, $to } of state.selection.ranges) tr.addMark($from.pos, $to.pos, mark)
    dispatch?.(tr)
    return true
  }

export const updateAnnotation =
  (key: string, data: AnnotationData): Command =>
  (state, dispatch) =>
    changePieces(key, (tr, { from, to }) => {
      const type = state.schema.marks['annotation']
      if (type) tr.addMark(from, to, type.create({ ...data, key }))
    })(state, dispatch)

export const removeAnnotation =
  (key: string): Command =>
  (state, dispatch) =>
    changePieces(key, (tr, { from, to }) => tr.removeMark(from, to, state.schema.marks['annotation']))(state, dispatch)

type Change = (tr: EditorState['tr'], piece: { from: number; to: number }) => unknown

const changePieces =
  (key: string, change: Change): Command =>
  (state, dispatch) => {
    const annotation = annotationsIn(state.doc).find((one) => one.key === key)
    if (!annotation) return false
    const { tr } = state
    for (const piece of annotation.pieces) change(tr, piece)
    dispatch?.(tr)
    return true
  }
