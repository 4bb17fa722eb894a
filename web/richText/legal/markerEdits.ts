import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { limits } from '#shared/limits.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { changedRanges } from '#web/richText/changedRanges.ts'

type Marker = { from: number; to: number; number: string; text: string }
type Range = { from: number; to: number }

const plugin = new PluginKey('markerEdits')

/** For a change that brings a text with its markers. */
export const keepMarkers = (tr: Transaction) => tr.setMeta(plugin, 'keep')

/**
 * A marker follows its text: when the number in it is edited, it stores what is written now, which is resolved again, and is
 * warned about without a case. A marker that is pasted, dropped, merged or undone as a whole keeps its number.
 */
export const markerEdits = () =>
  new Plugin({
    key: plugin,
    appendTransaction(transactions, before, state) {
      if (!transactions.some(({ docChanged }) => docChanged) || transactions.some(isWhole)) return null
      const { tr, doc } = state
      const ranges = changedRanges(transactions, doc)
      const changed = ranges.flatMap((range) => markersIn(doc, range))
      // Most keys are in no marker: then the text is not walked.
      const known = changed.length > 0 ? new Set(markersOf(before.doc).map(nameOf)) : undefined
      for (const marker of changed) if (!known?.has(nameOf(marker))) follow(tr, marker)
      for (const range of ranges) extend(tr, state, range)
      return tr.docChanged ? tr : null
    },
  })

/** Undo, redo, paste, drop and another text bring markers with their numbers. */
const isWhole = (tr: Transaction) =>
  tr.getMeta('history$') !== undefined ||
  ['paste', 'drop'].includes(String(tr.getMeta('uiEvent'))) ||
  tr.getMeta(plugin) === 'keep'

const nameOf = ({ number, text }: Marker) => `${number}\n${text}`

/** Stores the number that the text of a marker has now. */
function follow(tr: Transaction, { from, to, number, text }: Marker) {
  const written = numberIn(text)
  if (written !== number) mark(tr, { from, to }, written)
}

/** Letters and digits that were typed directly before or after a marker belong to its number. */
function extend(tr: Transaction, { doc }: EditorState, range: Range) {
  for (const marker of markersIn(doc, range)) {
    const line = doc.resolve(marker.from)
    const start = line.start()
    const text = line.parent.textBetween(0, line.parent.content.size, null, '\ufffc')
    const before = /[A-Za-z0-9]+$/.exec(text.slice(Math.max(0, range.from + 1 - start), marker.from - start))?.[0] ?? ''
    const after = /^[A-Za-z0-9]+/.exec(text.slice(marker.to - start, Math.max(0, range.to - 1 - start)))?.[0] ?? ''
    if (before === '' && after === '') continue
    const whole = { from: marker.from - before.length, to: marker.to + after.length }
    mark(tr, whole, numberIn(doc.textBetween(whole.from, whole.to)))
  }
}

/** The case number that a text spells out, or the text itself. */
function numberIn(text: string): string {
  const [found, ...others] = detectCaseNumbers(text)
  return found && others.length === 0 ? found.number : text.trim()
}

function mark(tr: Transaction, { from, to }: Range, number: string) {
  const type = tr.doc.type.schema.marks['case_number']
  if (!type) return
  tr.removeMark(from, to, type)
  if (number !== '') tr.addMark(from, to, type.create({ number: number.slice(0, limits.document.key_letters) }))
}

const read = new WeakMap<Node, Marker[]>()

function markersOf(doc: Node): Marker[] {
  const known = read.get(doc) ?? markersIn(doc, { from: 0, to: doc.content.size })
  read.set(doc, known)
  return known
}

/** The markers that a range touches: adjacent pieces with one number are one marker. */
function markersIn(doc: Node, { from, to }: Range): Marker[] {
  const markers: Marker[] = []
  doc.nodesBetween(from, to, (line, position) => {
    if (!line.isTextblock) return true
    const first = markers.length
    line.forEach((piece, offset) => {
      const number: unknown = piece.marks.find(({ type }) => type.name === 'case_number')?.attrs['number']
      if (typeof number !== 'string') return
      const start = position + 1 + offset
      const last = markers.length > first ? markers.at(-1) : undefined
      if (last?.to === start && last.number === number) {
        last.to += piece.nodeSize
        last.text += piece.text ?? ''
      } else markers.push({ from: start, to: start + piece.nodeSize, number, text: piece.text ?? '' })
    })
    return false
  })
  return markers.filter((marker) => marker.from <= to && from <= marker.to)
}
