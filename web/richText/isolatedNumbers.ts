import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { numbersIn } from '#shared/text/format/isolate.ts'
import { changedRanges } from './changedRanges.ts'

/** Numbers of several parts, such as 12-05-2020, keep their order among right-to-left letters while they are edited. */
export const IsolatedNumbers = Extension.create({
  name: 'isolatedNumbers',
  addProseMirrorPlugins: () => [isolatedNumbers()],
})

const plugin = new PluginKey<DecorationSet>('isolatedNumbers')

/** Only lines that changed are decorated again. */
const isolatedNumbers = () =>
  new Plugin<DecorationSet>({
    key: plugin,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, numbersOf(doc, 0, doc.content.size)),
      apply: (tr, set) => (tr.docChanged ? update(set, tr) : set),
    },
    props: { decorations: (state) => plugin.getState(state) },
  })

function update(set: DecorationSet, tr: Transaction): DecorationSet {
  let next = set.map(tr.mapping, tr.doc)
  for (const { from, to } of changedRanges([tr], tr.doc))
    for (const { line, start } of linesBetween(tr.doc, from, to)) {
      const old = next.find(start, start + line.content.size)
      const added = decorate(line, start)
      if (old.length > 0) next = next.remove(old)
      if (added.length > 0) next = next.add(tr.doc, added)
    }
  return next
}

const numbersOf = (doc: Node, from: number, to: number) =>
  linesBetween(doc, from, to).flatMap(({ line, start }) => decorate(line, start))

/** The lines of a range, with the position of their content. */
function linesBetween(doc: Node, from: number, to: number) {
  const lines: { line: Node; start: number }[] = []
  doc.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock) lines.push({ line: node, start: position + 1 })
    return !node.isTextblock
  })
  return lines
}

/** A line from left to right keeps their order. */
function decorate(line: Node, start: number): Decoration[] {
  if (line.attrs['direction'] === 'ltr' || line.attrs['dir'] === 'ltr') return []
  return numbersIn(line.textBetween(0, line.content.size, null, '\ufffc')).map(({ found, index, isInLatin }) =>
    Decoration.inline(start + index, start + index + found.length, {
      nodeName: 'bdi',
      dir: 'ltr',
      ...(isInLatin && { 'data-in-latin': 'true' }),
    }),
  )
}
