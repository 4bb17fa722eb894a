import type { Node } from '@tiptap/pm/model'
import { closeHistory } from '@tiptap/pm/history'
import { type Command, TextSelection, type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'
import { annotationOf, keyOf, newKey } from './keys.ts'
import { perLine } from './perLine.ts'

/** A footnote in the text, numbered by its place. */
type PlacedFootnote = { key: string; content: string; position: number; number: number }

export function footnotesIn(doc: Node): PlacedFootnote[] {
  const found: PlacedFootnote[] = []
  footnoteNodes(doc, ({ node, offset }, start) => {
    const { content } = node.attrs
    found.push({
      key: keyOf(node),
      content: typeof content === 'string' ? content : '',
      position: start + offset,
      number: found.length + 1,
    })
  })
  return found
}

const footnoteNodes = perLine((line) => {
  const nodes: { node: Node; offset: number }[] = []
  line.forEach((node, offset) => {
    if (node.type.name === 'footnote') nodes.push({ node, offset })
  })
  return nodes
})

const footnoteOf = (doc: Node, key: string) => footnotesIn(doc).find((footnote) => footnote.key === key)

/** Inserts a footnote after the selection, and puts the caret behind its number. */
export const insertFootnote =
  (key = newKey()): Command =>
  (state, dispatch) => {
    const type = state.schema.nodes['footnote']
    const at = state.selection.$to
    if (!type || !at.parent.inlineContent) return false
    const marks = at.marks().filter((mark) => mark.type.name === 'annotation')
    const tr = state.tr.insert(at.pos, type.create({ key, content: '' }, null, marks))
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at.pos + 1)).scrollIntoView())
    return true
  }

/** Writes the body of a footnote. Adjacent changes of one burst of typing are one step of the history. */
export const writeFootnote =
  (key: string, content: string): Command =>
  (state, dispatch) => {
    const footnote = footnoteOf(state.doc, key)
    const node = footnote && state.doc.nodeAt(footnote.position)
    if (!footnote || !node || footnote.content === content) return false
    dispatch?.(state.tr.setNodeMarkup(footnote.position, null, { ...node.attrs, content }, node.marks))
    return true
  }

/** Moves a footnote to the caret, as one step of the history. */
export const moveFootnote =
  (key: string): Command =>
  (state, dispatch) => {
    const footnote = footnoteOf(state.doc, key)
    const node = footnote && state.doc.nodeAt(footnote.position)
    const { $head } = state.selection
    if (!footnote || !node || !$head.parent.inlineContent) return false
    if ($head.pos === footnote.position || $head.pos === footnote.position + 1) return false
    const { tr } = state
    tr.delete(footnote.position, footnote.position + 1)
    const to = tr.mapping.map($head.pos)
    // At its new place it belongs to the annotation there, if any.
    const around = tr.doc
      .resolve(to)
      .marks()
      .filter((mark) => mark.type.name === 'annotation')
    const others = annotationOf(node)?.removeFromSet(node.marks) ?? node.marks
    tr.insert(to, node.mark(around.reduce((marks, mark) => mark.addToSet(marks), others)))
    tr.setSelection(TextSelection.create(tr.doc, to + 1))
    dispatch?.(closeHistory(tr).scrollIntoView())
    return true
  }

export const removeFootnote =
  (key: string): Command =>
  (state, dispatch) => {
    const footnote = footnoteOf(state.doc, key)
    if (!footnote) return false
    dispatch?.(closeHistory(state.tr.delete(footnote.position, footnote.position + 1)))
    return true
  }

const plugin = new PluginKey<string | undefined>('moving')

/** The footnote that waits for a new place. */
export const movingKey = (state: EditorState) => plugin.getState(state)

/** Lets the user choose a new place for a footnote: by a click, or by the caret and Enter. */
export function startMoving({ state, view }: Editor, key: string) {
  view.dispatch(state.tr.setMeta(plugin, { key }))
  view.focus()
}

export const movingPlugin = () =>
  new Plugin<string | undefined>({
    key: plugin,
    state: {
      init: () => undefined,
      apply: (tr, key) => {
        const chosen = tr.getMeta(plugin) as { key: string | undefined } | undefined
        return chosen ? chosen.key : key
      },
    },
    props: {
      handleClick(view, position) {
        const key = movingKey(view.state)
        if (key === undefined) return false
        const { doc, tr } = view.state
        view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position))).setMeta(plugin, { key: undefined }))
        moveFootnote(key)(view.state, view.dispatch)
        return true
      },
      handleKeyDown(view, event) {
        const key = movingKey(view.state)
        if (key === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return false
        event.preventDefault()
        event.stopPropagation()
        view.dispatch(view.state.tr.setMeta(plugin, { key: undefined }))
        if (event.key === 'Enter') moveFootnote(key)(view.state, view.dispatch)
        return true
      },
    },
  })
