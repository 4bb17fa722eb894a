import type { Fragment, Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { Decoration, type DecorationAttrs, DecorationSet, type EditorView } from '@tiptap/pm/view'
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

type Range = { from: number; to: number }

/** The lines in and around the view while a long text is typed, and those of them where the caret leaves the others out of view. */
type TypedLines = { drawn: Range; caret: Range }

type LineMarks = { typed: TypedLines | undefined; caretLine: number | undefined; marks: DecorationSet }

const lineMarks = new PluginKey<LineMarks>('lineMarks')
const typedLinesIn = (state: EditorState) => lineMarks.getState(state)?.typed

/**
 * Marks the line of the caret, which is always laid out: a key can come before the browser has drawn a new line. While a long
 * text is typed, marks the lines in and around the view too, and the browser skips all others without watching whether they
 * come into view, which takes it more than a fourth of the work of each key.
 */
export const caretLine = () =>
  new Plugin<LineMarks>({
    key: lineMarks,
    state: {
      init: (_, state) => marksOf(state, undefined),
      apply(tr, current, _, state) {
        const change = tr.getMeta(lineMarks) as { typed: TypedLines | undefined } | undefined
        const lines = change ? change.typed : current.typed && mapLines(current.typed, tr)
        const { from, to } = state.selection
        const typed = lines && lines.caret.from < from && to < lines.caret.to ? lines : undefined
        const isSame = !change && isTyping(tr) && !typed === !current.typed && lineOf(state) === current.caretLine
        if (!isSame) return marksOf(state, typed)
        return tr.docChanged ? { ...current, typed, marks: current.marks.map(tr.mapping, tr.doc) } : current
      },
    },
    props: {
      handleDOMEvents: { blur: (view) => setTypedLines(view, undefined) },
      attributes: (state): Record<string, string> => (typedLinesIn(state) ? { 'data-typed': '' } : {}),
      decorations: (state) => lineMarks.getState(state)?.marks,
    },
    view: (view) => new TypingWatch(view),
  })

/** The position of the line of the caret in the document. */
const lineOf = ({ selection: { $head } }: Pick<EditorState, 'selection'>) =>
  $head.depth > 0 ? $head.before(1) : undefined

function marksOf(state: Pick<EditorState, 'doc' | 'selection'>, typed: TypedLines | undefined): LineMarks {
  const { doc, selection } = state
  const line = lineOf(state)
  const marks = line === undefined ? [] : [wholeLine(line, selection.$head.after(1), 'data-caret')]
  if (typed)
    doc.nodesBetween(typed.drawn.from, typed.drawn.to, (node, position) => {
      marks.push(wholeLine(position, position + node.nodeSize, 'data-drawn'))
      return false
    })
  return { typed, caretLine: line, marks: DecorationSet.create(doc, marks) }
}

const wholeLine = (from: number, to: number, name: string) => Decoration.node(from, to, { [name]: '' })

function mapLines({ drawn, caret }: TypedLines, { mapping }: Transaction): TypedLines {
  const mapped = ({ from, to }: Range) => ({ from: mapping.map(from, -1), to: mapping.map(to) })
  return { drawn: mapped(drawn), caret: mapped(caret) }
}

/** In a shorter text the browser watches all lines in less than the time that marking takes. */
const long_lines = 200
/** After the first key, which is painted meanwhile. */
const start_ms = 50
/** How long no key is pressed before the browser watches all lines again. */
const pause_ms = 1000

/** Notices that a long text is typed, and that the typing pauses or its place is scrolled out of view. */
class TypingWatch {
  #start = 0
  #pause = 0
  readonly #view: EditorView

  constructor(view: EditorView) {
    this.#view = view
    document.addEventListener('scroll', this.#onScroll, { capture: true, passive: true })
  }

  update({ state }: EditorView, before: EditorState) {
    if (state.doc === before.doc || state.doc.childCount < long_lines) return
    window.clearTimeout(this.#pause)
    this.#pause = window.setTimeout(() => setTypedLines(this.#view, undefined), pause_ms)
    if (this.#start > 0 || typedLinesIn(state)) return
    this.#start = window.setTimeout(() => {
      this.#start = 0
      if (!this.#view.composing) setTypedLines(this.#view, linesInView(this.#view))
    }, start_ms)
  }

  readonly #onScroll = () => {
    if (typedLinesIn(this.#view.state) && !isCaretInView(this.#view)) setTypedLines(this.#view, undefined)
  }

  destroy() {
    window.clearTimeout(this.#start)
    window.clearTimeout(this.#pause)
    document.removeEventListener('scroll', this.#onScroll, { capture: true })
  }
}

function setTypedLines(view: EditorView, typed: TypedLines | undefined) {
  if (view.isDestroyed || typedLinesIn(view.state) === typed) return
  view.dispatch(view.state.tr.setMeta(lineMarks, { typed }).setMeta('addToHistory', false))
}

/** The box of a line of the document. */
function boxAt(view: EditorView, position: number): DOMRect {
  const element = view.nodeDOM(position)
  return element instanceof Element ? element.getBoundingClientRect() : new DOMRect()
}

/** Whether the line of the caret is in the window. */
function isCaretInView(view: EditorView): boolean {
  const line = lineOf(view.state)
  if (line === undefined) return false
  const { top, bottom } = boxAt(view, line)
  return bottom > 0 && top < window.innerHeight
}

/** The lines up to two heights of the window from the caret: while it stays within one, what is in view is among them. */
const linesInView = (view: EditorView): TypedLines | undefined =>
  view.hasFocus() && isCaretInView(view) ? { drawn: linesWithin(view, 2), caret: linesWithin(view, 1) } : undefined

/** The lines up to some heights of the window from the line of the caret. */
function linesWithin(view: EditorView, windows: number): Range {
  const { doc, selection } = view.state
  const { $head } = selection
  const most = windows * window.innerHeight
  let [from, to] = [$head.before(1), $head.after(1)]
  const { top, bottom } = boxAt(view, from)
  for (let index = $head.index(0); index > 0 && top - boxAt(view, from).top < most; index -= 1)
    from -= doc.child(index - 1).nodeSize
  for (let index = $head.index(0) + 1; index < doc.childCount && boxAt(view, to).top - bottom < most; index += 1)
    to += doc.child(index).nodeSize
  return { from, to }
}
