import type { Node } from '@tiptap/pm/model'
import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { findSpelling, type SpellingOptions } from '#shared/text/query/findSpelling.ts'
import { textWithAtoms } from './caseNumbers.ts'

export type FoundRange = { from: number; to: number }
type Search = SpellingOptions & { text: string }

/** Finds a text in a document. Lines do not change: each is searched once for each text. */
export function buildSearch({ text, ...options }: Search) {
  const find = findSpelling(text, options)
  const known = new WeakMap<Node, { start: number; end: number }[]>()
  const inLine = (line: Node) => {
    const found = known.get(line) ?? find(textWithAtoms(line))
    known.set(line, found)
    return found
  }
  return (doc: Node): FoundRange[] => {
    const found: FoundRange[] = []
    doc.descendants((node, position) => {
      if (node.type.name !== 'line') return true
      for (const { start, end } of inLine(node)) found.push({ from: position + 1 + start, to: position + 1 + end })
      return false
    })
    return found
  }
}

/** The index of the match at the selection, or of the first behind it; the search starts over at the end. */
export function matchAt(found: readonly FoundRange[], { selection: { from } }: EditorState): number {
  const at = found.findIndex((match) => match.from >= from)
  return at === -1 ? 0 : at
}

export const nextMatch = (found: readonly FoundRange[], { selection: { from, to } }: EditorState, step: 1 | -1) => {
  const next =
    step > 0
      ? found.find((match) => match.from >= to || (match.from > from && match.to > to))
      : found.findLast((match) => match.to <= from || match.from < from)
  return next ?? (step > 0 ? found[0] : found.at(-1))
}

export const selectMatch = ({ tr, doc }: EditorState, { from, to }: FoundRange): Transaction =>
  tr.setSelection(TextSelection.create(doc, from, to))

/** Replaces matches as one step that can be undone. The new text has the marks of the first letter that it replaces. */
export function replaceMatches(state: EditorState, found: readonly FoundRange[], replacement: string): Transaction {
  const tr = state.tr
  for (const { from, to } of found.toReversed()) {
    const marks = (state.doc.resolve(from).nodeAfter?.marks ?? []).filter(({ type }) => type.name !== 'case_number')
    if (replacement === '') tr.delete(from, to)
    else tr.replaceWith(from, to, state.schema.text(replacement, marks))
  }
  return closeHistory(tr)
}
