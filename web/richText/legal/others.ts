import { groupBy } from '#shared/groupBy.ts'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Another person in the text, at a line counted from 0. */
type OtherPerson = { name: string; line?: number }

const plugin = new PluginKey<DecorationSet>('others')

export const setOthers = (tr: Transaction, others: readonly OtherPerson[]) => tr.setMeta(plugin, others)

/** Marks the lines where other people are, by a bar and their names. */
export const othersPlugin = () =>
  new Plugin<DecorationSet>({
    key: plugin,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, current) => {
        const others = tr.getMeta(plugin) as readonly OtherPerson[] | undefined
        if (others) return DecorationSet.create(tr.doc, marksOf(tr.doc, others))
        return tr.docChanged ? current.map(tr.mapping, tr.doc) : current
      },
    },
    props: { decorations: (state) => plugin.getState(state) },
  })

function marksOf(doc: Node, others: readonly OtherPerson[]): Decoration[] {
  const namesByLine = groupBy(others, ({ line }) => line)
  const marks: Decoration[] = []
  let line = 0
  doc.descendants((node, position) => {
    if (node.type.name !== 'line') return true
    const names = namesByLine.get(line)?.map(({ name }) => name)
    line += 1
    if (names) marks.push(Decoration.node(position, position + node.nodeSize, { 'data-others': names.join(' · ') }))
    return false
  })
  return marks
}

/** The line of the caret, counted from 0 in the order of the text. */
export function lineOfCaret({ doc, selection }: EditorState): number {
  let line = -1
  doc.nodesBetween(0, selection.head, (node) => {
    if (node.type.name === 'line') line += 1
    return !node.isTextblock
  })
  return Math.max(0, line)
}
